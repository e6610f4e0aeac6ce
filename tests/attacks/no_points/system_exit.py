# tries: `sys.exit(0)`, `exit()` and `quit()`
# points: day1-predict=0
# row: 18

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import sys

sys.exit(0)
