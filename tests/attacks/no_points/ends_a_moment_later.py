# tries: ends its process a moment after its cell has ended
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any

# %% answer="day1-predict"
import os
import threading

threading.Timer(0.02, os._exit, [0]).start()
