# tries: a right answer that writes a warning to stderr
# points: full
# row: 21

# %% answer="day1-predict"
import sys
import warnings

prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
warnings.warn("careful")
print("careful", file=sys.stderr)
