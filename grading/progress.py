# SPDX-License-Identifier: MIT
"""Where a learner stands in the course: one line for each assignment."""

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
# An assignment is marked as an exercise of it would be.
OUTCOMES = {DONE: CORRECT, UNDER_WAY: NOT_YET, NOT_BEGUN: NOT_ATTEMPTED, UNREADABLE: NOT_YET, NOT_THERE: NOT_ATTEMPTED}
NARROWEST_TITLE = 10
POINTS_WIDTH, STATE_WIDTH = 10, 15
SHARE = template("{points:g} of {most:g}")


@dataclass(frozen=True)
class Standing:
    """One assignment of one learner."""

    assignment: course.Assignment
    title: str  # the assignment's title, without its number
    points: float  # the points so far
    max_points: float  # the most points that the assignment gives
    # ``done``, ``under way``, ``not begun``, ``can't be read``, or ``not there yet`` where it is not built.
    state: str
    next: str  # what to do next; empty where nothing is left


def standing(assignment: course.Assignment) -> Standing:
    """Return where the learner stands in an assignment.

    The notebook in days/ is run only where it differs from the one that was released.
    """
    title = _title(assignment)
    if not assignment.source_notebook.exists():
        return Standing(assignment, title, 0.0, 0.0, NOT_THERE, about().sentences.build)
    most = sum(exercise.points for exercise in exercises(marking.source_notebook(assignment)))
    notebook, _ = choosing.in_folder(assignment, assignment.learner_notebook.parent)
    if not notebook.exists() or stubs.untouched(notebook):
        return Standing(assignment, title, 0.0, most, NOT_BEGUN, course.command("lab", assignment))
    try:
        with speaking(LANGUAGE.get()):  # Grading speaks the language of the notebook.
            result = marking.grade_file(notebook)
    except course.CourseError:
        return Standing(
            assignment,
            title,
            0.0,
            most,
            UNREADABLE,
            say("{command} says why", command=course.command("check", assignment)),
        )
    result = marking.retold(result)
    state = DONE if result.points == most else UNDER_WAY
    return Standing(assignment, title, result.points, most, state, render.short_next_message(result.next_step).text())


def table(assignments: Iterable[course.Assignment], colour: bool = False) -> Iterator[str]:
    """Yield the lines of the table, each as soon as its assignment is graded."""
    assignments = list(assignments)
    width = max([NARROWEST_TITLE, *(len(_title(assignment)) for assignment in assignments)])
    yield _row(say("Day"), say("Title"), say("Points"), f"{say('State'):<{STATE_WIDTH + 2}}{say('Next')}", width)
    points = most = 0.0
    for assignment in assignments:
        learner = standing(assignment)
        points, most = points + learner.points, most + learner.max_points
        outcome = OUTCOMES[learner.state]
        state = f"{MARKS[outcome]} {say(learner.state):<{STATE_WIDTH}}"
        state = coloured(state, COLOURS_OF_OUTCOMES[outcome], colour)
        share = say(SHARE, points=learner.points, most=learner.max_points)
        yield _row(f"{assignment.number}", learner.title, share, f"{state}{learner.next}", width)
    yield _row("", say("All days"), say(SHARE, points=points, most=most), "", width)


def _row(number: str, title: str, points: str, rest: str, width: int) -> str:
    wide = max(4, len(say("Day")) + 1)
    return f"{number:<{wide}}{title:<{width}}  {points:<{POINTS_WIDTH}}{rest}".rstrip()


def predictions() -> list[str]:
    """Return the lines that the course adds: how often the learner's predictions were right, say; none without any."""
    text = beside.report(course.root() / "days")
    return ["", *text.split("\n")] if text else []


def _title(assignment: course.Assignment) -> str:
    """Return the title of an assignment's notebook without "Day 1: "; before it is built, its file's name."""
    if assignment.source_notebook.exists():
        return marking.title_of(marking.source_notebook(assignment)).partition(": ")[2]
    return assignment.stem.partition("_")[2].replace("_", " ")
