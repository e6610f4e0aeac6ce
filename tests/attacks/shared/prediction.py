prediction = {
    "(a*b)+c": {"nodes": 5, "edges": 4, "value": 4.0},
    "a*a+a": {"nodes": 3, "edges": 4, "value": 6.0},
    "impossible": "BDE",
}
