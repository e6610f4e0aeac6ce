# tries: a stack that is full in C code
# message: day1-predict

# %% answer="day1-predict"
import functools
import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __repr__(self):
        return repr([self])


repr(Deep())
