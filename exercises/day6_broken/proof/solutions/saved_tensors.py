# SPDX-License-Identifier: MIT
# ruff: noqa
# A pair of shapes that are both repeated, of NumPy's whole numbers.

broken = dict(operation="*", shapes=(np.ones((3, 1)).shape, tuple(np.array([1, 4]))))
