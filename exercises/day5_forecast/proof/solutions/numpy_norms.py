# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.

placed = {"most": np.floor(np.log(300 / 30) / np.log(4)), "best": np.int64(6), "worst": 2.0}
forecast = {
    "wide": "Stuck",
    "first": "stuck ",
    "all but first": "Learns",
    "last two": "STUCK",
    "first seven": "learns",
}
