# SPDX-License-Identifier: MIT
# ruff: noqa
# Numbers of NumPy.

speed = {"limit": np.float64(20) / 0.002, "half": np.int64(50)}
