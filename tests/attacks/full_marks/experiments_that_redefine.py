# tries: experiments in cells of the learner's own that redefine names and fail
# uses: prediction

# %% own before="day1-predict"
Value = trace = prediction = None
undefined_name

# %% own before="day1-stretch"
class Value:
    def __init__(self, *_):
        raise SystemExit

# %% answer="day1-predict"
