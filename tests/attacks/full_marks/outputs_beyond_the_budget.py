# tries: 16 MB of outputs, in cells of 3.9 MB each
# points: full

# %% own before="day1-predict"
from IPython.display import display

display({"text/plain": "a" * 3_900_000}, raw=True)
first = 1

# %% own before="day1-predict"
display({"text/plain": "b" * 3_900_000}, raw=True)
second = first

# %% own before="day1-predict"
display({"text/plain": "c" * 3_900_000}, raw=True)
third = second

# %% own before="day1-predict"
display({"text/plain": "d" * 3_900_000}, raw=True)
fourth = third

# %% answer="day1-predict"
fourth
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
