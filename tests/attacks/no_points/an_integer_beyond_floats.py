# tries: a whole number that is larger than any float, where an array is asked for
# day: 6
# points: day6-unbroadcast=0
# message: You gave: 

# %% answer="day6-unbroadcast"
def unbroadcast(grad, shape):
    return 2**1100


shares = {name: 2**1100 for name in "bckv"}
