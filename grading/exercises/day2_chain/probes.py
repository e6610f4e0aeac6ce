# SPDX-License-Identifier: MIT
"""What is asked of the chain rule on paper."""

from __future__ import annotations

from grading.exercises.shared.paper import on_paper

NET = "the five steps on the card, at x = 2, w1 = 3, w2 = -1, b = 0.5"

on_paper(
    "day2-chain-forward",
    "chain",
    "L",
    f"the value of L for {NET}",
    "go forward one step at a time, and keep every number on the way",
)
on_paper(
    "day2-chain-w2",
    "chain",
    "dL/dw2",
    f"the gradient dL/dw2 for {NET}",
    "the slope of the square at z4, times what w2 is multiplied with",
)
on_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient dL/dw1 for {NET}",
    "one factor for each step back: square, times w2, ReLU, plus b, times x",
)
on_paper(
    "day2-chain-b",
    "chain",
    "dL/db",
    f"the gradient dL/db for {NET}",
    "one factor for each step back: square, times w2, ReLU, and the sum, which copies",
)
