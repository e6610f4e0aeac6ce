# tries: takes memory until there is none

# %% answer="day1-predict"
kept = [bytearray(64 << 30)]
