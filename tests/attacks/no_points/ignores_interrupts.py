# tries: a loop that ignores every signal
# cell seconds: 1
# exhaustive: it takes four seconds until a loop that hears nothing is ended
# message: day1-predict was left out: It could not be interrupted

# %% answer="day1-predict"
import signal

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
