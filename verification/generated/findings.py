# SPDX-License-Identifier: MIT
"""Hold the judge's verdicts on a program against what the program does."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from grading.judging import catalogue, render
from grading.judging.verdict import CORRECT, GENERAL, Verdict
from grading.notebooks import course, reference
from grading.run.answers import Answer, Raised
from grading.run.bounded import NoEnd
from verification import catalogued
from verification.exercises.shared.contract import Clause, Follows
from verification.generated.general import fits
from verification.generated.programs import Program, contract_of, program

# What becomes of a program: the first two, of those without a fault. A name is a catalogued mistake's, or it says what
# every program that answers so has in common.
FATES = (
    FULL_MARKS := "full marks",
    FALSE_ALARM := "false alarm",
    NAMED := "named",
    IN_GENERAL := "named in general",
    UNNAMED := "unnamed",
    FALSE_NAME := "false name",
    MISSED := "missed",
    EQUIVALENT := "right all the same",
    NO_CLAUSE_BROKEN := "refused, no clause broken",
    PAID_TWICE := "paid twice",
)

# What must not happen.
TROUBLES = (FALSE_ALARM, FALSE_NAME, MISSED, NO_CLAUSE_BROKEN, PAID_TWICE)

# The inputs are drawn from one of so many seeds: a name's own answers are then found once for all.
SEEDS = 2

# One program in so many is asked everywhere in its day, to see that a mistake is paid once.
EVERYWHERE_IN = 10


@dataclass(frozen=True)
class Finding:
    """What became of a program: its fate, the misconceptions that were named, and what shows the trouble."""

    program: Program
    fate: str
    names: tuple[str, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        """Return what is printed of it, in two lines."""
        drawn = self.program
        head = f"  {self.fate}: {drawn.exercise}, program {drawn.number}: {drawn.kind}: {drawn.fault}"
        return f"{head}\n    {self.words[:400]}"


def held(task: tuple[str, int]) -> Finding:
    """Draw the program of an exercise and a number, hold it against the clauses, then show it to the judge."""
    with contextlib.redirect_stdout(io.StringIO()):
        return finding(program(*task))


def finding(drawn: Program) -> Finding:
    """Return what becomes of a program.

    Raises:
        CourseError: A program without a fault breaks a clause: its design is not right, or the clause is not.
    """
    try:
        namespace = reference.load(drawn.exercise, answers={drawn.exercise: drawn.source}, forgiving=True)
    except NoEnd:
        return Finding(drawn, UNNAMED)
    clauses = contract_of(drawn.exercise)
    broken = next((clause.words for clause in clauses if not clause.kept(clause.answer(namespace))), "")
    if broken and not drawn.kind:
        raise course.CourseError(f"{drawn.exercise}: design {drawn.number} is not right: {broken}")
    failed = _failed(drawn, namespace, catalogued.checks_of(course.day(drawn.exercise), drawn.exercise))
    if failed and broken:
        return _of_a_wrong_one(drawn, namespace, failed, broken)
    if failed:
        return Finding(drawn, NO_CLAUSE_BROKEN if drawn.kind else FALSE_ALARM, _names_in(failed), _first_of(failed))
    if broken:
        return Finding(drawn, MISSED, (), broken)
    if spilled := _failed(drawn, namespace, catalogued.elsewhere(drawn.exercise)):
        names = _names_in(spilled)
        # What a class is asked for in a later exercise is paid there, and there alone.
        paid_once = drawn.kind and _declared(names).issuperset(spilled)
        fate = NAMED if paid_once else PAID_TWICE if drawn.kind else FALSE_ALARM
        return Finding(drawn, fate, names, _first_of(spilled))
    return Finding(drawn, EQUIVALENT if drawn.kind else FULL_MARKS)


def _of_a_wrong_one(
    drawn: Program, namespace: Mapping[str, Any], failed: Mapping[str, Verdict], broken: str
) -> Finding:
    """Return what becomes of a wrong program that fails: whether its names are true, and whether it is paid once."""
    names = _names_in(failed)
    for verdict in failed.values():
        if words := _false_name(verdict, drawn, namespace):
            return Finding(drawn, FALSE_NAME, verdict.misconceptions, f"{verdict.check}: {words}")
    if drawn.number % EVERYWHERE_IN == 0:
        others = [check for check in catalogued.elsewhere(drawn.exercise) if check not in _declared(names)]
        if spilled := _failed(drawn, namespace, others):
            return Finding(drawn, PAID_TWICE, names, _first_of(spilled))
    vague = names or any(
        one.missing or one.misfit or _no_such_part(one.given) or _of_form(one) for one in failed.values()
    )
    as_catalogued = any(not name.startswith(GENERAL) for name in names)
    fate = NAMED if as_catalogued else IN_GENERAL if vague else UNNAMED
    return Finding(drawn, fate, names, f"{broken}; {_first_of(failed)}")


def _of_form(verdict: Verdict) -> bool:
    """Tell whether a verdict says how an entry is written that can't be right: another kind than what belongs there."""
    return verdict.question is not None and verdict.question.probe.startswith("kind_of_")


