# SPDX-License-Identifier: MIT
"""Questions about the plane of two hidden neurons."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.paper import letters, on_paper
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import show
from grading.run.messages import Argument, sentence


def _said(answer: Any) -> Argument:
    if not isinstance(answer, list):
        return show(answer)
    return tuple(answer) or sentence("none of them")


@probe(
    "day4-plane-lines",
    'the planes in `plane["separable"]`',
    "a straight line separates the classes where the segment of class 0 and that of class 1 neither cross nor touch",
    phrase=_said,
    reveal=False,
)
def separable(namespace: Namespace) -> Any:
    """Return the letters that were chosen."""
    return letters(written(written(namespace["plane"])["separable"]), "ABCD", "the planes")


on_paper(
    "day4-plane-floor",
    "plane",
    "floor",
    "the smallest mean of the four squared errors where an input of class 0 and one of class 1 lie on one point",
    "one point gets one answer: ask which answer costs least for the targets 0 and 1 together",
)
