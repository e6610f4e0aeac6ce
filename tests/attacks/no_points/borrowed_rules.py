# tries: takes the rules of the question's own code apart, and builds them anew
# points: day5-init=0
# uses: right_code
# day: 5
# exhaustive: another day needs another warm process

# %% answer="day5-init"
def xavier_std(fan_in, fan_out):
    return taken("xavier_std")[0](fan_in, fan_out)


def he_std(fan_in, fan_out):
    return taken("he_std")[0](fan_in, fan_out)
