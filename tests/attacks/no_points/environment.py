# tries: reads the environment, its own and that of every process that it sees

# %% answer="day1-predict"
import glob
import os

print(os.environ.get("CANARY_NAME"), os.environ)
for path in glob.glob("/proc/[0-9]*/environ"):
    try:
        print(open(path, "rb").read().decode())
    except OSError:
        pass
