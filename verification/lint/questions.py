# SPDX-License-Identifier: MIT
"""Faults of an exercise's probes: checks that nobody asks for, inputs that are not drawn, texts that name none."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from grading.exercises.shared import probe as registry
from grading.exercises.shared.folders import folder, place
from grading.exercises.shared.probe import Probe
from grading.notebooks.course import CourseError
from verification.lint.day_text import DayText
from verification.lint.fault import Fault
from verification.lint.words import Places, forbidden, strays


def faults(text: DayText, exercise: str, places: Places) -> Iterator[Fault]:
    """Yield the faults of an exercise's probes."""
    try:
        probes = registry.of_exercise(exercise)
    except Exception as error:  # Whatever an author's file raises while it is read.
        yield _unreadable(exercise, error)
        return
    for check in text.exercises[exercise].checks:
        if check not in probes:
            yield Fault(place(folder(exercise)), check, "the check has no probe", f'write one: @probe("{check}", ...)')
    for probe in (probe for group in probes.values() for probe in group):
        yield from _probe(text, probe, places)


def _unreadable(exercise: str, error: Exception) -> Fault:
    own = folder(exercise)
    if isinstance(error, SyntaxError) and error.filename:
        file, entry = Path(error.filename), f"line {error.lineno}"
        return Fault(place(file), entry, f"it is no Python: {error.msg}")
    if isinstance(error, ModuleNotFoundError) and str(error.name).endswith(f"{own.name}.probes"):
        return Fault(place(own), "", "there are no probes", "write them in probes.py")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(own)]
    entry = f"line {frames[-1].lineno}" if frames else ""
    reason = str(error) if isinstance(error, CourseError) else f"{type(error).__name__}: {error}"
    return Fault(place(Path(frames[-1].filename) if frames else own), entry, reason)


def _probe(text: DayText, probe: Probe, places: Places) -> Iterator[Fault]:
    function = inspect.unwrap(probe.function)
    file, entry = place(Path(function.__code__.co_filename)), f"{probe.check}, {probe.name}"
    if probe.check not in text.checks:
        yield Fault(file, entry, "it asks for a check that there is not", f"{text.day.master.name} names the checks")
    taken, takes_any = _parameters(probe)
    for name in probe.drawers:
        if name not in taken and not takes_any:
            yield Fault(file, entry, f"it draws the input {name!r}, which its function does not take")
    for name in taken:
        if name not in probe.drawers:
            yield Fault(file, entry, f"its function takes {name!r}, which is not drawn", f"draw it: {name}=number")
    for what, sentence in (("question", probe.ask), ("reason", probe.because)):
        try:
            fields = [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
        except ValueError as error:
            yield Fault(file, entry, f"its {what} has a brace too many or too few: {error}", "write {{ for a brace")
            fields = []
        for name in dict.fromkeys(fields):
            if name not in probe.drawers:
                yield Fault(file, entry, f"its {what} names the input {{{name}}}, which is not drawn")
        for word in forbidden(sentence):
            yield Fault(file, entry, f"its {what} says {word!r}", "leave the word out")
        for _, reference in strays(sentence.split(), text.day.number, places):
            yield Fault(file, entry, f"its {what} points to {reference}, which does not exist")


def _parameters(probe: Probe) -> tuple[list[str], bool]:
    """Return the inputs that a probe's function needs beside the namespace, and whether it takes any other."""
    parameters = list(inspect.signature(probe.function).parameters.values())
    named = [each for each in parameters[1:] if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    # A default is a value that the file has bound; it may be drawn all the same.
    needed = [each.name for each in named if each.default is each.empty or each.name in probe.drawers]
    return needed, any(each.kind is each.VAR_KEYWORD for each in parameters)
