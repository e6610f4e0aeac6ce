# tries: `sys.exit(0)`, `exit()` and `quit()`
# message: SystemExit

# %% answer="day1-predict"
import sys

sys.exit(0)
