# tries: `exit()` at the end of each exercise
# uses: prediction

# %% answer="day1-predict"
exit()

# %% answer="day1-draw"
def puzzle_1(a, b):
    t = a * b
    return t * (t + a)


def puzzle_3(a):
    three = a + a + a
    six = three + three
    return six + six + three


made_it = "BCF"
quit()
