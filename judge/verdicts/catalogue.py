# SPDX-License-Identifier: MIT
"""The misconception catalogue: data, read from ``exercises/EXERCISE/mistakes.toml``.

An answer that no catalogued mistake gives may still have a general name: what an error is called, or how the numbers
relate to the right ones. These are in ``general.toml``.

Which checks a mistake fails is computed by ``make prove`` and kept in ``checks.json`` beside its entry.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from judge.asking.folders import exercises_of, folder
from judge.notebooks import course, reference, schemas
from judge.notebooks.about import about
from judge.notebooks.course import place
from judge.notebooks.current import kept
from judge.notebooks.reference import Edit
from judge.notebooks.schemas import read_toml

FILE, CHECKS = "mistakes.toml", "checks.json"

# Names that belong to no exercise.
GENERAL = Path(__file__).with_name("general.toml")


@dataclass(frozen=True)
class Misconception:
    """One way to get an exercise wrong."""

    id: str  # unique over the course, such as ``day1-multiply-not-wrapped``
    exercise: str  # the grade_id of the answer cell in which the mistake is made
    checks: tuple[str, ...]  # the grade cells in which it shows; none where ``make prove`` has not computed them yet
    title: str  # what is wrong, as a full sentence without its full stop
    edits: tuple[Edit, ...]  # changes to the reference that make the mistake
    verdict: str  # what a learner reads: why that is so. Never the answer's code
    # The heading of the notebook to read again; "" for a general name, which belongs to no exercise and has no edits
    # and no checks.
    section: str
    # The same mistake in other designs of the right answer, where its answers differ: a division that is a node of
    # its own, say. Each has the same id, and edits and checks of its own.
    variants: tuple[Misconception, ...] = ()
    # What stands in the first column of the row for it, in the assignment's tables *Symptom and cause*; "" where no row
    # is about it.
    symptom: str = ""
    # What kind of thing is wrong, as a sentence without its full stop, for the first step of help; "" where the title
    # gives away nothing.
    kind: str = ""
    # Why the entry is here although no generated program and nobody's public code has made the mistake; mostly "".
    kept: str = ""

    def __hash__(self) -> int:
        # It is asked for with each answer that is kept: all its texts would take longer than to find the answer.
        return hash((self.id, self.edits))

    def namespace(self) -> dict[str, Any]:
        """Return the namespace of the reference with this mistake made.

        Raises:
            CourseError: One of its edits fits nowhere, or in several places.
        """
        try:
            return reference.load(self.exercise, self.edits)
        except course.CourseError as error:
            file = place(folder(self.exercise) / FILE)
            raise course.CourseError("{file}: {id}: {error}.", file=file, id=self.id, error=error) from error


Designs = Mapping[str, tuple[Edit, ...]]
Checks = Mapping[str, list[str]]


def variant_id(entry: str, number: int) -> str:
    """Return how an author is told of a variant of a mistake: of the first by the entry's id alone."""
    return entry if number == 1 else f"{entry}, variant {number}"


def key_of(entry: Misconception) -> str:
    """Return the key of a mistake, or of a variant, in ``checks.json``: its id, and a digest of its edits.

    So rows may change places, and an edit that is changed has no checks until they are computed.
    """
    edits = [[edit.cell, edit.old, edit.new, edit.every] for edit in entry.edits]
    return f"{entry.id} {hashlib.sha256(json.dumps(edits).encode()).hexdigest()[:10]}"


def checks_file(exercise: str) -> Path:
    """Return the built file that says which checks each mistake of an exercise fails."""
    return folder(exercise) / CHECKS


def _entry(table: Mapping[str, Any], exercise: str, designs: Designs, checks: Checks, file: str) -> Misconception:
    where = f"{file}: entry {table.get('id', '(without an id)')}"
    schemas.MISTAKE.require(table, where)
    entry = Misconception(
        id=table["id"],
        exercise=exercise,
        checks=(),
        title=table["title"],
        edits=_edits(table["edit"], exercise, where),
        verdict=table["verdict"],
        section=table["section"],
        symptom=table.get("symptom", ""),
        kind=table.get("kind", ""),
        kept=table.get("kept", ""),
    )
    variants = [_variant(entry, variant, designs, where) for variant in table.get("variants", ())]
    computed = tuple(replace(one, checks=tuple(checks.get(key_of(one), ()))) for one in variants)
    return replace(entry, checks=tuple(checks.get(key_of(entry), ())), variants=computed)


