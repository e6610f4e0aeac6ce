# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

spread = {
    "cases": "A B D",
    "switched": np.float64(2),
    "level": np.float64(0.25),
    "level with a leak": np.float32(0.316),
}
