# SPDX-License-Identifier: MIT
"""Questions about engine P: which operation is broken, and two shapes that show it."""

from __future__ import annotations

from typing import Any

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import chosen
from grading.exercises.shared.plain import number_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import PlainValue, Several

right = KeptAway("grading.exercises.day6_broken.right")

OPERATIONS = ("+", "-", "*", "/", "max", "@", "tanh", "relu", "exp", "square", "sum")
MOST_AXES, LONGEST = 3, 6

chosen(
    "day6-broken-operation",
    "broken",
    "operation",
    "a rule can be right for some shapes and wrong for others only if something is repeated",
    OPERATIONS,
)


def _shape(entry: Any) -> str:
    """Return a shape as ``3,2``, as ``-`` for (), or as a text that says what is wrong with it."""
    if not isinstance(entry, (tuple, list)):
        return "an entry that is not a shape; a shape is a tuple, such as (3, 2) or (4,)"
    lengths = [number_of(length) for length in entry]
    if len(lengths) > MOST_AXES or not all(type(length) is int and 1 <= length <= LONGEST for length in lengths):
        return "a shape with more than 3 axes, or with a length that is not a whole number from 1 to 6"
    return ",".join(map(str, lengths)) or "-"


@probe(
    "day6-broken-shapes",
    '`broken["shapes"]`',
    "try each way of being repeated: an axis missing, an axis of length 1 in front, one at the end",
    judged=lambda: right.shown,
    reveal=False,
)
def shapes(namespace: Namespace) -> Any:
    """Return both shapes in the form that is judged."""
    pair = written(written(namespace["broken"])["shapes"])
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        said = "not a pair of shapes; write it as in [(3, 2), (2,)]"
    else:
        parts = [_shape(entry) for entry in pair]
        said = next((part for part in parts if part.startswith("a")), " ".join(parts))
    return Several((PlainValue({}), PlainValue(said)))
