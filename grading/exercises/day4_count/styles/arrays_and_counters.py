# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

import numpy as np

nodes = ["z1.1", "z1.2", "z1.3", "h1.1", "h1.2", "h1.3", "z2.1", "z2.2", "z2.3", "h2.1", "h2.2", "h2.3", "z3.1", "h3.1"]
counted = {"layer 1": 9, "layer 2": 12, "layer 3": 4, "all": 25}


def count_parameters(nin, nouts):
    before, after = np.array([nin, *nouts[:-1]]), np.array(nouts)
    return int(((before + 1) * after).sum())
