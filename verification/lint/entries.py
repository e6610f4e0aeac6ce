# SPDX-License-Identifier: MIT
"""Faults of an exercise's data: its catalogued mistakes, its equivalents, its rewrites in other right solutions."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from textwrap import dedent
from typing import Any

from grading.exercises.shared import schemas
from grading.exercises.shared.folders import folder, place, read_toml
from grading.exercises.shared.schemas import Schema
from grading.judging.catalogue import checks_file, form_id
from grading.notebooks import reference
from grading.notebooks.cells import SYMPTOMS, table_of
from grading.notebooks.course import CourseError
from grading.notebooks.reference import Edit
from verification import folders as verified
from verification.lint.day_text import DayText
from verification.lint.fault import Fault
from verification.lint.words import Places, forbidden, strays
from verification.right_solutions import source_of

__all__ = ["checks", "equivalents", "ids", "mistakes", "rewrites"]

MISTAKES, EQUIVALENTS, REWRITES = "mistakes.toml", "equivalents.toml", "rewrites.toml"

Table = Mapping[str, Any]


def mistakes(text: DayText, exercise: str, places: Places) -> Iterator[Fault]:
    """Yield the faults of an exercise's catalogue of mistakes."""
    file = place(folder(exercise) / MISTAKES)
    tables = _read(folder(exercise) / MISTAKES)
    if isinstance(tables, Fault):
        yield tables
        return
    yield from _misfits(schemas.MISTAKES, tables, file, "")
    designs = {table.get("name"): table for table in _tables(tables, "design")}
    for table in _tables(tables, "design"):
        entry = f"design {table.get('name', '(without a name)')}"
        yield from _misfits(schemas.DESIGN, table, file, entry)
        yield from _edits_misfit(table, file, entry)
    for table in _tables(tables, "misconception"):
        yield from _mistake(text, exercise, table, designs, file, places)


def _mistake(
    text: DayText, exercise: str, table: Table, designs: Mapping[Any, Table], file: str, places: Places
) -> Iterator[Fault]:
    entry = str(table.get("id", "(without an id)"))
    yield from _misfits(schemas.MISTAKE, table, file, entry)
    if not entry.startswith(f"{text.day.name}-") and "id" in table:
        yield Fault(file, entry, "its id does not begin with its day", f"write {text.day.name}-...")
    yield from _wording(text, exercise, table, file, entry, places)
    yield from _edits_misfit(table, file, entry)
    yield from _edits(text.solutions, exercise, _tables(table, "edit"), file, entry)
    for number, form in enumerate(_tables(table, "also"), start=1):
        where = f"{entry}, `also` {number}"
        yield from _misfits(schemas.OTHER_FORM, form, file, where)
        yield from _edits_misfit(form, file, where)
        names = _texts(form, "designs")
        for name in names:
            if name not in designs:
                known = ", ".join(map(str, designs)) or "none"
                yield Fault(file, where, f"no [[design]] is named {name!r}", f"there are: {known}")
        own = _tables(form if "edit" in form else table, "edit")
        needed = [designs[name] for name in names if name in designs]
        yield from _edits(text.solutions, exercise, own, file, where, needed)


def _wording(text: DayText, exercise: str, table: Table, file: str, entry: str, places: Places) -> Iterator[Fault]:
    title, verdict, section = (_text(table, key) for key in ("title", "verdict", "section"))
    if title != title.strip() or title.endswith("."):
        yield Fault(file, entry, "its title ends in a full stop or a blank", "take it out: the sentence goes on")
    if verdict and not verdict.endswith((".", ".)")):
        yield Fault(file, entry, "its verdict does not end in a full stop", "write whole sentences")
    for key, sentence in (("title", title), ("verdict", verdict)):
        if key in table and not sentence.strip():
            yield Fault(file, entry, f"its {key} is empty", "write it")
        for word in forbidden(sentence):
            yield Fault(file, entry, f"its {key} says {word!r}", "leave the word out")
        for _, reference_to in strays(sentence.split(), text.day.number, places):
            yield Fault(file, entry, f"its {key} points to {reference_to}, which does not exist", "name one that does")
    yield from _symptom(text, exercise, table, file, entry)
    if "section" in table and section not in text.sections:
        bare, _, rest = section.rpartition(" (")
        if bare in text.sections and ("point" in rest or "min" in rest):
            yield Fault(file, entry, "its section is quoted with points or minutes", f"write {bare!r}")
        else:
            yield Fault(file, entry, f"no section is headed {section!r}", f"{text.day.master.name} has the headings")


