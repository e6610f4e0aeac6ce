# tries: asks the grader for input

# %% answer="day1-predict"
value = input('a number')
