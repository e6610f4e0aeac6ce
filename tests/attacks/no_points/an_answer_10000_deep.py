# tries: an answer nested 10,000 deep

# %% answer="day1-predict"
deep = []
for _ in range(10_000):
    deep = [deep]
prediction = {name: {"nodes": deep, "edges": deep, "value": deep} for name in ("(a*b)+c", "loop", "impossible")}
