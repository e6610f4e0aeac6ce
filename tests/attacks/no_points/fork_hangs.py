# tries: a handler that makes every fork wait
# cell seconds: 1
# total seconds: 8

# %% answer="day1-predict"
import os
import time

os.register_at_fork(before=lambda: time.sleep(10**6))
