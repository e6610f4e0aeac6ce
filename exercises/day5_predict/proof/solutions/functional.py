# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

ranking = sorted("ABCD", key=dict(A=0.6**2 * 2, B=1 + 1, C=1.3**2, D=1).get)
border = next(z for z in (place / 100 for place in range(1000)) if (1 + 3 * (1 - math.tanh(z) ** 2) ** 2) / 4 <= 1 / 2)
