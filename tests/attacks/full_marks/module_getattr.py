# tries: a `__getattr__` and odd names at the notebook's top level
# points: full

# %% answer="day1-predict"
def __getattr__(name):
    return 5


__name__ = "mine"
__builtins__
__file__ = "x"
sum = 0
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
