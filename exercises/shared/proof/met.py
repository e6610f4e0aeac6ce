# SPDX-License-Identifier: MIT
"""How many generated programs got each name: counts that take half an hour to make, and are kept as data.

``python -m verification prove --fuzz N --pages`` writes those of exercises, and ``python -m verification names`` those
of general names. Those of people's public code were counted once, by hand.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class OfExercise:
    """The generated programs of an exercise: how many there were, how many got no name, and how many each name."""

    programs: int
    unnamed: int
    names: Mapping[str, int]


@dataclass(frozen=True)
class OfGeneralName:
    """The programs that a general name describes, in how many exercises, and for how many of them it is false."""

    programs: int
    exercises: int
    false: int


@dataclass(frozen=True)
class OfPublicCode:
    """Classes from public repositories, judged as answers: how many, and how many of them got each name."""

    classes: int
    repositories: int
    names: Mapping[str, int]


def of_public_code() -> OfPublicCode:
    """Return the counts of people's public code."""
    return OfPublicCode(**_kept()["public"])


def of_exercises() -> dict[str, OfExercise]:
    """Return the counts of each exercise that has generated programs, by its id."""
    return {exercise: OfExercise(**counts) for exercise, counts in _kept()["exercises"].items()}


def of_general_names() -> dict[str, OfGeneralName]:
    """Return the counts of each general name, by its id."""
    return {name: OfGeneralName(**counts) for name, counts in _kept()["general"].items()}


def of_names() -> Counter[str]:
    """Return how many generated programs got each name, in all exercises together."""
    total: Counter[str] = Counter()
    for counts in of_exercises().values():
        total.update(counts.names)
    return total


def write_exercises(found: Mapping[str, OfExercise], order: tuple[str, ...]) -> None:
    """Write the counts of some exercises; others of the ``order`` keep theirs, and those beside it go."""
    known = {**of_exercises(), **found}
    _write(exercises={exercise: asdict(known[exercise]) for exercise in order if exercise in known})


def write_general_names(found: Mapping[str, OfGeneralName]) -> None:
    """Write the counts of all general names."""
    _write(general={name: asdict(counts) for name, counts in found.items()})


def _kept() -> dict[str, Any]:
    return json.loads(PATH.read_text("utf-8"))


def _write(**parts: Any) -> None:
    PATH.write_text(json.dumps({**_kept(), **parts}, indent=1) + "\n", "utf-8")
