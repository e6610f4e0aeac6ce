# SPDX-License-Identifier: MIT
"""Compare the judge's verdicts on a program with what the program does."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exercises.shared.proof.contract import Clause, Follows
from judge.notebooks import course, reference
from judge.notebooks.current import kept
from judge.run.answers import Answer, Raised
from judge.run.bounded import NoEnd
from judge.verdicts import catalogue, render
from judge.verdicts.verdict import CORRECT, GENERAL, Verdict
from verification import catalogued
from verification.generated.general import fits
from verification.generated.programs import Program, contract_of, program

# The outcomes for a program; the first two are for programs without a fault. A general name describes the answers, not
# a catalogued mistake.
OUTCOMES = (
    FULL_MARKS := "full marks",
    FALSE_ALARM := "false alarm",
    NAMED := "named",
    IN_GENERAL := "named in general",
    UNNAMED := "unnamed",
    FALSE_NAME := "false name",
    MISSED := "missed",
    EQUIVALENT := "equivalent",
    NO_CLAUSE_BROKEN := "fails, no clause broken",
    PAID_TWICE := "paid twice",
)

# The outcomes that must not occur.
TROUBLES = (FALSE_ALARM, FALSE_NAME, MISSED, NO_CLAUSE_BROKEN, PAID_TWICE)

# Few seeds, so that the answers of each catalogued mistake are computed once and reused.
SEEDS = 2

# One program in ten is asked all checks of its day, to verify that a mistake is paid once.
EVERYWHERE_IN = 10


@dataclass(frozen=True)
class Finding:
    """A judged program: its outcome, the misconceptions that were named, and what shows the trouble."""

    program: Program
    outcome: str
    names: tuple[str, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        """Return the two lines that a report prints."""
        drawn = self.program
        head = f"  {self.outcome}: {drawn.exercise}, program {drawn.number}: {drawn.kind}: {drawn.fault}"
        return f"{head}\n    {self.words[:400]}"


def judged(task: tuple[str, int]) -> Finding:
    """Return the finding on an exercise's program by its number; a right one that breaks a clause is a false alarm."""
    drawn = program(*task)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return finding(drawn)
    except course.CourseError as error:
        return Finding(drawn, FALSE_ALARM, (), str(error))


def finding(drawn: Program) -> Finding:
    """Judge a program, and compare the verdicts with the clauses that it breaks.

    Raises:
        CourseError: A program without a fault breaks a clause: the template or the clause is wrong.
    """
    try:
        namespace = reference.load(drawn.exercise, answers={drawn.exercise: drawn.source}, forgiving=True)
    except NoEnd:
        return Finding(drawn, UNNAMED)
    clauses = contract_of(drawn.exercise)
    broken = next((clause.words for clause in clauses if not clause.accepts(clause.answer(namespace))), "")
    if broken and not drawn.kind:
        raise course.CourseError(f"{drawn.exercise}: program {drawn.number} has no fault and is not right: {broken}")
    failed = _failed(drawn, namespace, catalogued.checks_of(course.assignment(drawn.exercise), drawn.exercise))
    if failed and broken:
        return _of_wrong_program(drawn, namespace, failed, broken)
    if failed:
        return Finding(drawn, NO_CLAUSE_BROKEN if drawn.kind else FALSE_ALARM, _names_in(failed), _first_of(failed))
    if broken:
        return Finding(drawn, MISSED, (), broken)
    if spilled := _failed(drawn, namespace, catalogued.checks_of_others(drawn.exercise)):
        names = _names_in(spilled)
        # A requirement on a class that only a later exercise checks costs points there and nowhere else.
        paid_once = drawn.kind and _declared(names).issuperset(spilled)
        outcome = NAMED if paid_once else PAID_TWICE if drawn.kind else FALSE_ALARM
        return Finding(drawn, outcome, names, _first_of(spilled))
    return Finding(drawn, EQUIVALENT if drawn.kind else FULL_MARKS)


def _of_wrong_program(
    drawn: Program, namespace: Mapping[str, Any], failed: Mapping[str, Verdict], broken: str
) -> Finding:
    """Return the finding on a wrong program that fails: are its names true, and is it paid once?"""
    names = _names_in(failed)
    for verdict in failed.values():
        if words := _false_name(verdict, drawn, namespace):
            return Finding(drawn, FALSE_NAME, verdict.misconceptions, f"{verdict.check}: {words}")
    if drawn.number % EVERYWHERE_IN == 0:
        others = set(catalogued.checks_of_others(drawn.exercise)) - _declared(names) - _asked_by_others(drawn.exercise)
        if spilled := _failed(drawn, namespace, sorted(others)):
            return Finding(drawn, PAID_TWICE, names, _first_of(spilled))
    vague = names or any(map(_says_what_is_wrong, failed.values()))
    as_catalogued = any(not name.startswith(GENERAL) for name in names)
    outcome = NAMED if as_catalogued else IN_GENERAL if vague else UNNAMED
    return Finding(drawn, outcome, names, f"{broken}; {_first_of(failed)}")


