# SPDX-License-Identifier: MIT
"""Prove a day's checks: the reference passes, a blank is not attempted, and each mistake gets its own name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from grading import judging
from grading.judging import catalogue, render
from grading.notebooks import course, reference, stubs
from grading.notebooks.cells import grade_id, is_grade, owner
from verification.tables import PartOfProof, table

__all__ = [
    "CatalogueProof",
    "blank",
    "checks_of",
    "further_forms",
    "judged",
    "judged_catalogue",
    "near",
    "prove",
    "prove_catalogue",
    "prove_forms",
]

# What can become of a catalogued mistake: the columns of the table.
NAMED_RIGHT, UNNAMED, NAMED_WRONG, MISSED = "named right", "failed unnamed", "named wrong", "missed"
ELSEWHERE, BESIDE = "fails elsewhere too", "named beside another"
FATES = (NAMED_RIGHT, UNNAMED, NAMED_WRONG, MISSED, ELSEWHERE, BESIDE)


@dataclass(frozen=True)
class CatalogueProof:
    """What the judge made of one catalogued mistake.

    Attributes:
        id: The misconception.
        exercise: The grade_id of the answer cell in which it is made.
        named: Recorded checks that fail and name it, alone or with others.
        unnamed: Recorded checks that fail with no name.
        misnamed: Recorded checks that fail with other names only.
        missed: Recorded checks that pass; or the exercise, where no check fails.
        spilled: Checks that fail and are not recorded.
        shared: Other misconceptions named beside it in some check.
    """

    id: str
    exercise: str
    named: tuple[str, ...]
    unnamed: tuple[str, ...]
    misnamed: tuple[str, ...]
    missed: tuple[str, ...]
    spilled: tuple[str, ...]
    shared: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether it fails exactly where ``checks.json`` says, each time with its own name."""
        return not (self.unnamed or self.misnamed or self.missed or self.spilled)

    @property
    def fate(self) -> str:
        """The one column of the table in which it counts: the worst that happens in any check."""
        worst_first = (
            (MISSED, self.missed),
            (NAMED_WRONG, self.misnamed),
            (UNNAMED, self.unnamed),
            (ELSEWHERE, self.spilled),
            (BESIDE, self.shared),
        )
        return next((fate for fate, checks in worst_first if checks), NAMED_RIGHT)


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
    """Return the verdicts of a day's checks on a namespace, without a notebook.

    Args:
        day: The day.
        namespace: What the notebook defines.
        seed: Draws the inputs.
        checks: The grade_ids of the checks to judge; all of the day's without any. Others are asked where a name
            depends on them.
    """

    @cache
    def answers(check: str) -> list[judging.Answer]:
        return judging.ask(check, namespace, seed)

    return {check: judging.decide(check, answers(check), seed, answers) for check in checks or checks_of(day)}


def near(entry: catalogue.Misconception) -> list[str]:
    """Return the checks of a mistake's own exercise, and those in which it is said to show."""
    day = course.day(entry.exercise)
    return [check for check in checks_of(day) if check in entry.checks or check in checks_of(day, entry.exercise)]


def prove_catalogue(
    day: course.Day, seed: int, exercise: str = "", everywhere: bool = True, one_in: int = 1
) -> list[CatalogueProof]:
    """Judge every catalogued mistake of a day as if a learner had made it, in its first form.

    Args:
        day: The day.
        seed: Draws the inputs.
        exercise: The grade_id of the one answer cell whose mistakes are judged; those of all without it.
        everywhere: Whether all checks of the day are asked, so that a spill shows, or the near ones only.
        one_in: Judge one mistake in so many.
    """
    return [_proof(*judged_entry) for judged_entry in judged_catalogue(day, seed, exercise, everywhere, one_in)]


def further_forms(day: course.Day, exercise: str = "") -> list[tuple[str, catalogue.Misconception]]:
    """Return the further forms (``also``) of a day's mistakes, each with a name such as ``day3-x, form 2``."""
    return [
        (f"{entry.id}, form {number}", form)
        for entry in catalogue.misconceptions(day.number)
        if exercise in ("", entry.exercise)
        for number, form in enumerate(entry.also, 2)
    ]


def prove_forms(
    day: course.Day, seed: int, forms: Iterable[tuple[str, catalogue.Misconception]]
) -> list[CatalogueProof]:
    """Judge further forms of mistakes: each must have its entry's name where the form says so.

    Args:
        day: The day.
        seed: Draws the inputs.
        forms: As :func:`further_forms` returns them.
    """
    return [replace(_proof(form, judged(day, form.namespace(), seed)), id=name) for name, form in forms]


