# SPDX-License-Identifier: MIT
"""Try each general name on generated programs: how many it fits, and for how many of them its causes are false.

A title describes the answers, so it is true of every program that answers so. A cause is true of a program if its one
fault is of a kind that the cause describes. A name is tried on every program with its answers, even where a catalogued
mistake gives the same answers and is named instead.

First the same number of programs is drawn for each exercise, then more of the exercises with a rare name, until every
name has been given often enough.
"""

from __future__ import annotations

import contextlib
import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grading.exercises.asking.ask import ask
from grading.judging import catalogue
from grading.judging.decide import general_name
from grading.notebooks import course, reference
from grading.run.bounded import NoEnd
from verification import catalogued
from verification.generated.programs import fuzzed, program
from verification.processes import in_processes

PATH = course.root() / "docs" / "names" / "general.md"

# A name needs this many programs as evidence.
LEAST = 200

# The share of programs for which the causes of a name may be false.
MOST_FALSE = 0.01

# How many programs of an exercise are drawn at first, and at most.
AT_FIRST, AT_MOST = 100, 4_000

# A rare name is searched for in the first exercise where this share of programs has it: early days run faster.
OFTEN = 0.01

_NOT_REACHED = {"statement dropped", "line into or out of a loop", "line into or out of a branch"}
# The kinds of fault that the causes of a name describe; other names state no cause.
CAUSES: Mapping[str, set[str]] = {
    # The line that sets the name did not run, adds to the name, or sets another name.
    "error-name-without-value": {*_NOT_REACHED, "lines swapped", "= made +=", "name swapped", "wrong object"},
    "answer-none": {*_NOT_REACHED, "printed, not returned", "return inside the loop"},
}

PAGE = """<!-- Written by `python -m verification names`. -->
# General names

Where no catalogued mistake gives an answer, a name says what is seen in the error or in the numbers. A name is kept
if at least {least} generated programs answer so, and names causes only if they hold for all but 1 % of these: each
program has one fault, and its kind says what the cause is. Tried on {count:,} programs: the first {at_first} of each
exercise, then as many more of the exercises with a rare name as it takes.

| name | what it says | programs | false | kinds of fault |
|---|---|---:|---:|---|
{rows}
"""

# For each name, the kinds of fault of the programs that it fits.
Tried = dict[str, Counter[str]]


def fits(name: str, kind: str) -> bool:
    """Tell whether a general name is true of a program with a fault of that kind."""
    return name not in CAUSES or kind in CAUSES[name]


@dataclass(frozen=True)
class Named:
    """The general names of a generated program's wrong answers, and the kind of its fault."""

    exercise: str
    kind: str = ""
    names: tuple[str, ...] = ()


def names_of(task: tuple[str, int]) -> Named:
    """Return the general names of a generated program."""
    with contextlib.redirect_stdout(io.StringIO()):
        drawn = program(*task)
        if not drawn.kind:
            return Named(drawn.exercise)
        day, seed = course.day(drawn.exercise), drawn.number % 2 + 1
        try:
            namespace = reference.load(drawn.exercise, answers={drawn.exercise: drawn.source}, forgiving=True)
        except NoEnd:
            return Named(drawn.exercise, drawn.kind)
        checks = catalogued.checks_of(day, drawn.exercise)
        names = (general_name(check, ask(check, namespace, seed), seed) for check in checks)
        return Named(drawn.exercise, drawn.kind, tuple(dict.fromkeys(filter(None, names))))


def tried() -> list[Named]:
    """Return the general names of enough generated programs to try each name."""
    found: list[Named] = []
    drawn: Counter[str] = Counter()
    wanted = dict.fromkeys(fuzzed(), AT_FIRST)
    while wanted:
        tasks = [(exercise, number) for exercise, last in wanted.items() for number in range(drawn[exercise], last)]
        found += in_processes(tasks, names_of, lambda task: Named(task[0]))
        drawn.update(Counter(exercise for exercise, _ in tasks))
        wanted = _wanted(found, drawn)
    return found


def _wanted(found: Iterable[Named], drawn: Counter[str]) -> dict[str, int]:
    """Return how many programs to draw of which exercises, so that rare names have enough."""
    counts = Counter((name, one.exercise) for one in found for name in one.names)
    wanted: Counter[str] = Counter()
    for name, kinds in counted(found).items():
        left = [exercise for exercise in fuzzed() if drawn[exercise] < AT_MOST and counts[name, exercise]]
        if kinds.total() < LEAST and left:
            shares = {exercise: counts[name, exercise] / drawn[exercise] for exercise in left}
            exercise = next((each for each in left if shares[each] >= OFTEN), max(left, key=shares.__getitem__))
            missing = math.ceil(1.2 * (LEAST - kinds.total()) / shares[exercise])
            wanted[exercise] = max(wanted[exercise], min(drawn[exercise] + missing, AT_MOST))
    return dict(wanted)


def counted(found: Iterable[Named]) -> Tried:
    """Count the kinds of fault for each name."""
    names: Tried = {name: Counter() for name in catalogue.general_names()}
    for one in found:
        for name in one.names:
            names[name][one.kind] += 1
    return names


def false_share(name: str, kinds: Counter[str]) -> float:
    """Return the share of programs for which a name is false."""
    return sum(count for kind, count in kinds.items() if not fits(name, kind)) / max(kinds.total(), 1)


def faults(names: Tried) -> list[str]:
    """Return the names that must not be given, each with the reason."""
    few = [f"{name}: only {kinds.total()} programs answer so" for name, kinds in names.items() if kinds.total() < LEAST]
    shares = {name: false_share(name, kinds) for name, kinds in names.items()}
    return few + [f"{name}: false for {share:.1%}" for name, share in shares.items() if share > MOST_FALSE]


def page(names: Tried, count: int) -> str:
    """Return the page for teachers in Markdown, with a row for each name; ``count`` programs were drawn."""
    ordered = sorted(names.items(), key=lambda one: (-one[1].total(), one[0]))
    rows = "\n".join(_row(name, kinds) for name, kinds in ordered)
    return PAGE.format(least=LEAST, at_first=AT_FIRST, count=count, rows=rows)


def _row(name: str, kinds: Counter[str]) -> str:
    entry = catalogue.general_names()[name]
    false = f"{false_share(name, kinds):.2%}" if name in CAUSES else "names no cause"
    says = f"{entry.title}. {entry.verdict}".strip()
    return f"| `{name}` | {says} | {kinds.total():,} | {false} | {by_number(kinds)} |"


def by_number(kinds: Counter[str]) -> str:
    """Return the kinds of fault with their counts, the most frequent first."""
    return ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items(), key=lambda one: (-one[1], one[0])))
