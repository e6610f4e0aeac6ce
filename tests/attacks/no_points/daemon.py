# tries: a process in a session of its own, which lives on
# points: day1-predict=0
# row: 11

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import os
import subprocess

subprocess.Popen(["sleep", "OUTLIVES"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "OUTLIVES"])
    os._exit(0)
