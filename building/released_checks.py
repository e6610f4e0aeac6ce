# SPDX-License-Identifier: MIT
"""The record of released checks. Gradebooks have their grade_ids and points, so these must not change."""

from __future__ import annotations

import json
from pathlib import Path

from building.points import counted
from grading.notebooks import course, reference
from grading.notebooks.cells import grade_id, is_grade
from grading.notebooks.writing import replace_file

PLACE = Path("tests") / "data" / "grade_ids.json"


def released(day: course.Day) -> dict[str, float]:
    """Return the points of a day's released checks by grade_id."""
    return _read(day.root / PLACE).get(day.name, {})


def points_of_checks(day: course.Day) -> dict[str, float]:
    """Return the points of the checks in a day's text master, by grade_id."""
    graded = filter(is_grade, reference.cells(day.number))
    return {str(grade_id(cell)): float(cell.metadata.nbgrader.points) for cell in graded}


def refuse_changes(day: course.Day) -> None:
    """Refuse a master in which a released check is gone or has other points.

    Raises:
        CourseError: Names the first such check, and how to confirm that the change is intended.
    """
    present = points_of_checks(day)
    for check, points in released(day).items():
        meant = f"gradebooks know it so. If it is meant, delete its line in {PLACE.as_posix()}."
        if check not in present:
            raise course.CourseError(f"{day.master.name}: the released check {check} is gone; {meant}")
        if present[check] != points:
            change = f"had {counted(points)} when it was released and has {present[check]:g} now"
            raise course.CourseError(f"{day.master.name}: the check {check} {change}; {meant}")


def record(day: course.Day) -> list[str]:
    """Record a day's new checks, and return their grade_ids.

    Raises:
        CourseError: As :func:`refuse_changes`.
    """
    refuse_changes(day)
    present, path = points_of_checks(day), day.root / PLACE
    new = [check for check in present if check not in released(day)]
    if new:
        path.parent.mkdir(parents=True, exist_ok=True)
        days = dict(sorted({**_read(path), day.name: present}.items(), key=lambda item: course.day(item[0]).number))
        replace_file(path, f"{json.dumps(days, indent=2)}\n".encode())
    return new


def _read(path: Path) -> dict[str, dict[str, float]]:
    if not path.exists():
        return {}
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise course.CourseError(f"{PLACE.as_posix()} is not valid JSON ({error}): mend it by hand.") from None