@lru_cache(maxsize=16)
def judged_catalogue(
    day: course.Day, seed: int, exercise: str = "", everywhere: bool = False, one_in: int = 1
) -> list[tuple[catalogue.Misconception, dict[str, judging.Verdict]]]:
    """Return every catalogued mistake of a day, or of one exercise, with the verdicts of the checks on it."""
    # Kept: the proof and the page of verdicts need the same, and judging takes most of the time.
    return [
        (entry, judged(day, entry.namespace(), seed, () if everywhere else near(entry)))
        for entry in catalogue.misconceptions(day.number)[::one_in]
        if exercise in ("", entry.exercise)
    ]


def _proof(entry: catalogue.Misconception, verdicts: dict[str, judging.Verdict]) -> CatalogueProof:
    failed = {check: verdict for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    recorded = {check: verdict for check, verdict in failed.items() if check in entry.checks}
    return CatalogueProof(
        entry.id,
        entry.exercise,
        named=tuple(check for check, verdict in recorded.items() if entry.id in verdict.misconceptions),
        unnamed=tuple(check for check, verdict in recorded.items() if not verdict.misconceptions),
        misnamed=tuple(
            check
            for check, verdict in recorded.items()
            if verdict.misconceptions and entry.id not in verdict.misconceptions
        ),
        missed=tuple(check for check in entry.checks if check not in failed) or ((entry.exercise,) * (not failed)),
        spilled=tuple(check for check in failed if check not in entry.checks),
        shared=tuple(
            sorted({name for verdict in recorded.values() for name in verdict.misconceptions if name != entry.id})
        ),
    )


def prove(day: course.Day, seeds: Sequence[int] = (1,), exercise: str = "") -> PartOfProof:
    """Prove the reference, the blank and the catalogue of a day.

    Args:
        day: The day.
        seeds: Draw the inputs; everything must hold with each of them.
        exercise: The grade_id of the one answer cell to prove; all of them without it.

    Returns:
        A line each for the reference and the blank, a table of the catalogue and one of its further forms, then each
        thing that does not hold.
    """
    checks = checks_of(day, exercise)
    lines, troubles = [], []
    for name, namespace, outcome in (
        ("reference", reference.load(day.number), judging.CORRECT),
        ("blank", blank(day), judging.NOT_ATTEMPTED),
    ):
        exceptions = [
            line for seed in seeds for line in _not_so(judged(day, namespace, seed), checks, outcome, name, seed)
        ]
        number = len(checks) * len(seeds)
        lines.append(f"{day.name}: {name}: {number - len(exceptions)} of {number} checks {outcome}")
        troubles += exceptions
    forms = further_forms(day, exercise)
    entries = _worst(prove_catalogue(day, seed, exercise) for seed in seeds)
    further = _worst(prove_forms(day, seed, forms) for seed in seeds)
    troubles += [line for proof in [*entries, *further] for line in _troubles(proof)]
    whole = exercise or day.name
    tables = [f"{day.name}: catalogue", *_catalogue_table("catalogued", entries, whole)]
    if further:
        tables += [f"{day.name}: further forms of them", *_catalogue_table("forms", further, whole)]
    return PartOfProof("\n".join([*lines, *tables, *troubles]), not troubles)


def _worst(proofs_by_seed: Iterable[list[CatalogueProof]]) -> list[CatalogueProof]:
    """Return one proof of each mistake: the first seed with which it does not hold is shown."""
    worst: dict[str, CatalogueProof] = {}
    for proofs in proofs_by_seed:
        for proof in proofs:
            if proof.id not in worst or worst[proof.id].fate == NAMED_RIGHT:
                worst[proof.id] = proof
    return list(worst.values())


def _not_so(
    verdicts: Mapping[str, judging.Verdict], checks: list[str], outcome: str, name: str, seed: int
) -> list[str]:
    return [
        f"  {name}, seed {seed}: {check} is {verdicts[check].outcome}: {render.message(verdicts[check]).text()}"
        for check in checks
        if verdicts[check].outcome != outcome
    ]


def _catalogue_table(first: str, proofs: list[CatalogueProof], whole: str) -> list[str]:
    rows: dict[str, Counter[str]] = {}
    for proof in proofs:
        rows.setdefault(proof.exercise, Counter())[proof.fate] += 1
    return table(first, FATES, rows, whole)


def _troubles(proof: CatalogueProof) -> list[str]:
    kinds = [
        ("fails unnamed in", proof.unnamed),
        ("named as another in", proof.misnamed),
        ("missed in", proof.missed),
        ("fails, though checks.json does not say so, in", proof.spilled),
        ("shares its answers with", proof.shared),
    ]
    sentences = [f"{kind} {', '.join(names)}" for kind, names in kinds if names]
    return [f"  {proof.id}: {'; '.join(sentences)}"] if sentences else []
