# tries: an empty file
# told: empty

# %% change
path.write_text("")
