# tries: a notebook of another name
# told: is missing

# %% change
path.rename(path.with_name("../../x.ipynb".replace("/", "_")))
