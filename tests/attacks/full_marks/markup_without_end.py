# tries: 1,500,000 angle brackets in a picture, 400,000 tags, and a million line ends
# points: full

# %% own before="day1-predict"
from IPython.display import display

display({"text/html": "", "image/svg+xml": "<" * 1_500_000}, raw=True)
display({"text/html": "", "image/svg+xml": "href=" + " " * 300_000}, raw=True)
display({"text/html": "<b>" * 400_000}, raw=True)
display({"text/plain": "\n" * 1_000_000}, raw=True)
shown = 1

# %% answer="day1-predict"
shown
prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "s*s where s=a+b": {"nodes": 4, "edges": 4, "value": 1.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
}
