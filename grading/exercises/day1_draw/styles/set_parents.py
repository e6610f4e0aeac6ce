# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.

graph_1 = [("e", "L"), ("f", "L"), ("d", "e"), ("c", "e"), ("a", "d"), ("b", "d")]
graph_2 = [("p", "q"), ("a", "q"), ("s", "p"), ("s", "p"), ("a", "s"), ("b", "s")]
graph_3 = [("u", "y"), ("v", "y"), ("x", "v"), ("n", "v"), ("x", "u"), ("m", "u")]
