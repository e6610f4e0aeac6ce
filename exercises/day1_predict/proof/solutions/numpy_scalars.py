# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad; division by zero is refused by hand, since NumPy only warns.

import numpy as np

a, b, c = np.float64(7), np.float64(5), np.float64(10)
prediction = {
    "(a*b)+c": {"nodes": np.int64(4), "edges": np.int64(4), "value": a * b + a},
    "impossible": "B, D and E",
    "loop": {"nodes": np.int64(6), "edges": np.int64(10), "value": c * 32},
}
