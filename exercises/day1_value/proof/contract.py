# SPDX-License-Identifier: MIT
"""The contract of exercise 1.1, checked against plain arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

CONSTRUCT, REPR, ADD, MULTIPLY, CONSTANTS = (
    f"day1-value-{name}" for name in ("construct", "repr", "add", "multiply", "constants")
)

NUMBERS = (3.0, -3.0, 0.5, -1.75, 0.0, 12.0)
# No 0.0: a text that shows the gradient in the number's place would pass for it.
SHOWN = (3.0, -3.0, 0.5, -1.75, 12.0)
PAIRS = ((2.5, -1.75), (-3.25, 4.5), (0.6180339887, 0.25), (3.0, 3.0), (0.0, -7.0))

Operate = Callable[[Any, Any], Any]
SIGNS: tuple[tuple[str, str, Operate], ...] = (
    (ADD, "+", lambda x, y: x + y),
    (MULTIPLY, "*", lambda x, y: x * y),
)


def _number(number: float, names: Mapping[str, Any]) -> float:
    return names["Value"](number).data


def _leaf(number: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](number)
    return [x.grad, len(list(x._prev)), x._op]


def _labels(names: Mapping[str, Any]) -> list[Any]:
    """Return the label of a node that is given none, and of one that is given one by name."""
    return [names["Value"](2.5).label, names["Value"](2.5, label="speed").label]


def _places(names: Mapping[str, Any]) -> list[Any]:
    """Return what a constructor keeps of parents, operation and label that it gets in the order of the signature."""
    x = names["Value"](2.5)
    out = names["Value"](5.0, (x,), "+", "speed")
    return [out.data, [parent is x for parent in out._prev], out._op, out.label]


def _fresh(operate: Operate, names: Mapping[str, Any]) -> float:
    return operate(names["Value"](2.5), names["Value"](-1.5)).grad


def _shown(number: float, names: Mapping[str, Any]) -> list[bool]:
    """Tell whether a text shows the class, and the number by itself; how many digits it shows is free."""
    text = repr(names["Value"](number))
    words = [word for word in re.findall(r"[-+.\w]+", text) if re.fullmatch(r"-?\d+(\.\d*)?", word)]
    return ["Value" in text, any(abs(float(word) - number) < 0.051 for word in words)]


def _uses(out: Any, *known: Any) -> list[int]:
    """Return how often each known node stands among the parents, and how many other objects do."""
    parents = list(out._prev)
    counts = [sum(parent is node for parent in parents) for node in known]
    return [*counts, len(parents) - sum(counts)]


def _of_two(operate: Operate, pair: tuple[float, float], names: Mapping[str, Any]) -> list[Any]:
    x, y = (names["Value"](number) for number in pair)
    out = operate(x, y)
    uses = [count > 0 for count in _uses(out, x, y)]
    return [isinstance(out, names["Value"]), out.data, out._op, *uses]


def _of_one(operate: Operate, number: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](number)
    out = operate(x, x)
    return [out.data, out._op, *[count > 0 for count in _uses(out, x)]]


def _each_use(operate: Operate, names: Mapping[str, Any]) -> list[int]:
    """Return how often x and y stand in x + y, and x in x + x. A set keeps one use of two, and the card lets it."""
    x, y = names["Value"](2.5), names["Value"](-1.5)
    out, double = operate(x, y), operate(x, x)
    a_set = isinstance(double._prev, (set, frozenset))
    return [*_uses(out, x, y), _uses(double, x)[0] + (1 if a_set else 0)]


def _operands_kept(operate: Operate, names: Mapping[str, Any]) -> list[Any]:
    x, y = names["Value"](2.5), names["Value"](-1.5)
    out = operate(x, y)
    again = operate(out, x)
    return [[node.data, node.grad, len(list(node._prev)), node._op] for node in (x, y)] + [
        out is not x and out is not y and again is not out,
        out.data,
    ]


def _nested(operate: Operate, names: Mapping[str, Any]) -> list[Any]:
    x, y, z = (names["Value"](number) for number in (2.0, -3.0, 10.0))
    inner = operate(x, y)
    out = operate(inner, z)
    return [out.data, *_uses(out, inner, z), *_uses(inner, x, y)]


def _with_number(number: float, operate: Callable[..., Any], names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](2.5)
    out = operate(x, number, names["Value"])
    others = {id(parent): parent for parent in out._prev if parent is not x}.values()
    return [
        isinstance(out, names["Value"]),
        out.data,
        out._op,
        _uses(out, x)[0] > 0,
        # A set has its parents in any order.
        sorted(([leaf.data, leaf._op, len(list(leaf._prev))] for leaf in others), key=repr),
    ]


def _summed(add: Callable[..., Any], names: Mapping[str, Any]) -> list[Any]:
    nodes = [names["Value"](number) for number in (2.5, -1.5, 4.0)]
    total = add(names["Value"], *nodes)
    seen: dict[int, Any] = {}
    waiting = [total]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev)
    return [total.data, [id(node) in seen for node in nodes]]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = [
        Clause(CONSTRUCT, f"Value({number}) holds its number", partial(_number, number), number) for number in NUMBERS
    ]
    made += [
        Clause(CONSTRUCT, f"Value({number}) is a leaf", partial(_leaf, number), [0.0, 0, ""]) for number in NUMBERS[:2]
    ]
    made += [
        Clause(CONSTRUCT, "a label", _labels, ["", "speed"]),
        Clause(CONSTRUCT, "the places of the signature", _places, [5.0, [True], "+", "speed"]),
    ]
    made += [Clause(REPR, f"the text of Value({number})", partial(_shown, number), [True, True]) for number in SHOWN]
    for check, sign, operate in SIGNS:
        made += [
            Clause(
                check,
                f"x {sign} y for x = {x}, y = {y}",
                partial(_of_two, operate, (x, y)),
                [True, operate(x, y), sign, True, True, False],
            )
            for x, y in PAIRS
        ]
        made.append(Clause(check, f"the gradient of x {sign} y", partial(_fresh, operate), 0.0))
        made += [
            Clause(
                check,
                f"x {sign} x for x = {x}",
                partial(_of_one, operate, x),
                [operate(x, x), sign, True, False],
            )
            for x in (2.5, -3.25)
        ]
        kept = [[2.5, 0.0, 0, ""], [-1.5, 0.0, 0, ""], True, operate(2.5, -1.5)]
        nested = [operate(operate(2.0, -3.0), 10.0), 1, 1, 0, 1, 1, 0]
        made += [
            Clause(
                check, f"x {sign} y leaves x and y as they are", partial(_operands_kept, operate), kept, exact=False
            ),
            Clause(check, f"(x {sign} y) {sign} z", partial(_nested, operate), nested, exact=False),
            Clause(
                check, f"each use in x {sign} y and x {sign} x", partial(_each_use, operate), [1, 1, 0, 2], exact=False
            ),
        ]
    for number in (3, -0.75, 0):
        leaf = [[float(number), "", 0]]
        for _, sign, operate in SIGNS:
            expected = [True, operate(2.5, number), sign, True, leaf]
            on_the_right = partial(_with_number, number, lambda x, c, value, o=operate: o(x, c))
            on_the_left = partial(_with_number, number, lambda x, c, value, o=operate: o(c, x))
            as_a_node = partial(_with_number, number, lambda x, c, value, o=operate: o(value(c), x))
            made += [
                Clause(CONSTANTS, f"x {sign} {number}", on_the_right, expected),
                Clause(CONSTANTS, f"{number} {sign} x", on_the_left, expected, ways=(on_the_right, as_a_node)),
            ]
    ways = (
        lambda value, x, y, z: x + 0 + y + z,
        lambda value, x, y, z: value(0) + x + y + z,
    )
    made.append(
        Clause(
            CONSTANTS,
            "sum([x, y, z])",
            partial(_summed, lambda value, *nodes: sum(nodes)),
            [5.0, [True, True, True]],
            ways=tuple(partial(_summed, way) for way in ways),
        )
    )
    return tuple(made)
