# tries: a crash in C code
# message: day1-predict was left out: It ended the kernel

# %% answer="day1-predict"
import ctypes

ctypes.string_at(0)
