# tries: an error whose name is a regular expression that takes for ever
# points: day1-value=0 day1-trace=any day1-draw=any day1-stretch=any day1-design=any

# %% answer="day1-value"
class Value:
    def __init__(self, data, _prev=(), _op="", label=""):
        # raise aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
        raise type("(a|a)*$x(", (Exception,), {})("raise aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
