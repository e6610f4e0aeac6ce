# tries: prints half a character, which no file can hold
# uses: prediction

# %% answer="day1-predict"
print("\ud800")
"\udfff"
