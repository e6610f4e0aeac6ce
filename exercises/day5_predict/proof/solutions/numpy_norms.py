# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

import numpy as np

ranking = ["A", "D", "C", "B"]
border = np.arccosh(3**0.25)
