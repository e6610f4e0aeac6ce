# SPDX-License-Identifier: MIT
"""Questions about the chain rule on paper.

dL/dw1 is right if it follows from a wrong dL/dw2, too: an error costs the point of its own step.
"""

from __future__ import annotations

from exercises.shared.paper import on_paper
from judge.asking.kept_away import KeptAway

right = KeptAway("exercises.day2_chain.right")

NET = "the five steps in the table of 2.4, at `x = 2`, `w1 = 3`, `w2 = -1`, `b = 0.5`"

on_paper(
    "day2-chain-w2",
    "chain",
    "dL/dw2",
    f"the gradient `dL/dw2` for {NET}",
    "the slope of the square at `z4`, times the other factor of `w2`",
)
on_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient `dL/dw1` for {NET}",
    "one factor for each step back: square, times `w2`, ReLU, plus `b`, times `x`",
    judged=lambda: right.by_w1,
)
on_paper(
    "day2-chain-times",
    "chain",
    "times",
    f"the number by which `dL/dw1` is multiplied with `w2 = 3`, for {NET}",
    "count every factor on the path to `w1` that depends on `w2`",
)
on_paper(
    "day2-chain-x",
    "chain",
    "x",
    f"an `x` with `dL/dw1 = 0` where `dL/db` is not 0, for {NET}",
    "look for the factor that the path to `w1` has and the path to `b` has not",
)
