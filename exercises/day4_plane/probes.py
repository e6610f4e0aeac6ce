# SPDX-License-Identifier: MIT
"""Questions about the plane of two hidden neurons."""

from __future__ import annotations

import math
from typing import Any

from exercises.shared.paper import kind_of_entry, on_paper, with_point
from exercises.shared.plain import as_written, number_of
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import comma_among, quoted

SECOND = "day4-plane-second"
NEAR = 1e-6  # points nearer than this touch
SHOWN = 60  # how many characters of the learner's neuron are shown


def _second(namespace: Namespace) -> Any:
    return entry_of(namespace, "plane", "second")


@probe(
    SECOND,
    '`plane["second"]`',
    "a neuron with two inputs has three numbers: two weights and a bias",
    phrase=str,
)
def kind_of_second(namespace: Namespace) -> str:
    """Say what the entry for the neuron holds."""
    entries = entries_of(namespace, "plane")
    if "second" not in entries:
        return kind_of_entry(entries, "second")
    neuron = written(entries["second"])
    numbers = [number_of(written(entry)) for entry in neuron] if isinstance(neuron, (tuple, list)) else []
    plain = len(numbers) == 3 and all(type(one) in (int, float) and math.isfinite(one) for one in numbers)
    words = f"{as_written(neuron)}, which are not three numbers"
    return "three numbers" if plain else with_point(words, comma_among(neuron, 3))


@probe(
    SECOND,
    "how the segments of the two classes lie in the plane of (2, -2, 0) and your `second` neuron",
    "a straight line separates the classes where the segment of class 0 and that of class 1 neither cross nor touch",
    phrase=str,
    reveal=False,
)
def apart(namespace: Namespace) -> str:
    """Say whether the segments meet, and how: every neuron with which they don't counts."""
    second = _second(namespace)
    w1, w2, bias = (float(number_of(written(entry))) for entry in second)
    neuron = quoted(as_written(second), SHOWN)
    zero, one, up, right = (math.tanh(w1 * x1 + w2 * x2 + bias) for x1, x2 in ((0, 0), (1, 1), (0, 1), (1, 0)))
    # The first neuron puts class 0 at h1 = 0, and class 1 as far to the left as to the right.
    middle = (up + right) / 2
    lowest, highest = min(zero, one), max(zero, one)
    if middle < lowest - NEAR or middle > highest + NEAR:
        return "apart"
    if max(highest, up, right) - min(lowest, up, right) < NEAR:
        return f"all four points on one line, class 0 in the middle, with {neuron} as the second neuron"
    if highest - lowest < NEAR:
        return f"both points of class 0 on the middle of class 1, with {neuron} as the second neuron"
    return f"the segment of class 1 between the points of class 0, with {neuron} as the second neuron"


on_paper(
    "day4-plane-floor",
    "plane",
    "floor",
    "the smallest mean of the four squared errors where an input of class 0 and one of class 1 lie on one point",
    "one point gets one answer: find the answer with the smallest loss for the targets 0 and 1 together",
)
