# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import numpy as np

plane = {"separable": "CA", "floor": np.mean(np.array([0.0, 0.5, 0.5, 0.0]) ** 2)}
