# tries: a pipe, which nobody writes into
# row: 27
# told: no file

# %% change
import os

path.unlink()
os.mkfifo(path)
