# tries: a trace function that changes what the questions see
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any

# %% answer="day1-predict"
import sys
import threading


def trace_function(frame, event, argument):
    for name in ("answer", "expected", "given", "outcome"):
        if name in frame.f_locals:
            frame.f_locals[name] = "correct"
    return trace_function


sys.settrace(trace_function)
sys.setprofile(trace_function)
threading.settrace(trace_function)
