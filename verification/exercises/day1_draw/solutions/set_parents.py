# SPDX-License-Identifier: MIT
# ruff: noqa
# A set of parents, as the well-known small engines keep it; other names for the arguments; recursion for the trace.
# The edges come from the parents, so this trace finds one edge of `a + a` in a set: it is right on nodes that keep both.


def puzzle_1(left, right):
    y = right * left
    y = (left + y) * y
    return y


made_it = {"b", "c", "f"}
graph_3 = [("n3", "y"), ("a", "y"), ("n1", "n3"), ("n2", "n3"), ("a", "n2"), ("b", "n2"), ("a", "n1"), ("b", "n1")]
