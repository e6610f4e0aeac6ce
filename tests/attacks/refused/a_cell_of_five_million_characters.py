# tries: a cell of five million blanks
# message: the limit is 2,000,000

# %% change
notebook.cells[3].source = " " * 5_000_000
save()
