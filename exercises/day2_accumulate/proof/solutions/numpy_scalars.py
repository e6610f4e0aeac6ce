# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np

trap = {"hides": (np.float64(-2), np.int64(0)), "turns": [np.float64(0.5), np.float64(-0.75)]}
