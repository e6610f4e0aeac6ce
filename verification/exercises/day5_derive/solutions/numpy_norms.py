# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

spread = {
    "one product": np.float64(2.25),
    "mixed": " B",
    "sum": np.sum([2.25] * 16),
    "spread of the sum": np.sqrt(36.0),
    "factor": np.sqrt(16) * 0.5,
    "level": np.float64(0.25),
    "level with ReLU": np.float32(0.35),
}
