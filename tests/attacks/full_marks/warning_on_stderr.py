# tries: a right answer that writes a warning to stderr
# uses: prediction

# %% answer="day1-predict"
import sys
import warnings

warnings.warn("careful")
print("careful", file=sys.stderr)
