# tries: JSON that is nested 100,000 deep
# row: 27
# told: not valid JSON

# %% change
path.write_text("[" * 100_000)
