# SPDX-License-Identifier: MIT
# ruff: noqa
# Each number computed.

wanted = np.repeat([1.0, 0.0], [30, 10])
stuck = {
    "errors": (np.zeros((40, 1)) - np.zeros(40)).size,
    "everybody": np.repeat([0.0, 1.0], 20).mean(),
    "lowest": wanted.var(),
    "repairs": "CA",
}
