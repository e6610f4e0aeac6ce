# tries: a cell with 50 lines that only IPython reads
# repeat: 61
# uses: prediction

# %% answer="day1-predict"
five = %env LANG
