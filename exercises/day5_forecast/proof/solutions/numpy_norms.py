# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

deepest = {
    net: 1 + np.floor(np.log(30 / 900) / np.log(factor))
    for net, factor in (("sigmoid", 0.14), ("tanh", 0.58), ("ReLU", 0.41))
}
forecast = {
    "sigmoid": "Stuck",
    "tanh": "Stuck",
    "ReLU": "stuck ",
    "tanh, Xavier": "Learns",
    "ReLU, He": "learns",
    "sigmoid, skips": "learns",
}
