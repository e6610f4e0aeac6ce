# SPDX-License-Identifier: MIT
"""The record of released checks. Gradebooks have their grade_ids and points, so these must not change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from building.points import counted
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id, is_grade
from judge.notebooks.writing import replace_file

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
        CourseError: Names each such check, and how to confirm that the change is intended.
    """
    present, changes = points_of_checks(day), {}
    for check, points in released(day).items():
        if check not in present:
            changes[check] = f"the released check {check} is gone"
        elif present[check] != points:
            was = f"had {counted(points)} when it was released"
            changes[check] = f"the check {check} {was} and has {present[check]:g} now"
    if changes:
        meant = f"If it is meant, run `make release MEANT='{' '.join(changes)}'`."
        raise course.CourseError(f"{day.master.name}: {'; '.join(changes.values())}; gradebooks know it so. {meant}")


def forget(checks: Iterable[str]) -> None:
    """Take checks whose change is intended from the record; :func:`record` adds them as they are now.

    Raises:
        CourseError: One of them is not on record.
    """
    path = course.root() / PLACE
    days, checks = _read(path), set(checks)
    if unknown := checks.difference(*days.values()):
        raise course.CourseError(f"{PLACE.as_posix()} has no check {', '.join(sorted(unknown))}, which MEANT names.")
    left = {day: {name: points for name, points in known.items() if name not in checks} for day, known in days.items()}
    _write(path, left)


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
        _write(path, days)
    return new


def _write(path: Path, days: dict[str, dict[str, float]]) -> None:
    replace_file(path, f"{json.dumps(days, indent=2)}\n".encode())


def _read(path: Path) -> dict[str, dict[str, float]]:
    if not path.exists():
        return {}
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise course.CourseError(f"{PLACE.as_posix()} is not valid JSON ({error}): mend it by hand.") from None
