# SPDX-License-Identifier: MIT
"""The misconception catalogue: data, read from ``grading/misconceptions/dayN.toml``."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from grading.notebooks import course, reference
from grading.notebooks.reference import Edit

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["Misconception", "misconceptions", "suspects"]

FOLDER = Path(__file__).resolve().parent.parent / "exercises"


@dataclass(frozen=True)
class Misconception:
    """One way to get an exercise wrong.

    Attributes:
        id: Unique over the course, such as ``day1-multiply-not-wrapped``.
        exercise: The grade_id of the answer cell in which the mistake is made.
        checks: The grade cells in which it shows.
        title: What is wrong, as a full sentence without its full stop.
        edits: Changes to the reference that make the mistake.
        verdict: What a learner reads: why that is so. Never the answer's code.
        section: The heading of the notebook to read again.
        also: The same mistake in other designs of the right answer, where its answers differ: a division that is a
            node of its own, say. Each has the same id, and edits and checks of its own.
    """

    id: str
    exercise: str
    checks: tuple[str, ...]
    title: str
    edits: tuple[Edit, ...]
    verdict: str
    section: str
    also: tuple[Misconception, ...] = ()

    def namespace(self) -> dict[str, Any]:
        """Return the namespace of the reference with this mistake made."""
        return reference.load(self.exercise, self.edits)


def _entry(table: dict[str, Any], designs: dict[str, list[dict[str, Any]]], file: str) -> Misconception:
    try:
        entry = Misconception(
            id=table["id"],
            exercise=table["exercise"],
            checks=tuple(table["checks"]),
            title=table["title"],
            edits=_edits(table, table["edit"]),
            verdict=table["verdict"],
            section=table["section"],
        )
        return replace(entry, also=tuple(_form(entry, table, form, designs) for form in table.get("also", ())))
    except (KeyError, TypeError) as error:
        raise ValueError(f"{file}: entry {table.get('id', '(without an id)')}: {error}") from error


def _edits(table: dict[str, Any], edits: list[dict[str, Any]]) -> tuple[Edit, ...]:
    return tuple(Edit(**{"cell": table["exercise"], **edit}) for edit in edits)


def _form(
    entry: Misconception,
    table: dict[str, Any],
    form: dict[str, Any],
    designs: dict[str, list[dict[str, Any]]],
) -> Misconception:
    # First the design, which changes no answer; then the mistake itself.
    edits = [edit for name in form.get("designs", ()) for edit in designs[name]] + form.get("edit", table["edit"])
    return replace(entry, edits=_edits(table, edits), checks=tuple(form.get("checks", table["checks"])))


@cache
def misconceptions(which: int | str) -> tuple[Misconception, ...]:
    """Return the catalogued misconceptions of a day, in the file's order.

    Raises:
        ValueError: An entry lacks a key, or an id stands twice.
    """
    file = FOLDER / f"{course.day(which).name}.toml"
    if not file.exists():
        return ()
    tables = tomllib.loads(file.read_text("utf-8"))
    designs = {design["name"]: design["edit"] for design in tables.get("design", ())}
    entries = tuple(_entry(table, designs, file.name) for table in tables["misconception"])
    names = [entry.id for entry in entries]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{file.name}: the id {name} stands {names.count(name)} times.")
    return entries


def suspects(check: str) -> list[Misconception]:
    """Return the misconceptions that show in a check, in each design in which they show there."""
    return [form for entry in misconceptions(check) for form in (entry, *entry.also) if check in form.checks]
