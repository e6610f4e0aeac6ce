# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.

prediction = {
    "(a*b)+c": {"nodes": 4, "edges": 4, "value": 42},
    "impossible": "EDB",
    "loop": {"nodes": 6, "edges": 10, "value": 320},
}
