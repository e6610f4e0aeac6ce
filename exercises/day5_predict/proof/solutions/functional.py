# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

ranking = sorted(["none", "tanh", "ReLU", "sigmoid"], key=["sigmoid", "ReLU", "tanh", "none"].index)
border = next(z for z in (place / 100 for place in range(1000)) if 1 - math.tanh(z) ** 2 <= 1 / 4)
