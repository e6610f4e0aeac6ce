# tries: a stack that is full in C code
# points: day1-predict=0
# told: day1-predict

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import functools
import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __repr__(self):
        return repr([self])


repr(Deep())
