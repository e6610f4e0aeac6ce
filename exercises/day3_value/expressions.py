# SPDX-License-Identifier: MIT
"""Drawing random expressions, and shrinking them to the smallest one that goes wrong.

Shrinking needs no second question. A probe answers for every *cut* of its expression, from the smallest to the
complete one; the first cut for which two answers differ is what a learner is shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from exercises.shared.expressions import NAMES, OPERATIONS, TWO_OPERANDS, Expression, nodes_of
from judge.asking.inputs import Draw, Drawer, number
from judge.run.answers import show

# A step whose value is outside these sizes is drawn again, so that numbers stay readable and divisors away from 0.
SMALLEST, LARGEST = 0.2, 60.0
DRAWS_OF_A_STEP = 40


def expression(operations: Sequence[str], leaves: int = 2, steps: int = 5) -> Drawer:
    """Return a drawer of random expressions over some operations, in which nodes are shared.

    Each step takes the one before it, so that nothing is left unused.
    """

    def draw_one(draw: Draw) -> Expression:
        # A walk can reach a place from which no step fits (1000 with only + and *): then it starts again.
        while (drawn := _walk(draw, operations, leaves, steps)) is None:
            pass
        return drawn

    return draw_one


def _walk(draw: Draw, operations: Sequence[str], leaves: int, steps: int) -> Expression | None:
    """Return a random expression of ``steps`` steps, or None after a step for which no draw fits."""
    drawn: Expression = {"leaves": [number(draw) for _ in range(leaves)], "steps": []}
    for step in range(steps):
        for _ in range(DRAWS_OF_A_STEP):
            grown = {**drawn, "steps": [*drawn["steps"], _step(draw, operations, leaves + step)]}
            if SMALLEST < abs(nodes_of(grown, float)[-1]) < LARGEST:
                drawn = grown
                break
        else:
            return None
    return drawn


def _step(draw: Draw, operations: Sequence[str], count: int) -> list[Any]:
    name = draw.random.choice(operations)
    latest = count - 1
    if name not in TWO_OPERANDS:
        return [name, latest]
    pair = [latest, draw.random.randrange(count)]
    draw.random.shuffle(pair)
    return [name, *pair]


def wording(drawn: Expression) -> str:
    """Return an expression as a learner reads it: ``c = a * b; d = c + a, with a = 2.5, b = -1.25``."""
    lines = []
    for index, (name, first, *second) in enumerate(drawn["steps"], start=len(drawn["leaves"])):
        operands = [NAMES[first], *(NAMES[operand] if name in TWO_OPERANDS else str(operand) for operand in second)]
        lines.append(f"{NAMES[index]} = {OPERATIONS[name][1].format(*operands)}")
    leaves = ", ".join(f"{NAMES[index]} = Value({show(data)})" for index, data in enumerate(drawn["leaves"]))
    return f"`{'; '.join(lines)}`, with {leaves}"


def cuts(drawn: Expression) -> list[Expression]:
    """Return smaller expressions inside an expression, from the smallest to the complete one.

    Each is a step together with some of the steps that lead to it, as long as they hang together. What is left out
    becomes a leaf, with its value rounded. A node that is shared stays shared.
    """
    return json.loads(_cuts(json.dumps(drawn)))


@lru_cache(maxsize=256)
def _cuts(text: str) -> str:
    # Every suspected mistake is asked for the same cuts, and a probe's lines are counted: find them once.
    drawn: Expression = json.loads(text)
    values = nodes_of(drawn, float)
    smaller: list[Expression] = []
    for last in range(len(drawn["leaves"]), len(values)):
        for kept in _parts(drawn, last):
            cut = _cut(drawn, values, kept)
            if cut not in smaller:
                smaller.append(cut)
    smaller.sort(key=lambda cut: len(cut["steps"]))
    return json.dumps([*(cut for cut in smaller if cut != drawn), drawn])


def _parts(drawn: Expression, last: int) -> list[frozenset[int]]:
    """Return every set of steps that holds ``last`` and grows from it along operands."""
    count = len(drawn["leaves"])
    parts = [frozenset({last})]
    for part in parts:
        edge = {node for step in part for node in _operands(drawn["steps"][step - count]) if node >= count}
        parts.extend(grown for node in sorted(edge - part) if (grown := part | {node}) not in parts)
    return parts


def _cut(drawn: Expression, values: list[float], kept: frozenset[int]) -> Expression:
    count = len(drawn["leaves"])
    steps = [drawn["steps"][node - count] for node in sorted(kept)]
    leaves = sorted({node for step in steps for node in _operands(step)} - kept)
    place = {node: index for index, node in enumerate([*leaves, *sorted(kept)])}
    renamed = [
        [name, place[first], *(place[operand] if name in TWO_OPERANDS else operand for operand in second)]
        for name, first, *second in steps
    ]
    return {"leaves": [round(values[node], 2) for node in leaves], "steps": renamed}


def _operands(step: list[Any]) -> list[int]:
    return step[1:] if step[0] in TWO_OPERANDS else step[1:2]
