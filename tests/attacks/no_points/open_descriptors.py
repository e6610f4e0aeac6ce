# tries: looks through all open descriptors

# %% answer="day1-predict"
import os
import stat

for number in range(256):
    try:
        kind = os.fstat(number).st_mode
    except OSError:
        continue
    if stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISBLK(kind):
        print("GOT", number, oct(kind))
try:
    fd = os.open("..", os.O_RDONLY | os.O_DIRECTORY)
    for _ in range(20):
        fd = os.open("..", os.O_RDONLY | os.O_DIRECTORY, dir_fd=fd)
    print("GOT" if "CANARY_FOLDER".split("/")[1] in os.listdir(fd) and os.path.exists("CANARY_FOLDER") else "")
except OSError:
    pass
