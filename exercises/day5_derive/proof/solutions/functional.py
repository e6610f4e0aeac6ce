# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

spread = dict(
    zip(
        ("cases", "switched", "level", "level with a leak"), ("d, b, a", sum([1 / 8] * 16), 1 / 4, math.sqrt(8 / 5) / 4)
    )
)