def _symptom(text: DayText, exercise: str, table: Table, file: str, entry: str) -> Iterator[Fault]:
    """Yield where a message of this mistake would send its reader to a row that is not there."""
    row, checks = _text(table, "symptom"), _computed(exercise).get(_text(table, "id"), ())
    shown = [each.number for each in text.exercises.values() if row and set(each.checks) & set(checks)]
    for heading in dict.fromkeys(table_of(number, text.sections) for number in shown):
        if row not in text.first_columns.get(heading, ()):
            what = f"the table *{heading or SYMPTOMS}* has no row {row!r}"
            yield Fault(file, entry, what, "quote what stands in the first column of one")


def checks(text: DayText, exercise: str) -> Iterator[Fault]:
    """Yield where the built file of an exercise does not say, for each mistake, which checks it fails."""
    file, computed = place(checks_file(exercise)), _computed(exercise)
    tables = _read(folder(exercise) / MISTAKES)
    mend = f"run `make prove EXERCISE={exercise}`"
    wanted = {
        form_id(_text(table, "id"), number)
        for table in ([] if isinstance(tables, Fault) else _tables(tables, "misconception"))
        for number in range(1, len(_tables(table, "also")) + 2)
    }
    for name in sorted(wanted - computed.keys()):
        yield Fault(file, name, "the checks that it fails are not computed", mend)
    for name in sorted(computed.keys() - wanted):
        yield Fault(file, name, "there is no such mistake any more", mend)
    for name in sorted({check for failed in computed.values() for check in failed} - set(text.checks)):
        yield Fault(file, "", f"{name!r} is no check of {text.day.name}", mend)


def _computed(exercise: str) -> dict[str, list[str]]:
    path = checks_file(exercise)
    return _computed_once(path, path.stat().st_mtime_ns) if path.exists() else {}


@lru_cache(maxsize=256)
def _computed_once(path: Path, changed: int) -> dict[str, list[str]]:
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError:  # It is built: the next proof writes it anew.
        return {}


def ids(text: DayText) -> Iterator[Fault]:
    """Yield the ids that stand more than once in a day's catalogue."""
    files: dict[str, list[str]] = {}
    for exercise in text.exercises:
        tables = _read(folder(exercise) / MISTAKES)
        for table in [] if isinstance(tables, Fault) else _tables(tables, "misconception"):
            if "id" in table:
                files.setdefault(str(table["id"]), []).append(place(folder(exercise) / MISTAKES))
    for name, where in files.items():
        if len(where) > 1:
            others = "here" if len(set(where)) == 1 else f"in {where[0]}"
            yield Fault(where[-1], name, f"the id stands twice: it is {others} already", "give one of them another id")


def equivalents(exercise: str) -> Iterator[Fault]:
    """Yield the faults of an exercise's proven equivalents."""
    file = place(verified.folder(exercise) / EQUIVALENTS)
    tables = _read(verified.folder(exercise) / EQUIVALENTS)
    if isinstance(tables, Fault):
        yield tables
        return
    yield from _misfits(schemas.EQUIVALENTS, tables, file, "")
    counts: Counter[str] = Counter()
    for number, table in enumerate(_tables(tables, "equivalent"), start=1):
        entry = f"entry {number}"
        yield from _misfits(schemas.EQUIVALENT, table, file, entry)
        if not _text(table, "proof").endswith(".") and "proof" in table:
            yield Fault(file, entry, "its proof does not end in a full stop", "prove it in a sentence")
        counts.update(_texts(table, "mutants"))
        for mutant in _texts(table, "mutants"):
            if counts[mutant] == 2:
                yield Fault(file, entry, f"the mutant stands twice: {mutant!r}", "take one of them out")


