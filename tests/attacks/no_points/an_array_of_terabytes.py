# tries: an array of a million by a million entries, which is one entry repeated
# day: 6
# points: day6-unbroadcast=0
# message: is too large

# %% answer="day6-unbroadcast"
HUGE = np.broadcast_to(np.zeros(()), (10**6, 10**6))


def unbroadcast(grad, shape):
    return HUGE


shares = {name: HUGE for name in "bckv"}
