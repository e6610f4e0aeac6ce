# tries: a helper that is defined in a cell of the learner's own

# %% own before="day1-predict"
def my_value(a, b, c):
    """Work the example out."""
    return a * b + c


# %% answer="day1-predict"
prediction = {
    "(a*b)+c": {"nodes": 4, "edges": 4, "value": my_value(7.0, 5.0, 7.0)},
    "impossible": "BDE",
    "loop": {"nodes": 6, "edges": 10, "value": 320.0},
}
