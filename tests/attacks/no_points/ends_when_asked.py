# tries: `os._exit` in a method that is called only when a question is asked
# points: day1-trace=0
# message: It ended the process that asks it

# %% answer="day1-trace"
import os


def trace(root):
    os._exit(0)
