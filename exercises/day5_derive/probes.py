# SPDX-License-Identifier: MIT
"""Questions about the spread of a sum: what the rule needs, and which spread of the weights follows from it."""

from __future__ import annotations

from exercises.shared.paper import letters, on_paper
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entry_of, probe

right = KeptAway("exercises.day5_derive.right")

CASES, SWITCHED, LEVEL = "day5-derive-cases", "day5-derive-switched", "day5-derive-leak"


@probe(
    CASES,
    '`spread["cases"]`: the cases in which the mixed products have the mean 0',
    "a mean of 0 needs one factor that is drawn independently and itself has the mean 0",
    reveal=False,
)
def cases(namespace: Namespace) -> list[str] | str:
    """Return the letters, sorted, each once."""
    return letters(entry_of(namespace, "spread", "cases"), "ABCDE", "the cases")


on_paper(
    SWITCHED,
    "spread",
    "switched",
    "the variance of the sum of 16 products whose inputs are 0 or 1",
    "the mean of `w² · x²` is the mean of `w²` times the mean of `x²`, and here `x²` equals `x`",
    judged=lambda: right.switched,
)
on_paper(
    LEVEL,
    "spread",
    "level",
    "the standard deviation of the weights that keeps the mean square",
    "sixteen times the mean of `w²` has to be 1",
    judged=lambda: right.level,
)
on_paper(
    LEVEL,
    "spread",
    "level with a leak",
    "the standard deviation of the weights that makes up for the leak",
    "half of the squares stay as they are, and half of them become a quarter",
    judged=lambda: right.level_with_a_leak,
)
