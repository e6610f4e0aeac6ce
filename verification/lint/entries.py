# SPDX-License-Identifier: MIT
"""Faults of an exercise's data: its catalogued mistakes, its equivalents, its rewrites in other right solutions.

What loads a file refuses keys that are missing or unknown, and an id that stands twice. Here is what can be loaded
and is wrong all the same.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from grading.exercises.shared.folders import folder, place
from grading.judging import catalogue
from grading.judging.catalogue import Misconception
from grading.notebooks import reference
from grading.notebooks.cells import SYMPTOMS, table_of
from grading.notebooks.course import CourseError
from grading.notebooks.reference import Edit
from verification import folders as verified
from verification.equivalents import proofs_of
from verification.lint.day_text import DayText
from verification.lint.fault import Fault
from verification.lint.words import Places, forbidden, strays
from verification.right_solutions import read, rewrites

MISTAKES, REWRITES = "mistakes.toml", "rewrites.toml"


def faults(text: DayText, exercise: str, places: Places) -> Iterator[Fault]:
    """Yield the faults of an exercise's catalogue of mistakes, of its equivalents and of its rewrites."""
    try:
        own = catalogue.misconceptions(exercise)
        catalogue.misconceptions(text.day.name)
        for entry in own:
            yield from _mistake(text, entry, places)
        proofs_of(exercise)
        yield from _rewrites(exercise, {entry.id for entry in own})
    except CourseError as error:
        yield Fault("", "", str(error))


def _mistake(text: DayText, entry: Misconception, places: Places) -> Iterator[Fault]:
    file = place(folder(entry.exercise) / MISTAKES)
    if not entry.id.startswith(f"{text.day.name}-"):
        yield Fault(file, entry.id, "its id does not begin with its day", f"write {text.day.name}-...")
    yield from _wording(text, entry, file, places)
    for number, variant in enumerate((entry, *entry.variants), start=1):
        yield from _edits(text.solutions, variant.edits, file, catalogue.variant_id(entry.id, number))


def _wording(text: DayText, entry: Misconception, file: str, places: Places) -> Iterator[Fault]:
    if entry.title != entry.title.strip() or entry.title.endswith("."):
        yield Fault(file, entry.id, "its title ends in a full stop or a blank", "take it out: the sentence goes on")
    if not entry.verdict.endswith((".", ".)")):
        yield Fault(file, entry.id, "its verdict does not end in a full stop", "write whole sentences")
    for key, sentence in (("title", entry.title), ("verdict", entry.verdict)):
        for word in forbidden(sentence):
            yield Fault(file, entry.id, f"its {key} says {word!r}", "leave the word out")
        for _, stray in strays(sentence.split(), text.day.number, places):
            yield Fault(file, entry.id, f"its {key} points to {stray}, which does not exist", "name one that does")
    # A message of this mistake sends its reader to the row of its symptom.
    shown = [each.number for each in text.exercises.values() if entry.symptom and set(each.checks) & set(entry.checks)]
    for heading in dict.fromkeys(table_of(number, text.sections) for number in shown):
        if entry.symptom not in text.first_columns.get(heading, ()):
            what = f"the table *{heading or SYMPTOMS}* has no row {entry.symptom!r}"
            yield Fault(file, entry.id, what, "quote what stands in the first column of one")
    if entry.section not in text.sections:
        bare, _, rest = entry.section.rpartition(" (")
        if bare in text.sections and ("point" in rest or "min" in rest):
            yield Fault(file, entry.id, "its section is quoted with points or minutes", f"write {bare!r}")
        else:
            what = f"no section is headed {entry.section!r}"
            yield Fault(file, entry.id, what, f"{text.day.master.name} has the headings")


def _rewrites(exercise: str, known: set[str]) -> Iterator[Fault]:
    file = place(verified.folder(exercise) / REWRITES)
    for number, rewrite in enumerate(rewrites(exercise), start=1):
        entry = f"entry {number} ({rewrite.named})"
        if rewrite.named not in known:
            what = f"no mistake of this exercise has the id {rewrite.named!r}"
            yield Fault(file, entry, what, f"look into its {MISTAKES}")
        answers = read(rewrite.solution)
        if exercise in answers:
            yield from _edits(answers, rewrite.edits, file, entry)
        else:
            yield Fault(file, entry, f"there is no solution {rewrite.solution!r} of this exercise", "write its file")


def uncomputed(text: DayText, exercise: str) -> Iterator[Fault]:
    """Yield where the built file of an exercise does not say, for each mistake, which checks it fails."""
    path = catalogue.checks_file(exercise)
    computed = json.loads(path.read_text("utf-8")) if path.exists() else {}
    file, mend = place(path), f"run `make prove EXERCISE={exercise}`"
    wanted = {
        catalogue.variant_id(entry.id, number)
        for entry in catalogue.misconceptions(exercise)
        for number in range(1, len(entry.variants) + 2)
    }
    for name in sorted(wanted - computed.keys()):
        yield Fault(file, name, "the checks that it fails are not computed", mend)
    for name in sorted(computed.keys() - wanted):
        yield Fault(file, name, "there is no such mistake any more", mend)
    for name in sorted({check for failed in computed.values() for check in failed} - set(text.checks)):
        yield Fault(file, "", f"{name!r} is no check of {text.day.name}", mend)


def _edits(sources: Mapping[str, str], edits: Iterable[Edit], file: str, entry: str) -> Iterator[Fault]:
    """Yield what does not fit when edits are made one after the other."""
    answers = dict(sources)
    for number, edit in enumerate(edits, start=1):
        try:
            reference.apply(edit, answers)
        except CourseError as error:
            yield Fault(file, f"{entry}, edit {number}", str(error))
            return
    changed = {name: source for name, source in answers.items() if source != sources[name]}
    if not changed:
        yield Fault(file, entry, "its edits change nothing")
    for name, source in changed.items():
        error = _syntax_error(source)
        # What was no Python before is said where it stands.
        if error and not _syntax_error(sources[name]):
            yield Fault(file, entry, f"its edits leave {name} no Python: {error.msg} in its line {error.lineno}")


@lru_cache(maxsize=10_000)
def _syntax_error(source: str) -> SyntaxError | None:
    try:
        ast.parse(source)
    except SyntaxError as error:
        return error
    return None
