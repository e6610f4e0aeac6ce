# SPDX-License-Identifier: MIT
"""Try each general name on generated programs: how many it fits, and for how many of them it is false.

What a title says is verified by the answer itself, in :mod:`exercises.shared.proof.truth`. A cause is true of a
program if its one fault is of a kind that the cause describes. A name is tried on every program with its answers, even
where a catalogued mistake gives the same answers and is named instead.

First programs with faults of any kind are drawn. Names that too few of these have are then tried on programs whose
fault is aimed at the name. Causes are tried on faults of any kind alone, since an aimed fault is its own cause.
"""

from __future__ import annotations

import contextlib
import io
import math
import signal
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from exercises.shared.proof import met
from exercises.shared.proof.truth import is_true, recorded
from judge.asking.ask import ask
from judge.notebooks import course, reference
from judge.run.bounded import NoEnd
from judge.verdicts import catalogue
from judge.verdicts.decide import general_name
from verification import catalogued
from verification.generated.programs import aimed_program, fuzzed, program
from verification.limited import in_processes

# A name needs this many programs as evidence.
LEAST = 200

# The share of programs for which a name may be false.
MOST_FALSE = 0.01

# Programs of one exercise: with faults of any kind, then with aimed ones, then at most in each further round.
AT_FIRST, AIMED_FIRST, AT_MOST, ROUNDS = 100, 4, 400, 5

# A program of these exercises takes ten times as long as one of the others: a tenth is drawn, and none for a rare name.
SLOW = (
    "day3-tests", "day3-value", "day4-mlp", "day5-init", "day5-per-layer", "day5-ratio", "day5-skip", "day6-tensor"
)  # fmt: skip

# Seconds of processor time for a program. Most take a hundredth; the process of one that needs more is ended.
SECONDS = 5

_NOT_REACHED = {"statement dropped", "line into or out of a loop", "line into or out of a branch"}
# The kinds of fault that the causes of a name describe; other names state no cause.
CAUSES: Mapping[str, set[str]] = {
    # The line that sets the name did not run, adds to the name, or sets another name.
    "error-name-without-value": {*_NOT_REACHED, "lines swapped", "= made +=", "name swapped", "wrong object"},
    "answer-none": {*_NOT_REACHED, "printed, not returned", "return inside the loop"},
}


def fits(name: str, kind: str) -> bool:
    """Tell whether the causes of a general name are true of a program with a fault of that kind."""
    return name not in CAUSES or kind in CAUSES[name]


@dataclass(frozen=True)
class Named:
    """A generated program with the general names of its wrong answers, and whether what each says is seen."""

    exercise: str
    aim: str = ""
    kind: str = ""
    source: str = ""
    names: Mapping[str, bool] = field(default_factory=dict)


def names_of(task: tuple[str, int, str]) -> Named:
    """Return the general names of an exercise's program by its number and its aim; "" for a fault of any kind."""
    exercise, number, aim = task
    drawn = aimed_program(*task) if aim else program(exercise, number)
    if drawn is None or not drawn.kind:
        return Named(exercise, aim)
    names: dict[str, bool] = {}
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(NoEnd), recorded() as behind:
        warnings.simplefilter("ignore")
        namespace = reference.load(exercise, answers={exercise: drawn.source}, forgiving=True)
        for check in catalogued.checks_of(course.assignment(exercise), exercise):
            name, case = general_name(check, ask(check, namespace, seed := number % 2 + 1), seed)
            if name:
                seen = is_true(name, case.right, case.given, case.inputs, behind(case.given))
                names[name] = seen and names.get(name, True)
            if aim and aim in names:
                break
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Named(exercise, aim, drawn.kind, drawn.source, names)


def tried() -> list[Named]:
    """Return the general names of enough generated programs to try each name."""
    firsts = {exercise: AT_FIRST // 10 if exercise in SLOW else AT_FIRST for exercise in fuzzed()}
    found: list[Named] = []
    tasks = [(exercise, number, "") for exercise, count in firsts.items() for number in range(count)]
    for _ in range(ROUNDS):
        found += in_processes(tasks, names_of, lambda task: Named(task[0], task[2]))
        missing = {name: LEAST - len(having) for name, having in counted(found).items()}
        tasks = [task for name, count in missing.items() if count > 0 for task in _more(name, count, found)]
    return found


def _more(name: str, missing: int, found: Sequence[Named]) -> list[tuple[str, int, str]]:
    """Return the programs to draw next for a name: of the exercises where some had it."""
    aim = "" if name in CAUSES else name
    alike = [one for one in found if one.aim == aim and one.exercise not in SLOW]
    if not alike:
        return [(each, number, aim) for each in fuzzed() if each not in SLOW for number in range(AIMED_FIRST)]
    drawn, having = (Counter(one.exercise for one in some) for some in (alike, [a for a in alike if name in a.names]))
    shares = {exercise: count / drawn[exercise] for exercise, count in having.items()}
    often = [exercise for exercise, share in shares.items() if share >= max(shares.values()) / 2]
    count = min(math.ceil(1.2 * missing / sum(shares[each] for each in often)), AT_MOST) if often else 0
    return [(each, number, aim) for each in often for number in range(drawn[each], drawn[each] + count)]


def counted(found: Sequence[Named]) -> dict[str, list[Named]]:
    """Return the different programs of each name; those with aimed faults where it states no cause."""
    programs: dict[str, list[Named]] = {name: [] for name in catalogue.general_names()}
    for one in {(one.exercise, one.source): one for one in found}.values():
        for name in one.names:
            if not (one.aim and name in CAUSES):
                programs[name].append(one)
    return programs


def met_by(programs: Mapping[str, Sequence[Named]]) -> dict[str, met.OfGeneralName]:
    """Return the counts of each name, the most frequent name first."""
    ordered = sorted(programs.items(), key=lambda one: (-len(one[1]), one[0]))
    return {
        name: met.OfGeneralName(len(having), len({one.exercise for one in having}), _false(name, having))
        for name, having in ordered
    }


def _false(name: str, having: Sequence[Named]) -> int:
    """Return the number of programs for which a name is false."""
    return sum(not (one.names[name] and fits(name, one.kind)) for one in having)


def faults(found: Mapping[str, met.OfGeneralName]) -> list[str]:
    """Return the names that must not be given, each with the reason."""
    few = [f"{name}: only {one.programs} programs answer so" for name, one in found.items() if one.programs < LEAST]
    shares = {name: one.false / max(one.programs, 1) for name, one in found.items()}
    return few + [f"{name}: false for {share:.1%}" for name, share in shares.items() if share > MOST_FALSE]
