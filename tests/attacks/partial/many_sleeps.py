# tries: many cells that sleep, each within its limit
# points: day1-value=0 day1-trace=0 day1-predict=0 day1-draw=0 day1-stretch=0
# cell seconds: 2
# total seconds: 5
# message: stopped after 5 seconds
# answers: blank

# %% answer="day1-value"
import time

time.sleep(10)

# %% answer="day1-trace"
import time

time.sleep(10)

# %% answer="day1-predict"
import time

time.sleep(10)
