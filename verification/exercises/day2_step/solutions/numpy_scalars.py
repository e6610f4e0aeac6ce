# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's scalars in data and grad, and an array of nudges.

import numpy as np

one_step = {
    "input": np.str_("x"),
    "way": "up",
    "promised": np.float64(-1.5),
    "came": np.float64(-1.41),
    "leverage": np.int64(3),
}
