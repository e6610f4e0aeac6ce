# tries: sleeps for ever when a question is asked
# points: day1-trace=0
# cell seconds: 1
# total seconds: 25

# %% answer="day1-trace"
import signal
import time

signal.signal(signal.SIGINT, signal.SIG_IGN)


def trace(root):
    time.sleep(10**6)
