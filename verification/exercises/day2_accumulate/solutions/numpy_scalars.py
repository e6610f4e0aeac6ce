# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np

accumulated = {"a + a": np.float64(2), "a * a": np.float64(6), "b = a + a; b + b": np.int64(4)}
