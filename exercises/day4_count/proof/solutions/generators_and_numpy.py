# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import numpy as np

counted = {"changed": int(np.sum([9, 12, 3])), "parameters": 25, "width": np.float64(8 - 2)}
