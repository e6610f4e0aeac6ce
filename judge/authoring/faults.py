# SPDX-License-Identifier: MIT
"""Faults of an author that cost a learner points, give points away, or leave a sentence that says nothing.

A file that can't be loaded is refused where it is read. These are the faults in files that load.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Formatter

from nbformat import NotebookNode

from judge.asking import folders
from judge.asking.ask import ask, questions
from judge.asking.probe import Probe, of_exercise
from judge.authoring.mistakes import SEED, checks_of
from judge.notebooks import course, master, reference
from judge.notebooks.cells import grade_id, is_solution, sections
from judge.notebooks.course import CourseError, place
from judge.notebooks.reference import Edit
from judge.notebooks.stubs import BEGIN
from judge.run.answers import Answer, Missing, PlainValue, Raised, Several, Unending
from judge.verdicts import catalogue
from judge.verdicts.catalogue import Misconception


@dataclass(frozen=True)
class Fault:
    """A fault for an author to fix: the file, the entry in it, what is wrong, and what to do; each may be ""."""

    file: str
    entry: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        """Return the fault as one line."""
        what = self.what.rstrip(".") + (f"; {self.mend}" if self.mend else "")
        return " ".join(f"{': '.join(filter(None, (self.file, self.entry, what)))}.".split())


def faults(assignment: course.Assignment) -> list[Fault]:
    """Return the faults of an assignment and of its exercises' folders. Solutions are run if there is no other fault.

    Raises:
        CourseError: A file can't be loaded, or nothing asks for a check.
    """
    found = [*_unmarked(assignment), *_of_no_exercise()]
    if found:  # A check has no questions where their folder has another name.
        return found
    checks_of(assignment)
    headings = sections(NotebookNode(cells=master.read(assignment.master)))
    solutions = reference.solutions(assignment.name)
    for exercise in folders.exercises_of(assignment.name):
        for entry in catalogue.misconceptions(exercise):
            found += unknown_section(entry, headings)
            for number, variant in enumerate((entry, *entry.variants), start=1):
                file = place(folders.folder(exercise) / catalogue.FILE)
                found += unfitting(solutions, variant.edits, file, catalogue.variant_id(entry.id, number))
        for probes in of_exercise(exercise).values():
            found += (fault for probe in probes for fault in of_probe(probe))
    return found or list(unanswered(assignment))


def _unmarked(assignment: course.Assignment) -> Iterator[Fault]:
    """Yield the answer cells whose solution would be released."""
    for cell in master.read(assignment.master):
        if is_solution(cell) and BEGIN not in cell.source:
            what = f"no line of its solution stands between ### {BEGIN} and ### END SOLUTION"
            yield Fault(
                place(assignment.master), str(grade_id(cell)), what, "mark it: learners are handed all other lines"
            )


def _of_no_exercise() -> Iterator[Fault]:
    """Yield the folders of questions that are named as no exercise of the course."""
    exercises = [name for each in course.assignments() for name in reference.solutions(each.name)]
    own = {folders.folder(name).name for name in exercises}
    for there in sorted({file.parent for file in folders.root().glob("*/probes.py")}):
        if there.name not in own:
            what = "no exercise is named so"
            yield Fault(place(there), "", what, f"name it as one, with underscores: {', '.join(sorted(own))}")


def unknown_section(entry: Misconception, headings: Iterable[str]) -> Iterator[Fault]:
    """Yield that a mistake's section is no heading of its assignment, if so."""
    if entry.section not in headings:
        file, own = place(folders.folder(entry.exercise) / catalogue.FILE), course.assignment(entry.exercise).master
        yield Fault(file, entry.id, f"no section is headed {entry.section!r}", f"{own.name} has the headings")


