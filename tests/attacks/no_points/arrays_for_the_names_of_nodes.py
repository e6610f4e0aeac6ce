# tries: arrays and a dictionary with braces in place of the nodes' names
# points: day1-trace=0
# message: You gave: 

# %% answer="day1-trace"
import numpy


def trace(root):
    return [numpy.ones(2), {"{0.__class__}": 1}], [numpy.zeros((0, 7))]
