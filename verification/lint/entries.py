# SPDX-License-Identifier: MIT
"""Faults of an exercise's files: its catalogued mistakes, equivalents, rewrites and cases, and its probes.

Loading a file already refuses missing or unknown keys and duplicate ids. These are the faults in files that load.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from pathlib import Path

from judge.asking import probe as registry
from judge.asking.folders import folder
from judge.asking.probe import Probe
from judge.authoring.faults import Fault, named, of_probe, unfitting, unknown_section
from judge.notebooks.cells import SYMPTOMS, table_of
from judge.notebooks.course import CourseError, place
from judge.verdicts import catalogue
from judge.verdicts.catalogue import Misconception
from verification import odd_answers
from verification import right_solutions as verified
from verification.lint.day_text import DayText
from verification.lint.prose import Places, forbidden, strays
from verification.right_solutions import equivalents_of, read, rewrites

MISTAKES, REWRITES = "mistakes.toml", "rewrites.toml"


def faults(text: DayText, exercise: str, places: Places) -> Iterator[Fault]:
    """Yield the faults of an exercise's catalogue of mistakes, of its equivalents, rewrites and cases."""
    try:
        own = catalogue.misconceptions(exercise)
        catalogue.misconceptions(text.day.name)
        for entry in own:
            yield from _mistake(text, entry, places)
        equivalents_of(exercise)
        odd_answers.of_exercise(exercise)
        yield from _rewrites(exercise, {entry.id for entry in own})
    except CourseError as error:
        yield Fault("", "", str(error))


def faults_of_day(text: DayText) -> Iterator[Fault]:
    """Yield the fault of the cases that belong to several exercises of a day."""
    try:
        odd_answers.of_several(text.day)
    except CourseError as error:
        yield Fault("", "", str(error))


def _mistake(text: DayText, entry: Misconception, places: Places) -> Iterator[Fault]:
    file = place(folder(entry.exercise) / MISTAKES)
    if not entry.id.startswith(f"{text.day.name}-"):
        yield Fault(file, entry.id, "its id does not begin with its day", f"write {text.day.name}-...")
    yield from _wording(text, entry, file, places)
    solutions = {name: exercise.answer for name, exercise in text.exercises.items()}
    for number, variant in enumerate((entry, *entry.variants), start=1):
        yield from unfitting(solutions, variant.edits, file, catalogue.variant_id(entry.id, number))


def _wording(text: DayText, entry: Misconception, file: str, places: Places) -> Iterator[Fault]:
    for key, name in (("title", entry.title), ("kind", entry.kind)):
        if name != name.strip() or name.endswith("."):
            yield Fault(file, entry.id, f"its {key} ends in a full stop or a blank", "take it out: the text goes on")
    if not entry.verdict.endswith((".", ".)", "?")):
        yield Fault(file, entry.id, "its verdict does not end in a full stop", "write whole sentences")
    if entry.kept and not entry.kept.endswith("."):
        yield Fault(file, entry.id, "its `kept` does not end in a full stop", "write in a sentence why it is kept")
    for key, sentence in (("title", entry.title), ("kind", entry.kind), ("verdict", entry.verdict)):
        yield from _words(text, sentence, file, entry.id, key, places)
    # The message on this mistake refers to the row of its symptom.
    shown = [each.number for each in text.exercises.values() if entry.symptom and set(each.checks) & set(entry.checks)]
    for heading in dict.fromkeys(table_of(number, text.sections) for number in shown):
        if entry.symptom not in text.first_columns.get(heading, ()):
            what = f"the table *{heading or SYMPTOMS}* has no row {entry.symptom!r}"
            yield Fault(file, entry.id, what, "write it there, or quote the first column of another row")
    if entry.section not in text.sections:
        bare, _, rest = entry.section.rpartition(" (")
        if bare in text.sections and ("point" in rest or "min" in rest):
            yield Fault(file, entry.id, "its section is quoted with points or minutes", f"write {bare!r}")
        else:
            yield from unknown_section(entry, text.sections)
    elif early := [check for check in entry.checks if text.comes_before(check, entry.section)]:
        what = f"its section {entry.section!r} comes after {early[0]}, which it fails"
        yield Fault(file, entry.id, what, "name a section that was read by then")


