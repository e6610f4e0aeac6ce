# tries: timers and handlers of signals that go off while questions are asked
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 2
# total seconds: 15

# %% answer="day1-predict"
import signal


def at_once(*_):
    raise KeyboardInterrupt


for number in (signal.SIGALRM, signal.SIGCHLD, signal.SIGUSR1):
    signal.signal(number, at_once)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
