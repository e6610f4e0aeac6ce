# tries: an empty file
# row: 27
# told: empty

# %% change
path.write_text("")
