prediction = {
    "(a*b)+c": {"nodes": 4, "edges": 4, "value": 42.0},
    "loop": {"nodes": 6, "edges": 10, "value": 320.0},
    "impossible": "BDE",
}
