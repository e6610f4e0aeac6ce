# SPDX-License-Identifier: MIT
"""Verify a day's checks: the reference passes, a blank is not attempted, and each mistake gets its own name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from grading import judging
from grading.judging import catalogue, render
from grading.notebooks import course, reference, stubs
from grading.notebooks.cells import grade_id, is_grade, owner
from verification.tables import Report, table

# What can become of a catalogued mistake: the columns of the table.
FATES = NAMED_RIGHT, UNNAMED, NAMED_WRONG, MISSED, ELSEWHERE, BESIDE = (
    "named right", "failed unnamed", "named wrong", "missed", "fails elsewhere too", "named beside another"
)  # fmt: skip


@dataclass(frozen=True)
class JudgedVariant:
    """What the judge made of a variant of a mistake: the checks of each fate but ``NAMED_RIGHT``, the worst first."""

    id: str
    exercise: str
    wrong: Mapping[str, Sequence[str]]

    @property
    def fate(self) -> str:
        """The one column of the table in which it counts: the worst that happens in any check."""
        return next(iter(self.wrong), NAMED_RIGHT)

    def __str__(self) -> str:
        """Return what is wrong, in a line."""
        return f"  {self.id}: " + "; ".join(f"{fate}: {', '.join(names)}" for fate, names in self.wrong.items())


def checks_of(day: course.Day, exercise: str = "") -> list[str]:
    """Return the grade_ids of a day's checks, from the text master; of one exercise, where its grade_id is given."""
    answers = list(reference.solutions(day.number))
    checks = [str(grade_id(cell)) for cell in reference.cells(day.number) if is_grade(cell)]
    return [check for check in checks if exercise in ("", owner(check, answers))]


def blank(day: course.Day) -> dict[str, Any]:
    """Return the namespace of a day's released notebook, in which nothing has been written yet."""
    return reference.load(day.number, answers=stubs.released(day.number), forgiving=True)


def judged(
    day: course.Day, namespace: Mapping[str, Any], seed: int, checks: Sequence[str] = ()
) -> dict[str, judging.Verdict]:
    """Return the verdicts of a day's checks, or of those that are named, on what a notebook defines.

    Others are asked where a name depends on them.
    """

    @cache
    def answers(check: str) -> list[judging.Answer]:
        return judging.ask(check, namespace, seed)

    return {check: judging.decide(check, answers(check), seed, answers) for check in checks or checks_of(day)}


def near(entry: catalogue.Misconception) -> list[str]:
    """Return the checks of a mistake's own exercise, and those in which it is said to show."""
    day = course.day(entry.exercise)
    return [check for check in checks_of(day) if check in entry.checks or check in checks_of(day, entry.exercise)]


def variants_of(day: course.Day, exercise: str = "") -> list[tuple[str, catalogue.Misconception]]:
    """Return a day's mistakes in all their variants, each with the name that ``checks.json`` has for it."""
    return [
        (catalogue.variant_id(entry.id, number), variant)
        for entry in catalogue.misconceptions(day.number)
        if exercise in ("", entry.exercise)
        for number, variant in enumerate((entry, *entry.variants), 1)
    ]


def verify_variants(
    day: course.Day, seed: int, variants: Iterable[tuple[str, catalogue.Misconception]]
) -> list[JudgedVariant]:
    """Judge variants of mistakes by all checks of the day: each must get its entry's name where the variant says so."""
    return [judged_variant(name, variant, judged(day, variant.namespace(), seed)) for name, variant in variants]


@lru_cache(maxsize=16)
def judged_catalogue(
    day: course.Day, seed: int, one_in: int = 1
) -> list[tuple[catalogue.Misconception, dict[str, judging.Verdict]]]:
    """Return every catalogued mistake of a day, or one in so many, with the verdicts of the checks near it."""
    # Kept: a test and the page of verdicts need the same, and judging takes most of the time.
    return [
        (entry, judged(day, entry.namespace(), seed, near(entry)))
        for entry in catalogue.misconceptions(day.number)[::one_in]
    ]


def judged_variant(name: str, entry: catalogue.Misconception, verdicts: Mapping[str, judging.Verdict]) -> JudgedVariant:
    """Return what verdicts say of a mistake."""
    failed = {check: verdict for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    names = {check: failed[check].misconceptions for check in entry.checks if check in failed}
    fates = {
        MISSED: [check for check in entry.checks if check not in failed] or [entry.exercise] * (not failed),
        NAMED_WRONG: [check for check, given in names.items() if given and entry.id not in given],
        UNNAMED: [check for check, given in names.items() if not given],
        ELSEWHERE: [check for check in failed if check not in entry.checks],
        BESIDE: sorted({name for given in names.values() for name in given if name != entry.id}),
    }
    return JudgedVariant(name, entry.exercise, {fate: found for fate, found in fates.items() if found})


def prove(day: course.Day, seeds: Sequence[int] = (1,), exercise: str = "") -> Report:
    """Verify the reference, the blank and the catalogue of a day, or of one exercise of it, with each of the seeds."""
    checks = checks_of(day, exercise)
    lines, troubles = [], []
    for name, namespace, outcome in (
        ("reference", reference.load(day.number), judging.CORRECT),
        ("blank", blank(day), judging.NOT_ATTEMPTED),
    ):
        exceptions = [
            f"  {name}, seed {seed}: {check} is {verdict.outcome}: {render.message(verdict).text()}"
            for seed in seeds
            for check, verdict in judged(day, namespace, seed, checks).items()
            if verdict.outcome != outcome
        ]
        number = len(checks) * len(seeds)
        lines.append(f"{day.name}: {name}: {number - len(exceptions)} of {number} checks {outcome}")
        troubles += exceptions
    found: dict[str, JudgedVariant] = {}
    for seed in seeds:
        for one in verify_variants(day, seed, variants_of(day, exercise)):
            if one.id not in found or not found[one.id].wrong:
                found[one.id] = one
    rows: dict[str, Counter[str]] = {}
    for one in found.values():
        rows.setdefault(one.exercise, Counter())[one.fate] += 1
        troubles += [str(one)] if one.wrong else []
    lines += [f"{day.name}: catalogue", *table("variants", FATES, rows, exercise or day.name)]
    return Report("\n".join([*lines, *troubles]), not troubles)
