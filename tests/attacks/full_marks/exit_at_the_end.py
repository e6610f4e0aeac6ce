# tries: `exit()` at the end of each exercise
# uses: prediction

# %% answer="day1-predict"
exit()

# %% answer="day1-draw"
def puzzle_1(a, b):
    t = a * b
    return t * (t + a)


made_it = "BCF"
graph_3 = [("a", "n1"), ("b", "n1"), ("a", "n2"), ("b", "n2"), ("n1", "n3"), ("n2", "n3"), ("n3", "y"), ("a", "y")]
quit()
