# SPDX-License-Identifier: MIT
"""Judge mutants of the reference solutions, and report which are killed and named, killed, or survive.

The catalogue holds the mistakes that somebody thought of. This holds the checks against those that nobody thought
of. A mutant that no check fails is a mistake that a learner would get full marks for, or it is right: then
the ``equivalents.toml`` of the exercise says why.

A mutant may loop inside C code, or fill the memory. So mutants are judged in processes of their own, with limits.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from grading.exercises.asking.ask import ask
from grading.exercises.shared.folders import exercises_of
from grading.judging.decide import decide
from grading.judging.verdict import CORRECT
from grading.notebooks import course, reference
from grading.run.bounded import NoEnd
from verification import catalogued
from verification.mutants import Mutant, mutants
from verification.processes import in_processes
from verification.right_solutions import proofs_of
from verification.tables import Report, table

COLUMNS = NAMED, UNNAMED, EQUIVALENT, SURVIVED = "killed and named", "killed", "equivalent", "survived"

# What survives one seed is asked again, with other inputs.
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Fate:
    """What became of a mutant; it is stopped where it takes more seconds or memory than allowed."""

    mutant: Mutant
    outcome: str
    check: str = ""
    names: tuple[str, ...] = ()
    stopped: bool = False


def judge_mutant(mutant: Mutant, seeds: Iterable[int] = SEEDS) -> Fate:
    """Put the day's questions to a mutant, those of its own exercise first, with one seed after the other.

    Returns:
        Its fate: the first check that fails with a name, else the first that fails. A survivor is ``equivalent`` where
        that is proven.
    """
    try:
        namespace = reference.load(mutant.exercise, answers={mutant.exercise: mutant.source}, forgiving=True)
    except NoEnd:
        return Fate(mutant, UNNAMED)
    own = catalogued.checks_of(course.day(mutant.exercise), mutant.exercise)
    for seed in seeds:
        answers = cache(partial(ask, namespace=namespace, seed=seed))
        for checks in (own, catalogued.elsewhere(mutant.exercise)):
            failed = []
            for check in checks:
                verdict = decide(check, answers(check), seed, answers)
                if verdict.misconceptions:
                    return Fate(mutant, NAMED, check, verdict.misconceptions)
                failed += [check] * (verdict.outcome != CORRECT)
            if failed:
                return Fate(mutant, UNNAMED, failed[0])
    return Fate(mutant, EQUIVALENT if (mutant.exercise, mutant.id) in equivalents() else SURVIVED)


@cache
def equivalents() -> dict[tuple[str, str], str]:
    """Return the proof of each mutant that is right all the same, by exercise and id."""
    names = [exercise for day in course.days() for exercise in exercises_of(day.name)]
    return {(name, mutant): proof for name in names for mutant, proof in proofs_of(name).items()}


def run(made: list[Mutant], seeds: Iterable[int] = SEEDS) -> Iterator[Fate]:
    """Judge mutants of one day in processes of their own, and yield each fate as soon as it is known."""
    work = partial(judge_mutant, seeds=tuple(seeds))
    return in_processes(made, work, partial(Fate, outcome=UNNAMED, stopped=True))


def mutate(
    day: course.Day, exercise: str = "", seeds: Iterable[int] = (), sample: int = 0, unnamed: bool = False
) -> Report:
    """Mutate a day, or one exercise of it, and say what became of the mutants: a table, then each survivor.

    A survivor is asked with the inputs of ``SEEDS`` besides. A sample is drawn at random but always the same.
    """
    made = mutants(day.number, exercise)
    if 0 < sample < len(made):
        made = random.Random(day.number).sample(made, sample)
    fates = list(run(made, tuple(dict.fromkeys([*seeds, *SEEDS]))))
    survivors = [fate.mutant for fate in fates if fate.outcome == SURVIVED]
    stale = _stale(fates, day, exercise) if not sample else []
    rows: dict[str, Counter[str]] = {mutant.exercise: Counter() for mutant in made}
    for fate in fates:
        rows[fate.mutant.exercise][fate.outcome] += 1
    lines = [f"{day.name}: mutants", *table("mutants", COLUMNS, rows, exercise or day.name)]
    lines += [f"  survived: {mutant.exercise}: {mutant.id} [{mutant.kind}]" for mutant in survivors]
    lines += [f"  stopped: {fate.mutant.exercise}: {fate.mutant.id}" for fate in fates if fate.stopped]
    lines += [f"  {sentence}" for sentence in stale]
    nameless = [fate for fate in fates if unnamed and fate.outcome == UNNAMED]
    lines += [f"  no name: {fate.check}: {fate.mutant.id} [{fate.mutant.kind}]" for fate in nameless]
    counts = {column: sum(row[column] for row in rows.values()) for column in COLUMNS}
    return Report("\n".join(lines), not survivors and not stale, counts)


def _stale(fates: list[Fate], day: course.Day, exercise: str) -> list[str]:
    """Say which listed equivalences belong to no mutant any more, or to one that a check fails after all."""
    outcomes = {(fate.mutant.exercise, fate.mutant.id): fate.outcome for fate in fates}
    return [
        f"listed as equivalent, but {outcomes.get(key, 'no mutant of this text')}: {key[0]}: {key[1]}: "
        "take it out of equivalents.toml"
        for key in equivalents()
        if course.day(key[0]) == day and exercise in ("", key[0]) and outcomes.get(key) != EQUIVALENT
    ]
