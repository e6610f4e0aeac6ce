# tries: reads a file of the instructor's, by every way that there is to its name
# points: day1-predict=0

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
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
