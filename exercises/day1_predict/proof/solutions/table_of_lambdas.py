# SPDX-License-Identifier: MIT
# ruff: noqa
# Operators written once, as closures made by a function, from a table of lambdas; set comprehensions, no loop keeps a stack.

prediction = {
    expression: dict(zip(("nodes", "edges", "value"), numbers))
    for expression, numbers in {
        "(a*b)+c": (4, 4, 42.0),
        "loop": (6, 10, 320.0),
    }.items()
} | {"impossible": "B D E"}
