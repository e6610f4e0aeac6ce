# SPDX-License-Identifier: MIT
"""Compute which checks each catalogued mistake fails, and write them to the exercise's ``checks.json``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from grading import judging
from grading.exercises.shared.folders import exercises_of, place
from grading.judging import catalogue
from grading.judging.decide import is_correct
from grading.notebooks import course
from verification.catalogued import checks_of, variants_of
from verification.processes import in_processes
from verification.tables import Report

# What a mistake that costs points in another exercise most often means.
STAND_IN = "is a stand-in missing? See CONTRIBUTING.md, *A mistake is paid once*"

# A day, the name of a variant of a mistake, as in ``checks.json``, and seeds.
Task = tuple[str, str, tuple[int, ...]]


def record(day: course.Day, seeds: Sequence[int] = (1,), exercise: str = "") -> Report:
    """Write the checks that each mistake of a day, or of one exercise of it, fails with one of the seeds.

    It reports what has changed, and does not hold if a mistake fails a check of another exercise now.
    """
    tasks: list[Task] = [(day.name, name, tuple(seeds)) for name, _ in variants_of(day, exercise)]
    failed: dict[str, list[str]] = dict(in_processes(tasks, _try, _no_answer))
    lines, holds = [], True
    for name in exercises_of(day.name):
        if exercise in ("", name):
            for line, elsewhere in _written(name, {variant: failed[variant] for variant, _ in variants_of(day, name)}):
                lines.append(line)
                holds = holds and not elsewhere
    catalogue.forget()
    return Report("\n".join(lines), holds)


def _try(task: Task) -> tuple[str, list[str]]:
    name, variant, seeds = task
    day = course.day(name)
    namespace = dict(variants_of(day))[variant].namespace()
    failed = [
        check
        for check in checks_of(day)
        if not all(is_correct(check, judging.ask(check, namespace, seed), seed) for seed in seeds)
    ]
    return variant, failed


def _no_answer(task: Task) -> tuple[str, list[str]]:
    raise course.CourseError(f"{task[1]} gave no answer in time.")


def _written(exercise: str, found: Mapping[str, list[str]]) -> Iterator[tuple[str, bool]]:
    """Write the file of an exercise, and yield each change with whether it adds a check of another exercise."""
    file = catalogue.checks_file(exercise)
    before = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for variant, checks in found.items():
        new = [check for check in checks if check not in before.get(variant, ())]
        gone = [check for check in before.get(variant, ()) if check not in checks]
        elsewhere = any(not check.startswith(f"{exercise}-") for check in new)
        if new or gone:
            changes = ", ".join([*(f"+{check}" for check in new), *(f"-{check}" for check in gone)])
            yield f"  {place(file)}: {variant}: {changes}{f': {STAND_IN}' if elsewhere else ''}", elsewhere
    lines = ",\n".join(f"  {json.dumps(variant)}: {json.dumps(checks)}" for variant, checks in found.items())
    file.write_text(f"{{\n{lines}\n}}\n" if lines else "{}\n", "utf-8")
