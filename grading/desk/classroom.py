# SPDX-License-Identifier: MIT
"""Grade a class: look at every submission first, then hand those that can be read to nbgrader."""

from __future__ import annotations

from grading import nbgrader_plugins
from grading.notebooks import course, submission

__all__ = ["grade_class", "submitted"]


def submitted(day: course.Day, student: str = "*") -> list[str]:
    """Return the students who have a folder for this day in submitted/, sorted."""
    folders = (day.root / "submitted").glob(f"{student}/{day.name}")
    return sorted(folder.parent.name for folder in folders if folder.is_dir())


def grade_class(day: course.Day, student: str = "*") -> int:
    """Autograde all submissions of a day, print a line for each, and export the gradebook to grades.csv.

    A submission that can't be read is refused with its reason; it keeps its earlier score, and the others
    are graded.

    Returns:
        0 if all were graded, 1 if any was refused.

    Raises:
        CourseError: There is no submission.
    """
    students = submitted(day, student)
    if not students:
        raise course.CourseError(f"No submissions: put notebooks at submitted/<student>/{day.name}/{day.stem}.ipynb.")
    refused = {}
    for name in students:
        try:
            _readable(day, name)
            warnings = nbgrader_plugins.autograde(day, name)
        except course.CourseError as error:
            refused[name] = str(error)
            print(f"{name}: refused: {error}")
            continue
        print(f"{name}: {nbgrader_plugins.scores(day)[name]:g} points")
        for warning in warnings:
            print(f"    {warning}")
    exported = nbgrader_plugins.export_grades(day, day.root / "grades.csv")
    print(f"{len(students) - len(refused)} graded, {len(refused)} refused. All grades: {exported.name}.")
    return 1 if refused else 0


def _readable(day: course.Day, student: str) -> None:
    folder = day.root / "submitted" / student / day.name
    expected = folder / f"{day.stem}.ipynb"
    if not expected.exists():
        others = ", ".join(sorted(path.name for path in folder.glob("*.ipynb"))) or "no notebook"
        raise submission.UnreadableNotebook(f"{expected.relative_to(day.root)} is missing (found: {others}).")
    found = submission.day_of(submission.read(expected), expected)
    if found != day:
        raise submission.UnreadableNotebook(f"{expected.relative_to(day.root)} is a notebook of {found.name}.")
