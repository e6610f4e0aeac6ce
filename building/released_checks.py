# SPDX-License-Identifier: MIT
"""The record of released checks. Gradebooks have their grade_ids and points, so these must not change."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path

from building.points import counted
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id, is_grade
from judge.notebooks.writing import replace_file

PLACE = Path("tests") / "data" / "grade_ids.json"


def released(day: course.Assignment) -> dict[str, float]:
    """Return the points of a day's released checks by grade_id."""
    return _read(day.root / PLACE).get(day.name, {})


def points_of_checks(day: course.Assignment) -> dict[str, float]:
    """Return the points of the checks in a day's text master, by grade_id."""
    graded = filter(is_grade, reference.cells(day.number))
    return {str(grade_id(cell)): float(cell.metadata.nbgrader.points) for cell in graded}


def refuse_changes(day: course.Assignment, meant: Collection[str] = ()) -> None:
    """Refuse a master in which a released check is gone or has other points, unless the change is ``meant``.

    Raises:
        CourseError: Names each such check, and how to confirm that the change is intended.
    """
    present, changes = points_of_checks(day), {}
    for check, points in released(day).items():
        if check in meant:
            continue
        if check not in present:
            changes[check] = f"the released check {check} is gone"
        elif present[check] != points:
            was = f"had {counted(points)} when it was released"
            changes[check] = f"the check {check} {was} and has {present[check]:g} now"
    if changes:
        meant = f"If it is meant, run `make release MEANT='{' '.join(changes)}'`."
        raise course.CourseError(f"{day.master.name}: {'; '.join(changes.values())}; gradebooks know it so. {meant}")


def refuse_unknown(checks: Collection[str]) -> None:
    """Refuse names of checks that were never released.

    Raises:
        CourseError: Names each of them.
    """
    if unknown := set(checks).difference(*_read(course.root() / PLACE).values()):
        raise course.CourseError(f"{PLACE.as_posix()} has no check {', '.join(sorted(unknown))}, which MEANT names.")


def record(day: course.Assignment, meant: Collection[str] = ()) -> list[str]:
    """Record a day's checks as they are now, and return those that are new or were changed: their grade_ids.

    It is called when the day is released: until then a change that is not ``meant`` is refused.

    Raises:
        CourseError: As :func:`refuse_changes`.
    """
    refuse_changes(day, meant)
    before, present, path = released(day), points_of_checks(day), day.root / PLACE
    if present != before:
        path.parent.mkdir(parents=True, exist_ok=True)
        days = dict(
            sorted({**_read(path), day.name: present}.items(), key=lambda item: course.assignment(item[0]).number)
        )
        replace_file(path, f"{json.dumps(days, indent=2)}\n".encode())
    return [check for check in present if present[check] != before.get(check)]


def _read(path: Path) -> dict[str, dict[str, float]]:
    if not path.exists():
        return {}
    try:
        return dict(json.loads(path.read_text("utf-8")))
    except ValueError as error:
        raise course.CourseError(f"{PLACE.as_posix()} is not valid JSON ({error}): mend it by hand.") from None
