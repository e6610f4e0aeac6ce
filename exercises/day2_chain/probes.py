# SPDX-License-Identifier: MIT
"""Questions about the chain rule on paper.

dL/dw1 is right if it follows from a wrong dL/dw2, too: an error costs the point of its own step.
"""

from __future__ import annotations

from exercises.shared.paper import on_paper
from judge.asking.kept_away import KeptAway

right = KeptAway("exercises.day2_chain.right")

STEPS = "the five steps in the table of 2.4"
NET = "the five steps in the table of 2.4, with `w2 = -1`, `b = 0.5`, `L = 42.25` and `dL/dx = 39`"

on_paper(
    "day2-chain-w2",
    "chain",
    "dL/dw2",
    f"the gradient `dL/dw2` for {NET}",
    "`L` is the square of `z4`, and ReLU's result is never below 0, so `z4` and then `z3` are known",
)
on_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient `dL/dw1` for {NET}",
    "what arrives at `z1` goes on to `x`, times `w1`, and to `w1`, times `x`: `dL/dx` gives one, `z1` the other",
    judged=lambda: right.by_w1,
)
on_paper(
    "day2-chain-times",
    "chain",
    "times",
    f"the number by which `dL/dw1` is multiplied with `w2 = 3`, for {STEPS}",
    "count every factor on the path to `w1` that depends on `w2`",
)
on_paper(
    "day2-chain-x",
    "chain",
    "x",
    f"an `x` with `dL/dw1 = 0` where `dL/db` is not 0, for {STEPS}",
    "look for the factor that the path to `w1` has and the path to `b` has not",
)
