# SPDX-License-Identifier: MIT
"""Which checks each catalogued mistake fails: found out by making it, and kept in ``checks.json`` beside its entry."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from judge.asking.ask import ask
from judge.asking.folders import exercises_of, folder
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id, is_grade
from judge.notebooks.writing import replace_file
from judge.verdicts import catalogue
from judge.verdicts.decide import is_correct

SEED = 1


def record(assignment: course.Assignment) -> dict[str, list[str]]:
    """Write which checks each mistake of an assignment fails, and return them by the ids of the mistakes.

    Raises:
        CourseError: An edit fits nowhere, or no check sees a mistake.
    """
    checks = checks_of(assignment)
    found: dict[str, list[str]] = {}
    for exercise in exercises_of(assignment.name):
        kept = {}
        for entry in catalogue.misconceptions(exercise):
            for variant in (entry, *entry.variants):
                failed = _failed(variant, checks)
                kept[catalogue.key_of(variant)] = failed
                found[entry.id] = sorted({*found.get(entry.id, ()), *failed}, key=checks.index)
        if kept or catalogue.checks_file(exercise).exists():
            write(exercise, kept.items())
    course.current().forget()
    return found


def checks_of(assignment: course.Assignment) -> list[str]:
    """Return the checks of an assignment, each of which has questions.

    Raises:
        CourseError: Nothing asks for one, or a file of questions can't be imported.
    """
    checks = [str(grade_id(cell)) for cell in reference.cells(assignment.name) if is_grade(cell)]
    for check in checks:
        try:
            probes_of(check)
        except KeyError as error:
            raise course.CourseError("{error}", error=error.args[0]) from error
    return checks


def _failed(entry: catalogue.Misconception, checks: Sequence[str]) -> list[str]:
    namespace = entry.namespace()
    failed = [check for check in checks if not is_correct(check, ask(check, namespace, SEED), SEED)]
    if not failed:
        file = course.place(folder(entry.exercise) / catalogue.FILE)
        raise course.CourseError(f"{file}: {entry.id}: no check sees this mistake: ask a question that it gets wrong.")
    return failed


def write(exercise: str, found: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Write which checks the mistakes of an exercise fail, each by its key."""
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps([*checks])}" for key, checks in found)
    replace_file(catalogue.checks_file(exercise), (f"{{\n{lines}\n}}\n" if lines else "{}\n").encode())
