# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

import numpy as np


def gradient_norm(parameters):
    g = np.array([parameter.grad for parameter in parameters], dtype=float)
    if not np.all(np.isfinite(g)):
        where = int(np.flatnonzero(~np.isfinite(g))[0])
        raise ValueError(f"not finite: position {where}")
    return np.linalg.norm(g)
