# tries: takes a formula of the question's own code apart, and builds it anew
# points: day4-count=0
# uses: right_code
# day: 4
# exhaustive: another day needs another warm process

# %% answer="day4-count"
def count_parameters(nin, nouts):
    return taken("count")[0]([nin, *nouts])
