# tries: a pipe, which nobody writes into
# message: no file

# %% change
import os

path.unlink()
os.mkfifo(path)
