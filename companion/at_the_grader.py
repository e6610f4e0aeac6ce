# SPDX-License-Identifier: MIT
"""What the grader lets the course say and do beside verdicts: ``course.toml`` names this module.

The grader imports it where it needs it, and knows no other part of the companion.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from . import mistakes, mornings, predictions, ten_digits
from .before_after import of_class, sittings
from .grader import EARLY

# What the notebooks keep beside the days: for each file, what takes an archive's into the one that is there.
TAKES = {one.FILE: one.take for one in (predictions, mistakes, mornings, sittings)}


def lines(question: dict[str, Any]) -> str:
    """Return the lines of Python, run as a submission is, that print what a notebook asks for beside its verdicts."""
    return ten_digits.lines(json.dumps({"day": question["digits"], "cells": question["cells"]}))


def report(days: Path) -> str:
    """Return what stands below a learner's table of days; "" where there is nothing to say."""
    return predictions.report(days / predictions.FILE)[1]


def records() -> tuple[str, ...]:
    """Return the names of the files that the notebooks keep beside the days, for the learner alone."""
    return tuple(TAKES)


def take(days: Path, name: str, archived: Path, is_newer: bool) -> list[str]:
    """Take an archive's file of such a name into the one beside the days; return sentences on what came of it.

    ``is_newer`` tells whether the archive's is newer than the one that is there.

    Raises:
        OSError: The file beside the days can't be written, and is as it was.
    """
    return TAKES[name](days / name, archived, is_newer)


def environment() -> dict[str, str]:
    """Return the variables that a learner's lab has."""
    return {EARLY: "1"}


def read_for(day: str) -> tuple[str, ...]:
    """Return the days of whose notebooks a class's page for a day shows something beside points."""
    return of_class.READ.get(day, ())


def of_student(student: str, notebooks: Mapping[str, Path]) -> tuple[dict[str, Any], list[str]]:
    """Return as plain data what a class's page shows of a student beside points, and what is to be said of it.

    ``notebooks`` has those that were handed in, by the name of the day.
    """
    return of_class.of_student(student, notebooks)


def sections(day: str, students: Mapping[str, dict[str, Any]], notes: list[str]) -> list[dict[str, Any]]:
    """Return parts of a class's page: ``id``, ``heading``, ``sentences``, ``notes``, and ``tables`` for its template.

    ``students`` has the data that :func:`of_student` returned of each, and ``notes`` are all its sentences.
    """
    return of_class.sections(day, students, notes)
