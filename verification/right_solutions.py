# SPDX-License-Identifier: MIT
"""The data that verifies an exercise: other right solutions, mistakes rewritten in them, and equivalent mutants.

``exercises/EXERCISE/proof/solutions/NAME.py`` is an answer cell under a comment that describes it. It must get
full marks. Files of one name in the exercises of a day are one learner's day, completed by the reference.
``rewrites.toml`` lists mistakes made in these solutions: each must get its own name. ``equivalents.toml`` lists the
mutants of the reference that are right, with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

from judge.asking import folders
from judge.asking.folders import exercises_of
from judge.notebooks import course, reference, schemas
from judge.notebooks.course import CourseError, place
from judge.notebooks.current import kept
from judge.notebooks.reference import Edit
from judge.notebooks.schemas import read_toml

# The tables of equivalents.toml and rewrites.toml.
EQUIVALENTS = schemas.Schema(allowed={"equivalent": schemas.TABLES})
EQUIVALENT = schemas.Schema({"mutants": schemas.TEXTS, "reason": schemas.TEXT})
REWRITES = schemas.Schema(allowed={"rewrite": schemas.TABLES})
REWRITE = schemas.Schema({"named": schemas.TEXT, "solution": schemas.TEXT, "edit": schemas.TABLES})


def folder(exercise: str) -> Path:
    """Return the folder that verifies an exercise, whether it exists or not."""
    return folders.folder(exercise) / folders.PROOF


@dataclass(frozen=True)
class Rewrite:
    """A catalogued mistake made in a right solution, such as ``day2/stored_partials``, by edits."""

    exercise: str
    named: str
    solution: str
    edits: tuple[Edit, ...]

    def answers(self) -> dict[str, str]:
        """Return the solution's answers with this mistake, by grade_id."""
        answers = dict(read(self.solution))
        for edit in self.edits:
            reference.apply(edit, answers)
        return answers


@kept()
def right_solutions() -> list[str]:
    """Return the names of all right solutions, such as ``day2/stored_partials``."""
    files = folders.root().glob(f"day*/{folders.PROOF}/solutions/*.py")
    return sorted({f"{course.assignment(file.parts[-4].replace('_', '-')).name}/{file.stem}" for file in files})


@kept()
def read(solution: str) -> dict[str, str]:
    """Return the source of each answer cell of a solution by its grade_id, without the comment at the top."""
    day, _, name = solution.partition("/")
    files = {exercise: folder(exercise) / "solutions" / f"{name}.py" for exercise in exercises_of(day)}
    return {exercise: _answer(file) for exercise, file in files.items() if file.exists()}


def _answer(file: Path) -> str:
    lines = file.read_text("utf-8").split("\n")
    return "\n".join(dropwhile(lambda line: line.startswith("#") or not line, lines))


def rewrites(exercise: str) -> list[Rewrite]:
    """Return the mistakes of an exercise that its ``rewrites.toml`` makes in other right solutions.

    Raises:
        CourseError: The file is no TOML, or a key is missing, unknown or of another kind.
    """
    path = folder(exercise) / "rewrites.toml"
    tables, where = read_toml(path), place(path)
    REWRITES.require(tables, where)
    found = []
    for table in tables.get("rewrite", ()):
        REWRITE.require(table, f"{where}: {table.get('named', 'an entry without a name')}")
        for edit in table["edit"]:
            schemas.EDIT.require(edit, f"{where}: {table['named']}, an edit")
        edits = tuple(Edit(**{"cell": exercise, **edit}) for edit in table["edit"])
        found.append(
            Rewrite(exercise, table["named"], f"{course.assignment(exercise).name}/{table['solution']}", edits)
        )
    return found


def equivalents_of(exercise: str) -> dict[str, str]:
    """Return why each equivalent mutant of an exercise is right, by the mutant's id."""
    path = folder(exercise) / "equivalents.toml"
    tables, file = read_toml(path), place(path)
    EQUIVALENTS.require(tables, file)
    reasons: dict[str, str] = {}
    for number, entry in enumerate(tables.get("equivalent", ()), start=1):
        EQUIVALENT.require(entry, f"{file}: entry {number}")
        if not entry["mutants"]:
            raise CourseError(f"{file}: entry {number}: it lists no mutant; delete the entry")
        if not entry["reason"].endswith("."):
            raise CourseError(f"{file}: entry {number}: a reason ends in a full stop: {entry['reason']!r}")
        for mutant in entry["mutants"]:
            if mutant in reasons:
                raise CourseError(f"{file}: entry {number}: it lists this mutant a second time: {mutant!r}")
            reasons[mutant] = entry["reason"]
    return reasons