def rewrites(exercise: str) -> Iterator[Fault]:
    """Yield the faults of the mistakes that are rewritten in other right solutions of an exercise."""
    file = place(verified.folder(exercise) / REWRITES)
    tables = _read(verified.folder(exercise) / REWRITES)
    if isinstance(tables, Fault):
        yield tables
        return
    yield from _misfits(schemas.REWRITES, tables, file, "")
    catalogue = _read(folder(exercise) / MISTAKES)
    known = None if isinstance(catalogue, Fault) else {table.get("id") for table in _tables(catalogue, "misconception")}
    for number, table in enumerate(_tables(tables, "rewrite"), start=1):
        named, solution = _text(table, "named"), _text(table, "solution")
        entry = f"entry {number} ({named or 'without a name'})"
        yield from _misfits(schemas.REWRITE, table, file, entry)
        yield from _edits_misfit(table, file, entry)
        if named and known is not None and named not in known:
            yield Fault(file, entry, f"no mistake of this exercise has the id {named!r}", f"look into its {MISTAKES}")
        source = verified.folder(exercise) / "solutions" / f"{solution}.py"
        if solution and not source.exists():
            yield Fault(file, entry, f"there is no solution {solution!r}", f"{place(source)} would be its file")
        elif solution:
            yield from _edits({exercise: source_of(source)}, exercise, _tables(table, "edit"), file, entry)


# Edits


def _edits_misfit(table: Table, file: str, entry: str) -> Iterator[Fault]:
    for number, edit in enumerate(_tables(table, "edit"), start=1):
        yield from _misfits(schemas.EDIT, edit, file, f"{entry}, edit {number}")


def _edits(
    sources: Mapping[str, str],
    exercise: str,
    edits: list[Table],
    file: str,
    entry: str,
    designs: list[Table] | None = None,
) -> Iterator[Fault]:
    """Yield what does not fit when edits are made one after the other, after those of the designs that they need."""
    answers = dict(sources)
    if exercise not in answers:
        return
    for design in designs or ():
        yield from _made(answers, exercise, _tables(design, "edit"), file, f"{entry}, design {design.get('name')}")
    yield from _made(answers, exercise, edits, file, entry)


def _made(answers: dict[str, str], exercise: str, edits: list[Table], file: str, entry: str) -> Iterator[Fault]:
    before, all_fit = dict(answers), True
    for number, edit in enumerate(edits, start=1):
        if any(schemas.EDIT.misfits(edit)):
            all_fit = False
            continue
        try:
            reference.apply(Edit(**{"cell": exercise, **edit}), answers)
        except CourseError as error:
            all_fit = False
            yield Fault(file, f"{entry}, edit {number}", str(error))
    changed = {name: source for name, source in answers.items() if source != before[name]}
    if edits and all_fit and not changed:
        yield Fault(file, entry, "its edits change nothing")
    for name, source in changed.items():
        if _syntax_error(_changed_part(before[name], source)) is None:
            continue
        error = _syntax_error(source)
        # What was no Python before is said where it stands.
        if error and not _syntax_error(before[name]):
            yield Fault(file, entry, f"its edits leave {name} no Python: {error.msg} in its line {error.lineno}")


def _changed_part(before: str, after: str) -> str:
    """Return the function or the statement of a cell around its changed lines: thousands of whole cells take seconds.

    It may be cut wrongly, where a statement ends in a bracket at the margin, and is no Python then.
    """
    old, new = before.split("\n"), after.split("\n")
    first = next((at for at, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), 0)
    shorter = min(len(old), len(new)) - first
    same = next((at for at in range(shorter) if old[-1 - at] != new[-1 - at]), shorter)
    start = next((at for at in range(min(first, len(new) - 1), 0, -1) if _opens(new[at])), 0)
    end = next((at for at in range(max(first + 1, len(new) - same), len(new)) if _opens(new[at])), len(new))
    return dedent("\n".join(new[start:end]))


def _opens(line: str) -> bool:
    return line.lstrip().startswith(("def ", "class ", "@")) or line[:1].strip() != ""


@lru_cache(maxsize=10_000)
def _syntax_error(source: str) -> SyntaxError | None:
    try:
        ast.parse(source)
    except SyntaxError as error:
        return error
    return None


# Tables that may have any fault


def _read(path: Path) -> dict[str, Any] | Fault:
    """Return what a file holds, or the fault that keeps it from being read."""
    return _read_once(path, path.stat().st_mtime_ns) if path.exists() else {}


@lru_cache(maxsize=256)
def _read_once(path: Path, changed: int) -> dict[str, Any] | Fault:
    try:
        return read_toml(path)
    except CourseError as error:
        return Fault(place(path), "", str(error).removeprefix(place(path)).strip())


def _misfits(schema: Schema, table: Table, file: str, entry: str) -> Iterator[Fault]:
    for sentence in schema.misfits(table):
        yield Fault(file, entry, sentence)


def _tables(table: Table, key: str) -> list[Table]:
    value = table.get(key)
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []


def _texts(table: Table, key: str) -> list[str]:
    value = table.get(key)
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _text(table: Table, key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""
