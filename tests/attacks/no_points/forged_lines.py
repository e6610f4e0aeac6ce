# tries: writes lines that are no JSON, too deep, too large, or of unheard-of forms
# points: day1-predict=0 day1-draw=any day1-stretch=any day1-design=any
# cell seconds: 3
# total seconds: 20
# uses: connections

# %% answer="day1-predict"
for number in connections():
    os.write(number, b"[" * 50_000 + b"\n")
