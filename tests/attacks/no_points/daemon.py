# tries: a process in a session of its own, which lives on

# %% answer="day1-predict"
import os
import subprocess

subprocess.Popen(["sleep", "OUTLIVES"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "OUTLIVES"])
    os._exit(0)
