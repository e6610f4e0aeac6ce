# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import numpy as np

fool = {"pixel": "d", "change": np.float64(-0.45), "rise": np.float64(0.18)}
fool |= {"seen gradient": -0.0, "first": " c", "from": np.float64(0.4)}
