# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.

graph_1 = [["a", "d"], ["b", "d"], ["d", "e"], ["c", "e"], ["e", "L"], ["f", "L"]]
graph_2 = [["a", "s"], ["b", "s"], ["s", "p"], ["s", "p"], ["p", "q"], ["a", "q"]]
graph_3 = [["x", "u"], ["m", "u"], ["x", "v"], ["n", "v"], ["u", "y"], ["v", "y"]]