def _words(text: DayText, sentence: str, file: str, entry: str, what: str, places: Places) -> Iterator[Fault]:
    for word in forbidden(sentence):
        yield Fault(file, entry, f"its {what} says {word!r}", "leave the word out")
    for _, stray in strays(sentence.split(), text.day.number, places):
        yield Fault(file, entry, f"its {what} points to {stray}, which does not exist", "name one that does")


def _rewrites(exercise: str, known: set[str]) -> Iterator[Fault]:
    file = place(verified.folder(exercise) / REWRITES)
    for number, rewrite in enumerate(rewrites(exercise), start=1):
        entry = f"entry {number} ({rewrite.named})"
        if rewrite.named not in known:
            what = f"no mistake of this exercise has the id {rewrite.named!r}"
            yield Fault(file, entry, what, f"look into its {MISTAKES}")
        answers = read(rewrite.solution)
        if exercise in answers:
            yield from unfitting(answers, rewrite.edits, file, entry)
        else:
            yield Fault(file, entry, f"there is no solution {rewrite.solution!r} of this exercise", "write its file")


def uncomputed(text: DayText, exercise: str) -> Iterator[Fault]:
    """Yield where an exercise's ``checks.json`` and its catalogue of mistakes differ."""
    path = catalogue.checks_file(exercise)
    computed = json.loads(path.read_text("utf-8")) if path.exists() else {}
    file, mend = place(path), f"run `make prove EXERCISE={exercise}`"
    wanted: dict[str, str] = {}
    for entry in catalogue.misconceptions(exercise):
        for number, variant in enumerate((entry, *entry.variants), 1):
            name, key = catalogue.variant_id(entry.id, number), catalogue.key_of(variant)
            if key in wanted:
                twice = f"its edits are those of {wanted[key]}"
                yield Fault(place(folder(exercise) / MISTAKES), name, twice, "drop one")
            wanted[key] = name
    for key in [key for key in wanted if key not in computed]:
        yield Fault(file, wanted[key], "the checks that it fails are not computed", mend)
    for key in sorted(computed.keys() - wanted.keys()):
        yield Fault(file, key, "there is no mistake with these edits any more", mend)
    for name in sorted({check for failed in computed.values() for check in failed} - set(text.checks)):
        yield Fault(file, "", f"{name!r} is no check of {text.day.name}", mend)


# Probes


def faults_of_probes(text: DayText, exercise: str, places: Places) -> Iterator[Fault]:
    """Yield the faults of an exercise's probes: checks without a probe, inputs that are not drawn, wrong texts."""
    try:
        probes = registry.of_exercise(exercise)
    except Exception as error:  # An author's file may raise anything when imported.
        yield _unreadable(exercise, error.__cause__ if isinstance(error.__cause__, Exception) else error)
        return
    for check in text.exercises[exercise].checks:
        if check not in probes:
            yield Fault(place(folder(exercise)), check, "the check has no probe", f'write one: @probe("{check}", ...)')
    for probe in (probe for group in probes.values() for probe in group):
        yield from _probe(text, probe, places)


def _unreadable(exercise: str, error: Exception) -> Fault:
    own = folder(exercise)
    if isinstance(error, SyntaxError) and error.filename:
        return Fault(place(Path(error.filename)), f"line {error.lineno}", f"it is not valid Python: {error.msg}")
    if isinstance(error, ModuleNotFoundError) and str(error.name).endswith(f"{own.name}.probes"):
        return Fault(place(own), "", "there are no probes", "write them in probes.py")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(own)]
    entry = f"line {frames[-1].lineno}" if frames else ""
    reason = str(error) if isinstance(error, CourseError) else f"{type(error).__name__}: {error}"
    return Fault(place(Path(frames[-1].filename) if frames else own), entry, reason)


def _probe(text: DayText, probe: Probe, places: Places) -> Iterator[Fault]:
    file, entry = named(probe)
    if probe.check not in text.checks:
        yield Fault(file, entry, "it asks for a check that there is not", f"{text.day.master.name} names the checks")
    yield from of_probe(probe)
    for what, sentence in (("question", probe.ask), ("reason", probe.because)):
        yield from _words(text, sentence, file, entry, what, places)
