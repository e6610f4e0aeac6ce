# tries: prints half a character, which no file can hold
# points: full
# uses: prediction

# %% answer="day1-predict"
print("\ud800")
"\udfff"
