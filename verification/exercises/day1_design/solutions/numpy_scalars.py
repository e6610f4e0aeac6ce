# SPDX-License-Identifier: MIT
# ruff: noqa
# `data` is a NumPy scalar.

import numpy as np

design = {
    "parts: nodes": np.int64(4),
    "parts: edges": np.int64(4),
    "one: nodes": np.float64(2),
    "one: edges": np.int32(2),
    "z rises by": np.float64(8),
    "edges from y": np.int64(0),
    "parents of z": np.int64(2),
}
