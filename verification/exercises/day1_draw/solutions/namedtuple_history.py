# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.

import operator

puzzle_1 = lambda a, b: (lambda p: operator.mul(p, operator.add(p, a)))(operator.mul(a, b))
made_it = "B, C, F"
graph_3 = list(zip(["a", "b", "a", "b", "n1", "n2", "n3", "a"], ["n1", "n1", "n2", "n2", "n3", "n3", "y", "y"]))
