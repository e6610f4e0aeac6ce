# SPDX-License-Identifier: MIT
"""Questions about steps that are too long for a gradient, and about the unit of its size."""

from __future__ import annotations

from exercises.shared.paper import a_number, on_paper
from exercises.shared.plain import number_of
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entry_of, probe

right = KeptAway("exercises.day2_step.right")

BREAKS, LOWEST, SCALE = "day2-step-breaks", "day2-step-lowest", "day2-step-scale"
AT = "`L = (w*x + b)**2 + c` at `w = -3`, `x = 0.5`, `b = 4`, `c = 10`"


def _raised(namespace: Namespace) -> float:
    return float(number_of(entry_of(namespace, "long_step", "breaks")))


a_number(BREAKS, "long_step", "breaks")


@probe(
    BREAKS,
    f"what `L` does when `x` is raised by your number, for {AT}",
    "`L` has a square in it: far enough on the other side, it is as high as before",
    reveal=False,
    phrase=str,
)
def breaks(namespace: Namespace) -> str:
    """Say whether x is raised, and where L ends: every rise after which L is higher counts."""
    raised = _raised(namespace)
    if raised <= 0:
        return "`x` is not raised"
    moved = (-3.0 * (0.5 + raised) + 4.0) ** 2 - 6.25
    return "it ends where it began" if abs(moved) < 1e-9 else "it rises" if moved > 0 else "it falls"


on_paper(
    LOWEST,
    "long_step",
    "lowest",
    f"the rise of `x` that makes `L` lowest, for {AT}",
    "a square is lowest where it is 0",
    judged=lambda: right.lowest,
)
on_paper(
    SCALE,
    "long_step",
    "parts",
    "the `k` with which `b` has six times the leverage of `x`, for `L = (w*x + b)**2 + c`, `w = -3/k`, `x = "
    "0.5·k`, `b = 4`, `c = 10`",
    "the gradient of `x` is what arrives at the product, times `w`",
    judged=lambda: right.parts,
)
