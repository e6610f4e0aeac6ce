# SPDX-License-Identifier: MIT
# ruff: noqa
# How a node was made is a named tuple; `_prev` and `_op` are properties that read it. Generators find the graph.

graph_1 = list(zip("abdcef", "ddeeLL"))
graph_2 = list(zip("abssap", "ssppqq"))
graph_3 = list(zip("xmxnuv", "uuvvyy"))
