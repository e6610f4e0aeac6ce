# tries: takes memory until there is none
# message: MemoryError

# %% answer="day1-predict"
kept = [bytearray(64 << 30)]
