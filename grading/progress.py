# SPDX-License-Identifier: MIT
"""Where a learner stands in the course: one line for each day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grading import beside
from grading.terminal import COLOURS as COLOURS_OF_OUTCOMES
from grading.terminal import coloured
from judge.notebooks import choosing, course, stubs
from judge.notebooks.about import about
from judge.notebooks.cells import exercises
from judge.run.words import LANGUAGE, say, speaking, template
from judge.verdicts import marking, render
from judge.verdicts.verdict import CORRECT, MARKS, NOT_ATTEMPTED, NOT_YET

DONE, UNDER_WAY, NOT_BEGUN = template("done"), template("under way"), template("not begun")
UNREADABLE, NOT_THERE = template("can't be read"), template("not there yet")
# A day is marked as an exercise of it would be.
OUTCOMES = {DONE: CORRECT, UNDER_WAY: NOT_YET, NOT_BEGUN: NOT_ATTEMPTED, UNREADABLE: NOT_YET, NOT_THERE: NOT_ATTEMPTED}
NARROWEST_TITLE = 10
POINTS_WIDTH, STATE_WIDTH = 10, 15
SHARE = template("{points:g} of {most:g}")


@dataclass(frozen=True)
class Standing:
    """One day of one learner."""

    day: course.Day
    title: str  # the day's title, without its number
    points: float  # the points so far
    max_points: float  # the most points that the day gives
    # ``done``, ``under way``, ``not begun``, ``can't be read``, or ``not there yet`` for a day that is not built.
    state: str
    next: str  # what to do next; empty where nothing is left


def standing(day: course.Day) -> Standing:
    """Return where the learner stands in a day.

    The notebook in days/ is run only where it differs from the one that was released.
    """
    title = _title(day)
    if not day.source_notebook.exists():
        return Standing(day, title, 0.0, 0.0, NOT_THERE, about().sentences.build)
    most = sum(exercise.points for exercise in exercises(marking.source_notebook(day)))
    notebook, _ = choosing.in_folder(day, day.learner_notebook.parent)
    if not notebook.exists() or stubs.untouched(notebook):
        return Standing(day, title, 0.0, most, NOT_BEGUN, course.command("lab", day))
    try:
        with speaking(LANGUAGE.get()):  # Grading speaks the language of the notebook.
            result = marking.grade_file(notebook)
    except course.CourseError:
        return Standing(
            day, title, 0.0, most, UNREADABLE, say("{command} says why", command=course.command("check", day))
        )
    result = marking.retold(result)
    state = DONE if result.points == most else UNDER_WAY
    return Standing(day, title, result.points, most, state, render.short_next_message(result.next_step).text())


def table(days: Iterable[course.Day], colour: bool = False) -> Iterator[str]:
    """Yield the lines of the table, each as soon as its day is graded."""
    days = list(days)
    width = max([NARROWEST_TITLE, *(len(_title(day)) for day in days)])
    yield _row(say("Day"), say("Title"), say("Points"), f"{say('State'):<{STATE_WIDTH + 2}}{say('Next')}", width)
    points = most = 0.0
    for day in days:
        learner = standing(day)
        points, most = points + learner.points, most + learner.max_points
        outcome = OUTCOMES[learner.state]
        state = f"{MARKS[outcome]} {say(learner.state):<{STATE_WIDTH}}"
        state = coloured(state, COLOURS_OF_OUTCOMES[outcome], colour)
        share = say(SHARE, points=learner.points, most=learner.max_points)
        yield _row(f"{day.number}", learner.title, share, f"{state}{learner.next}", width)
    yield _row("", say("All days"), say(SHARE, points=points, most=most), "", width)


def _row(day: str, title: str, points: str, rest: str, width: int) -> str:
    wide = max(4, len(say("Day")) + 1)
    return f"{day:<{wide}}{title:<{width}}  {points:<{POINTS_WIDTH}}{rest}".rstrip()


def predictions() -> list[str]:
    """Return the lines that the course adds: how often the learner's predictions were right, say; none without any."""
    text = beside.report(course.root() / "days")
    return ["", *text.split("\n")] if text else []


def _title(day: course.Day) -> str:
    """Return the title of a day's notebook without "Day 1: "; before it is built, the words of its file's name."""
    if day.source_notebook.exists():
        return marking.title_of(marking.source_notebook(day)).partition(": ")[2]
    return day.stem.partition("_")[2].replace("_", " ")