def unfitting(sources: Mapping[str, str], edits: Iterable[Edit], file: str, entry: str) -> Iterator[Fault]:
    """Yield what does not fit when edits are made one after the other in answers, given by the ids of their cells."""
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
        error = syntax_error(source)
        # An answer that was invalid before is reported as a fault of its own file.
        if error and not syntax_error(sources[name]):
            yield Fault(file, entry, f"its edits leave {name} not valid Python: {error.msg} in its line {error.lineno}")


@lru_cache(maxsize=10_000)
def syntax_error(source: str) -> SyntaxError | None:
    """Return the syntax error of a text; None if it is valid Python."""
    try:
        ast.parse(source)
    except SyntaxError as error:
        return error
    return None


def of_probe(probe: Probe) -> Iterator[Fault]:
    """Yield the inputs that a probe draws and does not take, or takes or names and does not draw."""
    file, entry = named(probe)
    taken, takes_any = _parameters(probe)
    for name in probe.drawers:
        if name not in taken and not takes_any:
            yield Fault(file, entry, f"it draws the input {name!r}, which its function does not take")
    for name in taken:
        if name not in probe.drawers:
            yield Fault(file, entry, f"its function takes {name!r}, which is not drawn", f"draw it: {name}=number")
    for what, sentence in (("question", probe.ask), ("reason", probe.because)):
        try:
            fields = [(name, conversion) for _, name, _, conversion in Formatter().parse(sentence) if name is not None]
        except ValueError as error:
            yield Fault(file, entry, f"its {what} has a brace too many or too few: {error}", "write {{ for a brace")
            fields = []
        for name, conversion in dict.fromkeys(fields):
            if name not in probe.drawers:
                yield Fault(file, entry, f"its {what} names the input {{{name}}}, which is not drawn")
            if conversion:
                what_is_lost = f"its {what} says {{{name}!{conversion}}}, and nothing reads the !{conversion}"
                yield Fault(file, entry, what_is_lost, "put quotes around {} where they shall be seen")


def named(probe: Probe) -> tuple[str, str]:
    """Return the file of a probe and its name, for a fault."""
    file = inspect.unwrap(probe.function).__code__.co_filename
    return place(Path(file)), f"{probe.check}, {probe.name}"


def _parameters(probe: Probe) -> tuple[list[str], bool]:
    """Return the inputs that a probe's function needs besides the namespace, and whether it takes any others."""
    parameters = list(inspect.signature(probe.function).parameters.values())
    named = [each for each in parameters[1:] if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)]
    # A parameter with a default need not be drawn, but may be.
    needed = [each.name for each in named if each.default is each.empty or each.name in probe.drawers]
    return needed, any(each.kind is each.VAR_KEYWORD for each in parameters)


def unanswered(assignment: course.Assignment) -> Iterator[Fault]:
    """Yield each probe to which the solution has no answer: a wrong answer would be equal to that, and get points."""
    namespace = reference.load(assignment.name)
    for check in checks_of(assignment):
        seen: set[str] = set()
        for (probe, _), answer in zip(questions(check, SEED), ask(check, namespace, SEED), strict=True):
            what = "" if probe.name in seen else _no_answer(probe, answer)
            if what:
                seen.add(probe.name)
                yield Fault(*named(probe), what)


def _no_answer(probe: Probe, answer: Answer) -> str:
    """Return why the solution's answer to a probe is none; "" where it is one."""
    if isinstance(answer, PlainValue | Several):
        return "it says `raises`, and the solution raises nothing" if probe.raises else ""
    if isinstance(answer, Raised):
        imports = 'import it in the answer cell, or in one with the header # %% tags=["setup"]'
        mend = imports if answer.kind == "NameError" else "write raises=True if an error is the right answer"
        return "" if probe.raises else f"the solution raises {answer.kind} ({answer.text}); {mend}"
    if isinstance(answer, Missing):
        return f"the solution does not define {answer.name!r}"
    if isinstance(answer, Unending):
        return f"the solution was stopped after {answer.after}"
    return "the solution's answer is no number, text, list or dictionary of such; let the probe make one of it"
