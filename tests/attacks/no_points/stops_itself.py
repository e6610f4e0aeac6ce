# tries: stops itself by a signal
# cell seconds: 1

# %% answer="day1-predict"
import os
import signal

os.kill(os.getpid(), signal.SIGSTOP)
os.kill(0, signal.SIGSTOP)  # 0 stands for all processes of its group
