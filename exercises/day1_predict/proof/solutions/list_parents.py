# SPDX-License-Identifier: MIT
# ruff: noqa
# Lists everywhere, plain loops, no early returns; `type(x) ==` instead of isinstance; a trace in two passes.

prediction = {}
prediction["(a*b)+c"] = {"nodes": 4, "edges": 4, "value": 7 * 5 + 7}
prediction["impossible"] = ["b", "d", "e"]
prediction["loop"] = {"nodes": 1 + 5, "edges": 2 * 5, "value": 10 * 2**5}
