# SPDX-License-Identifier: MIT
"""Questions about the nodes of a layer, with arrays and with numbers."""

from __future__ import annotations

from grading.exercises.shared.paper import chosen, on_paper

WHY = "day6-speed-why"

on_paper(
    WHY,
    "speed",
    "tensor",
    "the number of nodes with `Tensor`",
    "each leaf is a node, and so is the result of each operation, whatever its shape",
)
on_paper(
    WHY,
    "speed",
    "products",
    "the number of nodes made by `*` with `Value`",
    "each entry of the result is a sum of products, one for each entry of a row of X",
)
chosen(
    WHY,
    "speed",
    "why",
    "more pictures mean more nodes in one engine but not in the other",
    ("A", "B", "C", "D"),
)
