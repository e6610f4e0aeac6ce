# SPDX-License-Identifier: MIT
"""Where a learner stands in the course: one line for each day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grading.judging import CORRECT, NOT_YET, marking
from grading.notebooks import course, stubs
from grading.notebooks.cells import exercises

__all__ = ["Standing", "standing", "table"]

DONE, UNDER_WAY, NOT_BEGUN, UNREADABLE, NOT_THERE = "done", "under way", "not begun", "can't be read", "not there yet"
# As in the report of one day: the mark differs in shape and comes with a word, colour only repeats it.
MARKS = {DONE: "+", UNDER_WAY: "~", NOT_BEGUN: ".", UNREADABLE: "x", NOT_THERE: " "}
COLOURS = {DONE: "32", UNDER_WAY: "33", NOT_BEGUN: "2", UNREADABLE: "31", NOT_THERE: "2"}
NARROWEST_TITLE = 10
POINTS_WIDTH, STATE_WIDTH = 10, 15


@dataclass(frozen=True)
class Standing:
    """One day of one learner.

    Attributes:
        day: The day.
        title: The day's title, without its number.
        points: The points so far.
        max_points: The most points that the day gives.
        state: ``done``, ``under way``, ``not begun``, ``can't be read``, or ``not there yet`` for a day that is not
            built.
        next: What to do next; empty where nothing is left.
    """

    day: course.Day
    title: str
    points: float
    max_points: float
    state: str
    next: str


def standing(day: course.Day) -> Standing:
    """Return where the learner stands in a day.

    The notebook in days/ is run only where it differs from the one that was released.
    """
    title = _title(day)
    if not day.source_notebook.exists():
        return Standing(day, title, 0.0, 0.0, NOT_THERE, "make release")
    most = sum(one.points for one in exercises(marking.source_notebook(day)))
    notebook = day.learner_notebook
    if not notebook.exists() or stubs.untouched(notebook):
        return Standing(day, title, 0.0, most, NOT_BEGUN, f"make lab DAY={day.number}")
    try:
        result = marking.grade_file(notebook)
    except course.CourseError:
        return Standing(day, title, 0.0, most, UNREADABLE, f"make check DAY={day.number} says why")
    state = DONE if result.points == most else UNDER_WAY
    return Standing(day, title, result.points, most, state, _next(result))


def table(days: Iterable[course.Day], colour: bool = False) -> Iterator[str]:
    """Yield the lines of the table, each as soon as its day is graded.

    Args:
        days: The days to show.
        colour: Whether to use the terminal's colours.
    """
    days = list(days)
    width = max([NARROWEST_TITLE, *(len(_title(day)) for day in days)])
    yield f"{'Day':<4}{'Title':<{width}}  {'Points':<{POINTS_WIDTH}}{'State':<{STATE_WIDTH + 2}}Next"
    points = most = 0.0
    for day in days:
        one = standing(day)
        points, most = points + one.points, most + one.max_points
        share = f"{one.points:g} of {one.max_points:g}"
        state = f"{MARKS[one.state]} {one.state:<{STATE_WIDTH}}"
        if colour:
            state = f"\x1b[{COLOURS[one.state]}m{state}\x1b[0m"
        yield f"{day.number:<4}{one.title:<{width}}  {share:<{POINTS_WIDTH}}{state}{one.next}".rstrip()
    yield f"{'':<4}{'All days':<{width}}  {points:g} of {most:g}"


def _next(result: marking.Result) -> str:
    left = [one for one in result.exercises if one.outcome != CORRECT]
    if not left:
        return ""
    one = next((each for each in left if each.outcome == NOT_YET), left[0])
    verb = "mend" if one.outcome == NOT_YET else "write"
    return f"{verb} {one.exercise.number} {one.exercise.title}"


def _title(day: course.Day) -> str:
    """Return the title of a day's notebook without "Day 1: "; before it is built, the words of its file's name."""
    if day.source_notebook.exists():
        for cell in marking.source_notebook(day).cells:
            if cell.cell_type == "markdown" and cell.source.startswith("# "):
                return cell.source.split("\n")[0].partition(": ")[2].strip()
    return day.stem.partition("_")[2].replace("_", " ")
