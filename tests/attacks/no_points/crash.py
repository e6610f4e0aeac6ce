# tries: a crash in C code
# told: day1-predict ended the kernel

# %% answer="day1-predict"
import ctypes

ctypes.string_at(0)
