# SPDX-License-Identifier: MIT
"""Questions about the gradients found on paper where a node is used more than once."""

from __future__ import annotations

from grading.exercises.shared.paper import on_paper

on_paper(
    "day2-accumulate-product",
    "accumulated",
    "a * a",
    "the gradient of a in a * a, at a = 3",
    "each of the two edges carries the data of the other operand, and the shares are added",
)
on_paper(
    "day2-accumulate-twice",
    "accumulated",
    "b = a + a; b + b",
    "the gradient of a in b + b, where b = a + a, at a = 3",
    "first collect everything at b, then send that along both edges to a",
)
