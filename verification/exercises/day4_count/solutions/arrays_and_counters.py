# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

import numpy as np

counted = {"nodes": 14, "parameters": 25, "paths from x1": 9, "paths from w": 3}


def count_parameters(nin, nouts):
    before, after = np.array([nin, *nouts[:-1]]), np.array(nouts)
    return int(((before + 1) * after).sum())
