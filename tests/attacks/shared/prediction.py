prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "loop": {"nodes": 6, "edges": 10, "value": 320.0},
    "impossible": "BDE",
}
