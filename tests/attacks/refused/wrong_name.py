# tries: a notebook of another name
# row: 27
# told: is missing

# %% change
path.rename(path.with_name("../../x.ipynb".replace("/", "_")))
