# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

whole_steps = {
    "sigmoid": 300 * np.float64(0.14) ** 9,
    "tanh": 300 * np.power(0.58, 9),
    "ReLU": np.float64(300) * 0.41**9,
}
below_one = {
    "sigmoid": "Both",
    "tanh": "Weights",
    "ReLU": "Both",
    "tanh, Xavier": "Neither",
    "ReLU, He": "Slope",
}
forecast = {
    "sigmoid": "Stuck",
    "tanh": "Stuck",
    "ReLU": "stuck ",
    "tanh, Xavier": "Learns",
    "ReLU, He": "learns",
    "sigmoid, skips": "learns",
}
