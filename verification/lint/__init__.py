# SPDX-License-Identifier: MIT
"""The linter of the course: it reports an author's faults, a line each, without running a cell or a probe.

It reads the text masters and the folders of the exercises, and goes on after a fault. A master or a data file that
can't be read is reported with the reason and not examined further.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from building import overview
from judge.asking.folders import folder
from judge.authoring.faults import Fault
from judge.notebooks import course
from verification.lint import day_text, entries, masters, places
from verification.lint.day_text import DayText
from verification.lint.prose import Places


def faults(parts: Iterable[tuple[course.Assignment, str]], *, computed: bool = False) -> list[Fault]:
    """Return the faults of days, each given with the grade_id of one exercise, or "" for all.

    With ``computed``, and if there is no other fault, a ``checks.json`` that is out of date is a fault.
    """
    texts = {day.number: day_text.read(day) for day in course.assignments()}
    known = Places(
        {number: text.sections for number, text in texts.items()},
        frozenset(exercise.number for text in texts.values() for exercise in text.exercises.values()),
    )
    lines: list[Fault] = []
    for day, exercise in parts:
        text = texts[day.number]
        exercises = [exercise] if exercise else list(text.exercises)
        lines += _faults(text, exercises, known)
        if computed and not lines:
            lines += [fault for name in exercises for fault in entries.uncomputed(text, name)]
    return list(dict.fromkeys(lines))


def _faults(text: DayText, exercises: list[str], known: Places) -> Iterator[Fault]:
    if text.errors:
        yield from (Fault(text.file, "", error) for error in text.errors)
        return
    yield from masters.faults(text, known)
    yield from places.faults(text)
    yield from entries.faults_of_day(text)
    for exercise in exercises:
        if exercise in text.exercises and folder(exercise).is_dir():
            yield from places.faults_of_exercise(exercise)
            yield from entries.faults(text, exercise, known)
            yield from entries.faults_of_probes(text, exercise, known)


def faults_of_course() -> list[Fault]:
    """Return the faults outside of the days: wrong numbers in the README, folders of no day, changed checks."""
    days = course.assignments()
    texts = [text for day in days if not (text := day_text.read(day)).errors]
    lines = [*places.strangers(days), *(fault for text in texts for fault in masters.changes(text))]
    page = course.root() / overview.README
    if page.exists() and len(texts) == len(days):
        text = page.read_text("utf-8")
        try:
            if overview.filled(text) != text:
                what = "its minutes and points are not those of the days"
                lines.append(Fault(overview.README, "table of days", what, "run `make release`"))
        except course.CourseError as error:
            lines.append(Fault("", "", str(error)))
    return lines
