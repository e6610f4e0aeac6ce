# tries: takes the functions of the question's own code apart, and builds them anew as if they stood in its own cell
# points: day1-value=0 day1-stretch=any
# uses: right_code

# %% answer="day1-value"
plus_and_times, names = taken("plus_and_times")


class Value:
    __init__, __repr__ = rebuilt(names["Node"].__init__, names), rebuilt(names["Node"].__repr__, names)


for name, part in plus_and_times(Value).items():
    setattr(Value, name, part)
