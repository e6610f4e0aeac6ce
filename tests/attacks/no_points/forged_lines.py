# tries: writes lines that are no JSON, too deep, too large, or of unheard-of forms
# points: day1-predict=0 day1-draw=any day1-stretch=any
# row: 28
# cell seconds: 3
# total seconds: 20

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import os
import stat
import threading


def connections():
    """Return the descriptors of all sockets of this process."""
    found = []
    for number in range(3, 256):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                found.append(number)
        except OSError:
            pass
    return found



for number in connections():
    os.write(number, b"[" * 50_000 + b"\n")
