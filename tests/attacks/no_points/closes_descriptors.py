# tries: closes every descriptor, the connection too
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any

# %% answer="day1-predict"
import os

os.closerange(0, 256)
