# tries: an answer of 100 MB

# %% answer="day1-predict"
prediction = {name: {"nodes": "5" * 100_000_000, "edges": [0] * 10_000_000, "value": 10 ** 100_000} for name in ("(a*b)+c", "loop", "impossible")}
