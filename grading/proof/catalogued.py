# SPDX-License-Identifier: MIT
"""Prove a day's checks: the reference passes, a blank is not attempted, and each mistake gets its own name."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from grading import judging
from grading.judging import catalogue, render
from grading.notebooks import course, reference, stubs
from grading.notebooks.cells import grade_id, is_grade, owner

__all__ = [
    "CatalogueProof",
    "Report",
    "blank",
    "checks_of",
    "judged",
    "prove_catalogue",
    "report",
    "snapshot",
    "snapshot_page",
    "table",
]


SNAPSHOT_SEED = 1

# What can become of a catalogued mistake: the columns of the report.
NAMED_RIGHT, UNNAMED, NAMED_WRONG, MISSED = "named right", "failed unnamed", "named wrong", "missed"
ELSEWHERE, BESIDE = "fails elsewhere too", "named beside another"
FATES = (NAMED_RIGHT, UNNAMED, NAMED_WRONG, MISSED, ELSEWHERE, BESIDE)


@dataclass(frozen=True)
class CatalogueProof:
    """What the judge made of one catalogued mistake.

    Attributes:
        id: The misconception.
        exercise: The grade_id of the answer cell in which it is made.
        named: Declared checks that fail and name it, alone or with others.
        unnamed: Declared checks that fail with no name.
        misnamed: Declared checks that fail with other names only.
        missed: Declared checks that pass.
        spilled: Checks that are not declared and fail all the same.
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
        """Whether it fails exactly where declared, each time with its own name."""
        return not (self.unnamed or self.misnamed or self.missed or self.spilled)

    @property
    def fate(self) -> str:
        """The one column of the report in which it counts: the worst that happens in any check."""
        worst_first = (
            (MISSED, self.missed),
            (NAMED_WRONG, self.misnamed),
            (UNNAMED, self.unnamed),
            (ELSEWHERE, self.spilled),
            (BESIDE, self.shared),
        )
        return next((fate for fate, found in worst_first if found), NAMED_RIGHT)


def checks_of(day: course.Day, exercise: str = "") -> list[str]:
    """Return the grade_ids of a day's checks, from the text master; of one exercise, where its grade_id is given."""
    answers = list(reference.solutions(day.number))
    checks = [str(grade_id(cell)) for cell in reference.cells(day.number) if is_grade(cell)]
    return [check for check in checks if exercise in ("", owner(check, answers))]


def blank(day: course.Day) -> dict[str, Any]:
    """Return the namespace of a day's released notebook, in which nothing has been written yet."""
    return reference.load(day.number, answers=stubs.released(day.number), forgiving=True)


def judged(day: course.Day, namespace: Mapping[str, Any], seed: int) -> dict[str, judging.Verdict]:
    """Return the verdict of every check of a day on a namespace, without a notebook."""
    answers = {check: judging.ask(check, namespace, seed) for check in checks_of(day)}
    return {check: judging.decide(check, answers[check], seed, answers.__getitem__) for check in answers}


def prove_catalogue(day: course.Day, seed: int, only: str = "") -> list[CatalogueProof]:
    """Judge every catalogued mistake of a day as if a learner had made it.

    Args:
        day: The day.
        seed: Draws the inputs.
        only: Just the mistakes of the exercises, or with the ids, that begin so.
    """
    return [_proof(entry, verdicts) for entry, verdicts in _judged_catalogue(day, seed, only)]


@lru_cache(maxsize=16)
def _judged_catalogue(
    day: course.Day, seed: int, only: str
) -> list[tuple[catalogue.Misconception, dict[str, judging.Verdict]]]:
    # Kept: the proof and the page of verdicts ask for the same, and asking takes most of the time.
    return [
        (entry, judged(day, entry.namespace(), seed))
        for entry in catalogue.misconceptions(day.number)
        if entry.exercise.startswith(only) or entry.id.startswith(only)
    ]


