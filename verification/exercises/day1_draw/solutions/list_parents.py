# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.


def puzzle_1(a, b):
    step = a * b
    further = step + a
    y = step * further
    return y


made_it = ["F", "B", "C"]
graph_3 = [["a", "n1"], ["b", "n1"], ["a", "n2"], ["b", "n2"], ["n1", "n3"], ["n2", "n3"], ["n3", "y"], ["a", "y"]]