def _no_such_part(given: Answer | None) -> bool:
    """Tell whether the question found no part of that name in the answer, or an answer of another kind."""
    if not isinstance(given, Raised):
        return False
    no_entry = given.kind == "KeyError" and given.place is None
    return given.reading or no_entry or bool(given.absent)


def _names_in(failed: Mapping[str, Verdict]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for verdict in failed.values() for name in verdict.misconceptions))


def _declared(names: tuple[str, ...]) -> set[str]:
    """Return the checks in which these mistakes are said to show."""
    return {check for name in names for variant in _variants(name) for check in variant.checks}


def _failed(drawn: Program, namespace: Mapping[str, Any], checks: list[str]) -> dict[str, Verdict]:
    """Return the verdicts of those checks that fail."""
    if not checks:
        return {}
    verdicts = catalogued.judged(course.day(drawn.exercise), namespace, drawn.number % SEEDS + 1, checks)
    return {check: verdict for check, verdict in verdicts.items() if verdict.outcome != CORRECT}


def _first_of(failed: Mapping[str, Verdict]) -> str:
    """Return the first failing check with its message."""
    check, verdict = next(iter(failed.items()))
    return f"{check}: {render.message(verdict).text()}"


def _false_name(verdict: Verdict, drawn: Program, namespace: Mapping[str, Any]) -> str:
    """Return what shows that none of the names in a verdict is true; "" where one is, or where there is none."""
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
    """Return what shows that a catalogued mistake is not a program's, of what a check asks for; "" where nothing.

    Where both are wrong they have to be wrong alike, and that in at least half of what the program gets wrong. In a
    corner one of them may be right: another design lets the same mistake show at z = 0, say, and the other does not.
    """
    covered, alone = 0, []
    for clause in _asked_by(verdict.check, drawn.exercise):
        answer = clause.answer(namespace)
        if clause.kept(answer):
            continue
        theirs = _answer_of(variant, clause)
        words = f"{clause.words}: {answer}, {variant.id}: {theirs}"
        if clause.kept(theirs):
            alone.append(words)
        elif clause.alike(answer, theirs):
            covered += 1
        else:
            return words
    return alone[0] if len(alone) > covered else ""


def _asked_by(check: str, exercise: str) -> list[Clause]:
    """Return the clauses by which the names in a check's verdict are tried."""
    own = [clause for clause in contract_of(exercise) if clause.check == check]
    # In a large graph a second broken part shows, too: what is asked of one operation alone says more.
    return [clause for clause in own if clause.exact] or own or list(contract_of(exercise))


@cache
def _namespace_of(variant: catalogue.Misconception) -> dict[str, Any]:
    return variant.namespace()


@cache
def _answer_of(variant: catalogue.Misconception, clause: Clause) -> Answer | Follows:
    return clause.answer(_namespace_of(variant))


@cache
def _variants(name: str) -> tuple[catalogue.Misconception, ...]:
    entries = [entry for day in course.days() for entry in catalogue.misconceptions(day.number) if entry.id == name]
    return tuple(variant for entry in entries for variant in (entry, *entry.variants))
