# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import numpy as np

plane = {"second": tuple(np.array([2.0, -2.0, 1.0])), "floor": np.mean(np.array([0.0, 0.5, 0.5, 0.0]) ** 2)}
