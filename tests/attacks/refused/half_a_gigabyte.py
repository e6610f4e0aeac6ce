# tries: a file of 500 MB
# message: 500 MB

# %% change
import os

os.truncate(path, 500 << 20)
