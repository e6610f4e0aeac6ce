# SPDX-License-Identifier: MIT
"""The mutants that are right all the same, each with its proof: ``equivalents.toml`` of an exercise."""

from __future__ import annotations

from grading.exercises.shared import schemas
from grading.exercises.shared.folders import place, read_toml
from grading.notebooks.course import CourseError
from verification.folders import folder


def proofs_of(exercise: str) -> dict[str, str]:
    """Return the proof of each mutant of an exercise that is right all the same, by the mutant's id.

    Raises:
        CourseError: The file is no TOML, an entry lacks a key or a mutant, a proof is no sentence, or a mutant is
            listed twice.
    """
    path = folder(exercise) / "equivalents.toml"
    tables, file = read_toml(path), place(path)
    schemas.EQUIVALENTS.require(tables, file)
    proofs: dict[str, str] = {}
    for number, entry in enumerate(tables.get("equivalent", ()), start=1):
        schemas.EQUIVALENT.require(entry, f"{file}: entry {number}")
        if not entry["mutants"]:
            raise CourseError(f"{file}: entry {number}: it lists no mutant; take the entry out")
        if not entry["proof"].endswith("."):
            raise CourseError(f"{file}: entry {number}: a proof is a sentence, and ends so: {entry['proof']!r}")
        for mutant in entry["mutants"]:
            if mutant in proofs:
                raise CourseError(f"{file}: entry {number}: the mutant stands twice: {mutant!r}")
            proofs[mutant] = entry["proof"]
    return proofs
