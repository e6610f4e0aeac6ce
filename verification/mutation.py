# SPDX-License-Identifier: MIT
"""Judge mutants of the reference solutions, and report which are killed and named, killed, or survive.

Mutants show mistakes that are missing from the catalogue. A mutant that passes every check is a mistake that would get
full marks, or it is right: then the ``equivalents.toml`` of the exercise says why.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from judge.asking.ask import ask
from judge.asking.folders import exercises_of
from judge.notebooks import course, reference
from judge.notebooks.current import kept
from judge.run.bounded import NoEnd
from judge.verdicts.decide import decide
from judge.verdicts.verdict import CORRECT
from verification import catalogued
from verification.limited import in_processes
from verification.mutants import Mutant, mutants
from verification.reports import Report, table
from verification.right_solutions import equivalents_of

COLUMNS = NAMED, UNNAMED, EQUIVALENT, SURVIVED = "killed and named", "killed", "equivalent", "survived"

# A mutant that survives one seed is judged again, with other inputs.
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class JudgedMutant:
    """A mutant and its outcome; ``stopped`` means that it exceeded its time or memory."""

    mutant: Mutant
    outcome: str
    check: str = ""
    names: tuple[str, ...] = ()
    stopped: bool = False


def judge_mutant(mutant: Mutant, seeds: Iterable[int] = SEEDS) -> JudgedMutant:
    """Judge a mutant by its own exercise's checks, then by the day's others, seed by seed until one fails.

    The result has the first check that fails with a name, or else the first that fails.
    """
    try:
        namespace = reference.load(mutant.exercise, answers={mutant.exercise: mutant.source}, forgiving=True)
    except NoEnd:
        return JudgedMutant(mutant, UNNAMED)
    own = catalogued.checks_of(course.assignment(mutant.exercise), mutant.exercise)
    for seed in seeds:
        answers = cache(partial(ask, namespace=namespace, seed=seed))
        for checks in (own, catalogued.checks_of_others(mutant.exercise)):
            failed = []
            for check in checks:
                verdict = decide(check, answers(check), seed, answers)
                if verdict.misconceptions:
                    return JudgedMutant(mutant, NAMED, check, verdict.misconceptions)
                failed += [check] * (verdict.outcome != CORRECT)
            if failed:
                return JudgedMutant(mutant, UNNAMED, failed[0])
    return JudgedMutant(mutant, EQUIVALENT if (mutant.exercise, mutant.id) in equivalents() else SURVIVED)


@kept()
def equivalents() -> dict[tuple[str, str], str]:
    """Return why each equivalent mutant is right, by exercise and id."""
    names = [exercise for day in course.assignments() for exercise in exercises_of(day.name)]
    return {(name, mutant): reason for name in names for mutant, reason in equivalents_of(name).items()}


def run(made: list[Mutant], seeds: Iterable[int] = SEEDS) -> Iterator[JudgedMutant]:
    """Judge mutants of one day in separate processes, and yield each outcome as soon as it is known."""
    work = partial(judge_mutant, seeds=tuple(seeds))
    return in_processes(made, work, partial(JudgedMutant, outcome=UNNAMED, stopped=True))


def mutate(
    day: course.Assignment, exercise: str = "", seeds: Iterable[int] = (), sample: int = 0, unnamed: bool = False
) -> Report:
    """Judge the mutants of a day, or of one exercise, and report the outcomes: a table, then each survivor.

    Mutants are judged with ``seeds`` and with ``SEEDS``. A sample is random but always the same.
    """
    made = mutants(day.number, exercise)
    if 0 < sample < len(made):
        made = random.Random(day.number).sample(made, sample)
    judged = list(run(made, tuple(dict.fromkeys([*seeds, *SEEDS]))))
    survivors = [one.mutant for one in judged if one.outcome == SURVIVED]
    stale = [] if sample else _stale(judged, day, exercise)
    rows: dict[str, Counter[str]] = {mutant.exercise: Counter() for mutant in made}
    for one in judged:
        rows[one.mutant.exercise][one.outcome] += 1
    lines = [f"{day.name}: mutants", *table("mutants", COLUMNS, rows, exercise or day.name)]
    lines += [f"  survived: {mutant.exercise}: {mutant.id} [{mutant.kind}]" for mutant in survivors]
    lines += [f"  stopped: {one.mutant.exercise}: {one.mutant.id}" for one in judged if one.stopped]
    lines += [f"  {sentence}" for sentence in stale]
    for one in judged if unnamed else ():
        lines += [f"  no name: {one.check}: {one.mutant.id} [{one.mutant.kind}]"] * (one.outcome == UNNAMED)
    counts = {column: sum(row[column] for row in rows.values()) for column in COLUMNS}
    return Report("\n".join(lines), not survivors and not stale, counts)


def _stale(judged: list[JudgedMutant], day: course.Assignment, exercise: str) -> list[str]:
    """Return a sentence for each entry of ``equivalents.toml`` whose mutant is gone or fails a check."""
    outcomes = {(one.mutant.exercise, one.mutant.id): one.outcome for one in judged}
    return [
        f"listed as equivalent, but {outcomes.get(key, 'no mutant of this text')}: {key[0]}: {key[1]}: "
        "delete it from equivalents.toml"
        for key in equivalents()
        if course.assignment(key[0]) == day and exercise in ("", key[0]) and outcomes.get(key) != EQUIVALENT
    ]
