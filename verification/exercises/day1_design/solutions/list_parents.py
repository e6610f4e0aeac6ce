# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.

design = dict(
    zip(
        ("not safe", "z rises by", "edges from y", "parents of z"),
        ["ecb", 2**4 - 2**3, 0, 2],
    )
)
