# tries: a cell with more lines that only IPython reads than it reads
# message: Input transformation|in time
# exhaustive: IPython takes long to read it
# repeat: 600
# uses: prediction

# %% answer="day1-predict"
five = %env LANG
