# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np

long_step = {"breaks": np.array([1, 4.99]), "lowest": np.float64(0.83), "parts": np.float64(18)}
