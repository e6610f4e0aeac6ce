# SPDX-License-Identifier: MIT
"""Questions about the chain rule on paper.

Each answer is judged by the answers before it: a number is right if it follows from an earlier one, even a wrong one.
So an error costs the point of its own step, and no other.
"""

from __future__ import annotations

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import on_paper

right = KeptAway("grading.exercises.day2_chain.right")

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
    judged=lambda: right.by_w2,
)
on_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient dL/dw1 for {NET}",
    "one factor for each step back: square, times w2, ReLU, plus b, times x",
    judged=lambda: right.by_w1,
)
on_paper(
    "day2-chain-b",
    "chain",
    "dL/db",
    f"the gradient dL/db for {NET}",
    "one factor for each step back: square, times w2, ReLU, and the sum, which copies",
    judged=lambda: right.by_b,
)
