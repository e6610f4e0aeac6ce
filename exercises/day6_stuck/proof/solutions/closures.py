# SPDX-License-Identifier: MIT
# ruff: noqa
# Each number computed.

wanted = np.repeat([1.0, 0.0], [30, 10])
stuck = {
    "lower": np.stack([np.arange(4), -np.arange(4)], axis=1),
    "lowest": wanted.var(),
    "repairs": "CA",
    "unnoticed": np.int64(64),
}
