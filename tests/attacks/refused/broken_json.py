# tries: a file that breaks off
# message: not valid JSON

# %% change
path.write_text(path.read_text()[:2000])
