# tries: a pipe, which nobody writes into
# told: no file

# %% change
import os

path.unlink()
os.mkfifo(path)
