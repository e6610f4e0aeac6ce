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


puzzle_2 = (3.0, -2.0, 1.0)
quit()
