# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

spread = dict(
    zip(
        ("one product", "mixed", "sum", "spread of the sum", "factor", "level", "level with ReLU"),
        (9 / 4, "b", 36, math.sqrt(36), 2, 1 / 4, math.sqrt(2) / 4),
    )
)
