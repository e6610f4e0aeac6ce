# tries: a file of 15 MB with five million lists in each other's company
# message: too many parts

# %% change
path.write_text('{"cells": [' + "[]," * 5_000_000 + '[]], "nbformat": 4}')
