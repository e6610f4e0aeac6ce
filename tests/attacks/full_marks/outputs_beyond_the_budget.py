# tries: 16 MB of outputs, in cells of 3.9 MB each
# uses: prediction

# %% own before="day1-predict"
from IPython.display import display

display({"text/plain": "a" * 3_900_000}, raw=True)
first = 1

# %% own before="day1-predict"
display({"text/plain": "b" * 3_900_000}, raw=True)
second = first

# %% own before="day1-predict"
display({"text/plain": "c" * 3_900_000}, raw=True)
third = second

# %% own before="day1-predict"
display({"text/plain": "d" * 3_900_000}, raw=True)
fourth = third

# %% answer="day1-predict"
fourth
