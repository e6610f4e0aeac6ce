# tries: a link to what another student handed in
# row: 27
# told: is a link

# %% change
path.unlink()
path.symlink_to(path.parents[2] / "honest" / "day1" / path.name)
