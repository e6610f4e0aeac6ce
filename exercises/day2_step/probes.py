# SPDX-License-Identifier: MIT
"""Questions about steps that are too long for a gradient, and about the unit of its size."""

from __future__ import annotations

from exercises.shared.paper import kind_of_pair, on_paper
from exercises.shared.plain import number_of
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entries_of, entry_of, probe

right = KeptAway("exercises.day2_step.right")

BREAKS, LOWEST, SCALE = "day2-step-breaks", "day2-step-lowest", "day2-step-scale"
AT = "`L = (w*x + b)**2 + c` at `w = -3`, `x = 0.5`, `b = 4`, `c = 10`"


@probe(
    BREAKS,
    '`long_step["breaks"]`',
    "the names of the entries are given, and this one holds two numbers without quotes",
    phrase=str,
)
def kind_of_breaks(namespace: Namespace) -> str:
    """Say what the entry holds."""
    return kind_of_pair(entries_of(namespace, "long_step"), "breaks")


@probe(
    BREAKS,
    f"what `L` does when `x` is raised alone, when `b` is lowered alone, and after both, for {AT}",
    "`L` has the square of `e` in it, and each of the two steps takes its part from `e`",
    reveal=False,
    phrase=str,
)
def breaks(namespace: Namespace) -> str:
    """Say what L does in each of the three cases: every pair with the right three ways counts."""
    raised, lowered = (float(number_of(one)) for one in entry_of(namespace, "long_step", "breaks"))
    if raised <= 0:
        return "`x` is not raised"
    if lowered <= 0:
        return "`b` is not lowered"
    alone, other, both = _way(raised, 0.0), _way(0.0, lowered), _way(raised, lowered)
    return f"with `x` alone it {alone}, with `b` alone it {other}, with both it {both}"


def _way(raised: float, lowered: float) -> str:
    """Say what L does."""
    moved = (-3.0 * (0.5 + raised) + 4.0 - lowered) ** 2 - 6.25
    return "ends where it began" if abs(moved) < 1e-9 else "rises" if moved > 0 else "falls"


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
