# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np

long_step = {"breaks": [np.float64(1), np.int64(4)], "lowest": np.float64(0.83), "parts": np.float64(18)}
