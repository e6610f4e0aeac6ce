# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.

design = dict(
    zip(
        ("not safe", "unnoticed at", "edges from y", "parents of z"),
        ["ecb", 1, 0, 2],
    )
)
