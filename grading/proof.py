# SPDX-License-Identifier: MIT
"""Prove a day's checks: the reference passes, a blank is not attempted, and each mistake gets its own name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grading import catalogue, course, judging, reference
from grading.exercises import grade_id, is_grade

__all__ = ["CatalogueProof", "checks_of", "judged", "prove_catalogue", "summary"]


SNAPSHOT_SEED = 1


@dataclass(frozen=True)
class CatalogueProof:
    """What the judge made of one catalogued mistake.

    Attributes:
        id: The misconception.
        named: Declared checks that fail and name it, alone or with others.
        unnamed: Declared checks that fail with no name.
        misnamed: Declared checks that fail with other names only.
        missed: Declared checks that pass.
        spilled: Checks that are not declared and fail all the same.
        shared: Other misconceptions named beside it in some check.
    """

    id: str
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


def checks_of(day: course.Day) -> list[str]:
    """Return the grade_ids of a day's checks, from the text master."""
    return [str(grade_id(cell)) for cell in reference.cells(day.number) if is_grade(cell)]


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
    proofs = []
    for entry in catalogue.misconceptions(day.number):
        if entry.exercise.startswith(only) or entry.id.startswith(only):
            proofs.append(_proof(entry, judged(day, entry.namespace(), seed)))
    return proofs


def _proof(entry: catalogue.Misconception, verdicts: dict[str, judging.Verdict]) -> CatalogueProof:
    failed = {check: verdict for check, verdict in verdicts.items() if verdict.outcome != judging.CORRECT}
    declared = {check: verdict for check, verdict in failed.items() if check in entry.checks}
    return CatalogueProof(
        entry.id,
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


def summary(day: course.Day, seed: int, only: str = "") -> str:
    """Return the proof of a day as text: the reference, then each mistake that does not hold, then a count."""
    lines = []
    for check, verdict in judged(day, reference.load(day.number), seed).items():
        if verdict.outcome != judging.CORRECT:
            lines.append(f"reference fails {check}: {verdict.message}")
    proofs = prove_catalogue(day, seed, only)
    for proof in proofs:
        troubles = [f"{kind} {', '.join(found)}" for kind, found in _troubles(proof) if found]
        if troubles:
            lines.append(f"{proof.id}: {'; '.join(troubles)}")
    named = sum(proof.holds for proof in proofs)
    shared = sum(bool(proof.shared) for proof in proofs)
    lines.append(f"{day.name}: {len(proofs)} catalogued, {named} named right, {shared} of them beside another name")
    return "\n".join(lines)


def _troubles(proof: CatalogueProof) -> list[tuple[str, tuple[str, ...]]]:
    return [
        ("fails unnamed in", proof.unnamed),
        ("named as another in", proof.misnamed),
        ("missed in", proof.missed),
        ("fails undeclared in", proof.spilled),
        ("shares its answers with", proof.shared),
    ]


def snapshot(day: course.Day, seed: int) -> str:
    """Return what a learner reads for each catalogued mistake of a day, as a page to review.

    Every check in which the mistake shows is there with its message; the inputs come from ``seed``.
    """
    lines = [
        f"# Verdicts of {day.name}",
        "",
        f"What a learner reads for each catalogued mistake, with the inputs of seed {seed}.",
        "Built by `python -m grading snapshot`: read it, don't edit it.",
    ]
    for entry in catalogue.misconceptions(day.number):
        verdicts = judged(day, entry.namespace(), seed)
        lines += ["", f"## {entry.id}", "", f"{entry.title}."]
        told: dict[str, list[str]] = {}
        for check, verdict in verdicts.items():
            if verdict.outcome != judging.CORRECT:
                told.setdefault(verdict.message, []).append(check)
        for message, checks in told.items():
            lines += ["", f"- {', '.join(checks)}", f"  > {message}"]
    return "\n".join(lines) + "\n"
