# SPDX-License-Identifier: MIT
"""Count which way to a name of :mod:`judge.verdicts.decide` names the wrong answers of generated programs."""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest import mock

import judge  # noqa: F401  (before nbformat)
from judge.notebooks import course, reference
from judge.run.bounded import NoEnd
from judge.verdicts import decide, naming
from judge.verdicts.verdict import NOT_YET
from verification import catalogued
from verification.generated.programs import Program, fuzzed, program
from verification.limited import in_processes
from verification.mutants import sample_of_cell

# The ways in the order in which they are tried.
WAYS = ("alike_everywhere", "giving", "beside_others", "on_paper", "in_general", "alone_on_paper")
UNNAMED = "no name"


def counted(task: tuple[str, int, int, bool]) -> Counter[str]:
    """Return how many checks of one program each way named, those without a name among them.

    Args:
        task: the exercise, the number of the program, how many faults it has, and whether it lacks a method as well.
    """
    exercise, number, faults, is_partial = task
    drawn = program(exercise, number)
    if faults > 1:
        drawn = _with_one_more(drawn)
    if is_partial:
        drawn = _on_its_way(drawn)
        if drawn is None:
            return Counter()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            namespace = reference.load(exercise, answers={exercise: drawn.source}, forgiving=True)
        except NoEnd:
            return Counter()
        found: Counter[str] = Counter()
        for check in catalogued.checks_of(course.assignment(exercise), exercise):
            found[_way_of(exercise, namespace, number % 2 + 1, check)] += 1
    del found[""]
    return found


def _with_one_more(drawn: Program) -> Program:
    draw = random.Random(f"second/{drawn.exercise}/{drawn.number}")
    return next(
        (replace(drawn, source=mutant.source) for mutant in sample_of_cell(drawn.exercise, drawn.source, 1, draw)),
        drawn,
    )


def _on_its_way(drawn: Program) -> Program | None:
    """Return a program without one of its class's methods, as a learner's is on its way; None where it has no class."""
    draw = random.Random(f"on its way/{drawn.exercise}/{drawn.number}")
    tree = ast.parse(drawn.source)
    kinds = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = [(kind, part) for kind in kinds for part in kind.body if isinstance(part, ast.FunctionDef)]
    able = [(kind, method) for kind, method in methods if method.name != "__init__" and len(kind.body) > 1]
    if not able:
        return None
    kind, method = draw.choice(able)
    kind.body.remove(method)
    return replace(drawn, source=ast.unparse(tree))


def _way_of(exercise: str, namespace: dict[str, Any], seed: int, check: str) -> str:
    """Return the way that named what a program gives to a check; "" where it is right or not attempted."""
    last: list[str] = []
    depth = [0]

    def watched(name: str) -> Callable[..., Any]:
        way = getattr(naming, name)

        def called(*arguments: Any) -> Any:
            depth[0] += 1
            try:
                given = way(*arguments)
            finally:
                depth[0] -= 1
            # A way may use another one.
            if given and depth[0] == 0:
                last.append(name)
            return given

        return called

    with contextlib.ExitStack() as stack:
        for name in WAYS:
            stack.enter_context(mock.patch.object(decide.naming, name, watched(name)))
        verdict = catalogued.judged(course.assignment(exercise), namespace, seed, [check])[check]
    if verdict.outcome != NOT_YET:
        return ""
    return last[-1] if verdict.misconceptions else UNNAMED


def main() -> None:
    """Print a line for each way: the wrong checks that it named, and their share."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ways", description=__doc__)
    parser.add_argument("--programs", type=int, default=1200)
    parser.add_argument("--faults", type=int, default=1, choices=(1, 2), help="in each program")
    parser.add_argument("--partial", action="store_true", help="take a method of its class out of each program")
    options = parser.parse_args()
    exercises = fuzzed()
    tasks = [
        (exercises[number % len(exercises)], number, options.faults, options.partial)
        for number in range(options.programs)
    ]
    total: Counter[str] = Counter()
    for one in in_processes(tasks, counted, lambda _: Counter()):
        total.update(one)
    wrong = sum(total.values())
    print(f"{options.programs} programs, {wrong} wrong checks")
    for name in (*WAYS, UNNAMED):
        print(f"  {name:<18} {total[name]:>5}  {total[name] / wrong:>6.1%}")


if __name__ == "__main__":
    main()
