# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.

import numpy as np

fool = {"pixel": "d", "change": np.float64(-0.25), "rise": np.float64(0.1)}
fool |= {"all rise": np.abs(np.full(35, -0.2)).sum() * 0.04, "coins": np.mean([0.28, -0.28]), "fine step": 4e-4}
