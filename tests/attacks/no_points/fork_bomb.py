# tries: a fork bomb

# %% answer="day1-predict"
import os

started = 0
try:
    while started < 5_000:
        if os.fork() == 0:
            import time

            time.sleep(1000)
            os._exit(0)
        started += 1
    print("GOT")
except OSError:
    pass
