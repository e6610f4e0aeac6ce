# SPDX-License-Identifier: MIT
"""What is asked about the plane of two hidden neurons."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.plain import text_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import show

LETTERS = "ABCD"
BETWEEN = " ,;+&"


def _said(answer: Any) -> str:
    if not isinstance(answer, list):
        return show(answer)
    return " and ".join([", ".join(answer[:-1]), *answer[-1:]]).removeprefix(" and ") or "none of them"


def _letters(entry: Any) -> list[str] | str:
    """Return the letters of a text, or of several texts, sorted, each once; or say why there are none."""
    texts = [text_of(part) for part in entry] if isinstance(entry, (list, tuple, set)) else [text_of(entry)]
    if None in texts:
        written(None)
    if not all(isinstance(text, str) for text in texts):
        return f"{show(entry)}; the planes have letters"
    letters = {letter for text in texts for letter in text.upper().replace(" AND ", " ") if letter not in BETWEEN}
    if unknown := sorted(letters - set(LETTERS)):
        return f"a text with {unknown[0]!r}; the planes are A, B, C and D"
    return sorted(letters)


@probe(
    "day4-plane-lines",
    'the planes in `plane["separable"]`',
    "a straight line separates the classes where the segment of class 0 and that of class 1 neither cross nor touch",
    many=True,
    phrase=_said,
    reveal=False,
)
def separable(namespace: Namespace) -> Any:
    """Return the letters that were chosen."""
    plane = written(namespace["plane"])
    return _letters(written(plane["separable"]))


on_paper(
    "day4-plane-floor",
    "plane",
    "floor",
    "the smallest mean of the four squared errors where an input of class 0 and one of class 1 lie on one point",
    "one point gets one answer: ask which answer costs least for the targets 0 and 1 together",
)
