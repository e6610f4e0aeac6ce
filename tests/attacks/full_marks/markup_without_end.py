# tries: 1,500,000 angle brackets in a picture, 400,000 tags, and a million line ends
# uses: prediction

# %% own before="day1-predict"
from IPython.display import display

display({"text/html": "", "image/svg+xml": "<" * 1_500_000}, raw=True)
display({"text/html": "", "image/svg+xml": "href=" + " " * 300_000}, raw=True)
display({"text/html": "<b>" * 400_000}, raw=True)
display({"text/plain": "\n" * 1_000_000}, raw=True)
shown = 1

# %% answer="day1-predict"
shown
