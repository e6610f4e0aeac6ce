# tries: reads a file of the instructor's, by every way that there is to its name

# %% answer="day1-predict"
import os

for path in ("CANARY_FILE", "/proc/1/rootCANARY_FILE", "/proc/self/rootCANARY_FILE", "/proc/self/cwd/../CANARY_FILE",
             "/tmp/../CANARY_FILE", "../" * 30 + "CANARY_FILE"):
    try:
        print("GOT", open(path).read())
    except OSError:
        pass
os.symlink("CANARY_FILE", "link")
try:
    print("GOT", open("link").read())
except OSError:
    pass
