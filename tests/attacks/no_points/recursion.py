# tries: no limit to calls, and a stack that is full
# points: day1-trace=0

# %% answer="day1-trace"
import sys

sys.setrecursionlimit(10**9)


def trace(root):
    return trace(root)
