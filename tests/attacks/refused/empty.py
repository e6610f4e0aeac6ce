# tries: an empty file
# message: empty

# %% change
path.write_text("")