def _says_what_is_wrong(verdict: Verdict) -> bool:
    """Tell whether a verdict without a name says which part or entry is missing, or of the wrong kind."""
    given = verdict.given
    no_entry = isinstance(given, Raised) and (given.kind, given.place) == ("KeyError", None)
    no_part = isinstance(given, Raised) and (given.reading or given.absent)
    wrong_kind = verdict.question is not None and verdict.question.probe.startswith("kind_of_")
    return bool(verdict.missing or verdict.misfit or no_entry or no_part or wrong_kind)


def _names_in(failed: Mapping[str, Verdict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for verdict in failed.values() for name in verdict.misconceptions))


def _declared(names: tuple[str, ...]) -> set[str]:
    """Return the checks that these mistakes are declared to fail."""
    return {check for name in names for variant in _variants(name) for check in variant.checks}


def _asked_by_others(exercise: str) -> set[str]:
    """Return the other exercises' checks about this one's cell: a catalogued mistake in it fails nothing else."""
    variants = catalogued.variants_of(course.assignment(exercise), exercise)
    return {one.checks[0] for _, one in variants if len(one.checks) == 1}


def _failed(drawn: Program, namespace: Mapping[str, Any], checks: list[str]) -> dict[str, Verdict]:
    """Return the verdicts of the checks that fail."""
    if not checks:
        return {}
    day, seed = course.assignment(drawn.exercise), drawn.number % SEEDS + 1
    verdicts = catalogued.judged(day, namespace, seed, checks, to_be_read=False)
    return {check: verdict for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


def _first_of(failed: Mapping[str, Verdict]) -> str:
    """Return the first failing check with its message."""
    check, verdict = next(iter(failed.items()))
    return f"{check}: {render.message(verdict).text()}"


def _false_name(verdict: Verdict, drawn: Program, namespace: Mapping[str, Any]) -> str:
    """Return evidence that all names in a verdict are false; "" where one is true or there is none."""
    if not verdict.misconceptions:
        return ""
    if verdict.in_general:
        (name,) = verdict.misconceptions
        return "" if fits(name, drawn.kind) else f"{name} for a fault of the kind {drawn.kind}"
    differences = [
        _difference(variant, verdict, drawn, namespace)
        for name in verdict.misconceptions
        for variant in _variants(name)
    ]
    return "" if "" in differences else differences[0]


def _difference(
    variant: catalogue.Misconception, verdict: Verdict, drawn: Program, namespace: Mapping[str, Any]
) -> str:
    """Return evidence, from the clauses of a check, that a program does not make a catalogued mistake; "" for none.

    Where both are wrong they must be wrong alike, and that in at least half of the clauses that the program breaks. In
    an edge case one of them may be right: the same mistake may show at z = 0 in one program and not in another.
    """
    covered, alone = 0, []
    for clause in _asked_by(verdict.check, drawn.exercise):
        answer = clause.answer(namespace)
        if clause.accepts(answer):
            continue
        theirs = _answer_of(variant, clause)
        words = f"{clause.words}: {answer}, {variant.id}: {theirs}"
        if clause.accepts(theirs):
            alone.append(words)
        elif clause.alike(answer, theirs):
            covered += 1
        else:
            return words
    return alone[0] if len(alone) > covered else ""


def _asked_by(check: str, exercise: str) -> list[Clause]:
    """Return the clauses that test the names in a check's verdict."""
    own = [clause for clause in contract_of(exercise) if clause.check == check]
    # A large graph also shows other broken parts, so clauses on a single operation are more telling.
    return [clause for clause in own if clause.exact] or own or list(contract_of(exercise))


@kept()
def _namespace_of(variant: catalogue.Misconception) -> dict[str, Any]:
    return variant.namespace()


@kept()
def _answer_of(variant: catalogue.Misconception, clause: Clause) -> Answer | Follows:
    return clause.answer(_namespace_of(variant))


@kept()
def _variants(name: str) -> tuple[catalogue.Misconception, ...]:
    entries = [
        entry for day in course.assignments() for entry in catalogue.misconceptions(day.number) if entry.id == name
    ]
    return tuple(variant for entry in entries for variant in (entry, *entry.variants))
