# tries: takes memory in pieces, private and shared, in many processes

# %% answer="day1-predict"
import mmap
import os

kept = []
try:
    while True:
        kept.append(mmap.mmap(-1, 1 << 28))
        kept[-1][:1] = b"x"
        if len(kept) > 200:
            print("GOT")
            break
except (OSError, MemoryError, ValueError):
    kept.clear()