def _edits(tables: Sequence[Mapping[str, Any]], exercise: str, where: str) -> tuple[Edit, ...]:
    for table in tables:
        schemas.EDIT.require(table, f"{where}, an edit")
    return tuple(Edit(**{"cell": exercise, **table}) for table in tables)


def _variant(entry: Misconception, variant: Mapping[str, Any], designs: Designs, where: str) -> Misconception:
    schemas.VARIANT.require(variant, f"{where}, `variants`")
    for name in variant.get("designs", ()):
        if name not in designs:
            raise course.CourseError(f"{where}, `variants`: no [[design]] of this file is named {name!r}.")
    # First the design, which changes no answer; then the mistake itself.
    designed = tuple(edit for name in variant.get("designs", ()) for edit in designs[name])
    mistake = _edits(variant["edit"], entry.exercise, f"{where}, `variants`") if "edit" in variant else entry.edits
    return replace(entry, edits=designed + mistake)


@kept()
def misconceptions(which: int | str) -> tuple[Misconception, ...]:
    """Return the misconceptions of an assignment or of an exercise: by the notebook's order, then by that of the file.

    Raises:
        CourseError: A file is no TOML, an entry lacks a key or has an unknown one, or an id stands twice.
    """
    entries: dict[str, Misconception] = {}
    for exercise in exercises_of(which):
        for entry in _of_exercise(exercise):
            if entry.id in entries:
                other = place(folder(entries[entry.id].exercise) / FILE)
                raise course.CourseError(
                    f"{place(folder(exercise) / FILE)}: the id {entry.id} stands twice, first in {other}: rename one."
                )
            entries[entry.id] = entry
    return tuple(entries.values())


@kept()
def _of_exercise(exercise: str) -> tuple[Misconception, ...]:
    path = folder(exercise) / FILE
    tables, file = read_toml(path), place(path)
    schemas.MISTAKES.require(tables, file)
    designs: dict[str, tuple[Edit, ...]] = {}
    for table in tables.get("design", ()):
        where = f"{file}: design {table.get('name', '(without a name)')}"
        schemas.DESIGN.require(table, where)
        designs[table["name"]] = _edits(table["edit"], exercise, where)
    checks = _computed_checks(exercise)
    return tuple(_entry(table, exercise, designs, checks, file) for table in tables.get("misconception", ()))


def _computed_checks(exercise: str) -> Checks:
    path = checks_file(exercise)
    try:
        return json.loads(path.read_text("utf-8")) if path.exists() else {}
    except ValueError as error:
        command = about().sentences.prove.format(exercise=exercise)
        raise course.CourseError(f"{place(path)} is not JSON: run `{command}`.") from error


@kept()
def suspects(check: str) -> tuple[Misconception, ...]:
    """Return the misconceptions that show in a check, in each design in which they show there."""
    assignment = course.assignment(check).name
    return tuple(
        variant
        for entry in misconceptions(assignment)
        for variant in (entry, *entry.variants)
        if check in variant.checks
    )


@cache
def _general() -> dict[str, tuple[Misconception, tuple[str, ...], re.Pattern[str]]]:
    """Return the general names by their ids: the entry, and for an error its types and what its text holds."""
    tables, file = read_toml(GENERAL), place(GENERAL)
    schemas.GENERAL.require(tables, file)
    named = {}
    for kind, schema in (("error", schemas.ERROR), ("relation", schemas.RELATION)):
        for table in tables[kind]:
            schema.require(table, f"{file}: {table.get('id', 'an entry without an id')}")
            entry = Misconception(table["id"], "", (), table["title"], (), table.get("verdict", ""), "")
            named[entry.id] = (entry, tuple(table.get("kinds", ())), re.compile(table.get("text", "")))
    return named


def general_names() -> dict[str, Misconception]:
    """Return the general names by their ids."""
    return {name: entry for name, (entry, *_) in _general().items()}


def of_error(kind: str, text: str) -> Misconception | None:
    """Return the name of an error, by the name of its type and by its text; None where it has none."""
    fits = (entry for entry, kinds, pattern in _general().values() if kind in kinds and pattern.search(text))
    return next(fits, None)


def of_relation(name: str) -> Misconception | None:
    """Return the entry of a relation between numbers; None for ""."""
    return _general()[name][0] if name else None
