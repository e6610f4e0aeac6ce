# SPDX-License-Identifier: MIT
# ruff: noqa
# `data` is a NumPy scalar.

import numpy as np

design = {
    "not safe": np.str_("B, C, E"),
    "unnoticed at": np.float64(1),
    "edges from y": np.int64(0),
    "parents of z": np.int64(2),
}