def _proof(entry: catalogue.Misconception, verdicts: dict[str, judging.Verdict]) -> CatalogueProof:
    failed = {check: verdict for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    declared = {check: verdict for check, verdict in failed.items() if check in entry.checks}
    return CatalogueProof(
        entry.id,
        entry.exercise,
        named=tuple(check for check, verdict in declared.items() if entry.id in verdict.misconceptions),
        unnamed=tuple(check for check, verdict in declared.items() if not verdict.misconceptions),
        misnamed=tuple(
            check
            for check, verdict in declared.items()
            if verdict.misconceptions and entry.id not in verdict.misconceptions
        ),
        missed=tuple(check for check in entry.checks if check not in failed),
        spilled=tuple(check for check in failed if check not in entry.checks),
        shared=tuple(
            sorted({name for verdict in declared.values() for name in verdict.misconceptions if name != entry.id})
        ),
    )


@dataclass(frozen=True)
class Report:
    """A part of the proof: what is printed, whether all of it holds, and how many there are of each fate."""

    text: str
    holds: bool
    counts: Mapping[str, int] = field(default_factory=dict)


def report(day: course.Day, seeds: Sequence[int] = (1,), exercise: str = "", only: str = "") -> Report:
    """Prove the reference, the blank and the catalogue of a day.

    Args:
        day: The day.
        seeds: Draw the inputs; everything must hold with each of them.
        exercise: The grade_id of the one answer cell to prove; all of them without it.
        only: Just the mistakes of the exercises, or with the ids, that begin so.

    Returns:
        A line each for the reference and the blank, the table of the catalogue, then each thing that does not hold.
    """
    checks = checks_of(day, exercise)
    lines, troubles = [], []
    for name, namespace, outcome in (
        ("reference", reference.load(day.number), judging.CORRECT),
        ("blank", blank(day), judging.NOT_ATTEMPTED),
    ):
        other = [told for seed in seeds for told in _not_so(judged(day, namespace, seed), checks, outcome, name, seed)]
        asked = len(checks) * len(seeds)
        lines.append(f"{day.name}: {name}: {asked - len(other)} of {asked} checks {outcome}")
        troubles += other
    proofs: dict[str, CatalogueProof] = {}
    for seed in seeds:
        for proof in prove_catalogue(day, seed, only or exercise):
            known = proofs.get(proof.id)
            # The first seed with which it does not hold is told.
            if exercise in ("", proof.exercise) and (known is None or known.fate == NAMED_RIGHT):
                proofs[proof.id] = proof
    troubles += [sentence for proof in proofs.values() for sentence in _troubles(proof)]
    text = [*lines, f"{day.name}: catalogue", *_catalogue_table(list(proofs.values()), exercise or day.name), *troubles]
    return Report("\n".join(text), not troubles)


def _not_so(
    verdicts: Mapping[str, judging.Verdict], checks: list[str], outcome: str, name: str, seed: int
) -> list[str]:
    return [
        f"  {name}, seed {seed}: {check} is {verdicts[check].outcome}: {render.message(verdicts[check]).text()}"
        for check in checks
        if verdicts[check].outcome != outcome
    ]


def _catalogue_table(proofs: list[CatalogueProof], whole: str) -> list[str]:
    rows: dict[str, Counter[str]] = {}
    for proof in proofs:
        rows.setdefault(proof.exercise, Counter())[proof.fate] += 1
    return table("catalogued", FATES, rows, whole)


def table(first: str, columns: Sequence[str], rows: Mapping[str, Counter[str]], whole: str) -> list[str]:
    """Return a table as lines: how many there are of each kind, row by row, and the sum.

    Args:
        first: The heading of the column that counts all of a row.
        columns: The kinds.
        rows: The counts of each row, by its name.
        whole: The name of the last row, the sum, where there is more than one.
    """
    rows = dict(rows)
    if len(rows) != 1:
        rows[whole] = sum(rows.values(), Counter())
    cells = [["", first, *columns]]
    cells += [[name, str(sum(row.values())), *(str(row[kind]) for kind in columns)] for name, row in rows.items()]
    widths = [max(len(row[place]) for row in cells) for place in range(len(cells[0]))]
    return [
        f"  {row[0]:<{widths[0]}}"
        + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True))
        for row in cells
    ]


def _troubles(proof: CatalogueProof) -> list[str]:
    kinds = [
        ("fails unnamed in", proof.unnamed),
        ("named as another in", proof.misnamed),
        ("missed in", proof.missed),
        ("fails undeclared in", proof.spilled),
        ("shares its answers with", proof.shared),
    ]
    told = [f"{kind} {', '.join(found)}" for kind, found in kinds if found]
    return [f"  {proof.id}: {'; '.join(told)}"] if told else []


def python_version() -> str:
    """Return the version in which Python words its errors, such as ``Python 3.11``."""
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"


def snapshot_page(day: course.Day) -> Path:
    """Return where the reviewed page of a day's verdicts is kept."""
    return day.root / "tests" / "snapshots" / f"verdicts_{day.name}.md"


def snapshot(day: course.Day, seed: int) -> str:
    """Return what a learner reads for each catalogued mistake of a day, as a page to review.

    Every check in which the mistake shows is there with its message; the inputs come from ``seed``.
    """
    lines = [
        f"# Verdicts of {day.name}",
        "",
        f"What a learner reads for each catalogued mistake, with the inputs of seed {seed}.",
        f"Built by `python -m grading snapshot` with {python_version()}: read it, don't edit it.",
    ]
    for entry, verdicts in _judged_catalogue(day, seed, ""):
        lines += ["", f"## {entry.id}", "", f"{entry.title}."]
        told: dict[str, list[str]] = {}
        for check, verdict in verdicts.items():
            if verdict.outcome != judging.CORRECT:
                told.setdefault(render.message(verdict).text(), []).append(check)
        for message, checks in told.items():
            lines += ["", f"- {', '.join(checks)}", f"  > {message}"]
    return "\n".join(lines) + "\n"
