# SPDX-License-Identifier: MIT
"""Questions about engine P: which operation is broken, and two shapes that show it."""

from __future__ import annotations

from typing import Any

from exercises.day6_tensor.arrays import two_shapes
from exercises.shared.paper import chosen
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entries_of, probe
from judge.run.answers import PlainValue, Several

right = KeptAway("exercises.day6_broken.right")

OPERATIONS = ("+", "-", "*", "/", "max", "@", "tanh", "relu", "exp", "square", "sum")
LONGEST = 6

chosen(
    "day6-broken-operation",
    "broken",
    "operation",
    "a rule can be right for some shapes and wrong for others only if something is repeated",
    OPERATIONS,
    ask='the operation that is wrong in engine P: `broken["operation"]`',
)


@probe(
    "day6-broken-shapes",
    'two shapes at which that operation goes wrong: `broken["shapes"]`',
    "try each way of being repeated: an axis missing, an axis of length 1 in front, one at the end",
    judged=lambda: right.shown,
    reveal=False,
)
def shapes(namespace: Namespace) -> Any:
    """Return both shapes in the form that is judged: ``3,2`` for (3, 2), and ``-`` for ()."""
    pair = two_shapes(entries_of(namespace, "broken")["shapes"], LONGEST)
    said = pair if isinstance(pair, str) else " ".join(",".join(map(str, shape)) or "-" for shape in pair)
    return Several((PlainValue({}), PlainValue(said)))
