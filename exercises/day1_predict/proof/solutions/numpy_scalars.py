# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.

import numpy as np

a, b, c = np.float64(2), np.float64(-3), np.float64(10)
prediction = {
    "(a*b)+c": {"nodes": np.int64(5), "edges": np.int64(4), "value": a * b + c},
    "impossible": "B, D and E",
    "loop": {"nodes": np.int64(6), "edges": np.int64(10), "value": c * 32},
}
