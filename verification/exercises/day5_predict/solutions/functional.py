# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

ranking = sorted(["none", "tanh", "ReLU", "sigmoid"], key=["sigmoid", "ReLU", "tanh", "none"].index)
ten_slopes = math.prod([1 / 4] * 10)
