prediction = {name: {"nodes": 1, "edges": 1, "value": 0.5} for name in ("(a*b)+c", "loop")} | {"impossible": "G"}
