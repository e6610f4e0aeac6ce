# tries: a `__getattr__` and odd names at the notebook's top level
# uses: prediction

# %% answer="day1-predict"
def __getattr__(name):
    return 5


__name__ = "mine"
__builtins__
__file__ = "x"
sum = 0
