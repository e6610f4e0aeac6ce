# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.

import operator

puzzle_1 = lambda a, b: (lambda p: operator.mul(p, operator.add(p, a)))(operator.mul(a, b))
puzzle_2 = (2, -1.0, 1)
twice = lambda node: operator.add(node, node)
puzzle_3 = lambda a: (lambda five: five + twice(five))(operator.add(twice(twice(a)), a))
