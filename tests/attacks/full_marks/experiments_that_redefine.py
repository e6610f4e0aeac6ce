# tries: experiments in cells of the learner's own that redefine names and fail
# points: full

# %% own before="day1-predict"
Value = trace = prediction = None
undefined_name

# %% own before="day1-stretch"
class Value:
    def __init__(self, *_):
        raise SystemExit

# %% answer="day1-predict"
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
