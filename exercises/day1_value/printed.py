# SPDX-License-Identifier: MIT
"""What the text of a node shows: the numbers in it, and the name of its class."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from judge.run.messages import Argument, sentence

# Numbers as people write them: a sign, digits, a fraction's stroke, an exponent.
_NUMBER = re.compile(r"(?<![\d.])[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?!\.?\d)")
_FRACTION = re.compile(r"([-+]?(?<!\d)\d+)\s*/\s*(\d+)|Fraction\(([-+]?\d+), (\d+)\)")


def in_words(parts: Sequence[str]) -> Argument:
    """Return what a text shows, as a sentence: names of parts, which are keys of translations."""
    if not parts:
        return sentence("text with neither of the two")
    *others, last = map(sentence, parts)
    if not others:
        return sentence("text with {part}", part=last)
    return sentence("text with {others} and {last}", others=tuple(others), last=last)


def _numbers_in(text: str) -> Iterator[float]:
    text = text.replace("\N{MINUS SIGN}", "-")
    for match in _FRACTION.finditer(text):
        above, below = (part for part in match.groups() if part is not None)
        if int(below):
            yield int(above) / int(below)
    for match in _NUMBER.finditer(text):
        yield float(match[0])


def shows(text: str, number: float) -> bool:
    """Tell whether a number stands in a text, rounded to a tenth or better, with or without a plus sign."""
    return any(math.isclose(shown, number, abs_tol=0.051) for shown in _numbers_in(text))


def class_name_in(text: str, node: Any) -> bool:
    """Tell whether a text holds the name of a node's class; ``Value`` counts, too."""
    return any(name and name in text for name in ("Value", type(node).__name__))
