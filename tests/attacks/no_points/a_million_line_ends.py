# tries: an error with a million line ends, and a place that is no number
# points: day1-predict=0

# %% answer="day1-predict"
raise SyntaxError("\n" * 1_000_000 + " (x, line " + "9" * 5_000 + ")")
