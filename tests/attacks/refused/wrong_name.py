# tries: a notebook of another name
# message: is missing

# %% change
path.rename(path.with_name("../../x.ipynb".replace("/", "_")))
