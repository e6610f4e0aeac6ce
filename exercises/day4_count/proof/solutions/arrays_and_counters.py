# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.

import numpy as np

sizes = np.array([2, 3, 3, 1])
counted = {"parameters": int(((sizes[:-1] + 1) * sizes[1:]).sum()), "changed": 24}
counted["width"] = np.int64(6)
