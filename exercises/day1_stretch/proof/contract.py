# SPDX-License-Identifier: MIT
"""The contract of exercise 1.5, checked against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause, raises

__all__ = ["clauses"]

MINUS, DIVIDE, POWER = (f"day1-stretch-{name}" for name in ("negate-subtract", "divide", "power"))

Operate = Callable[..., Any]
PAIRS = ((3.0, 5.0), (-3.25, 4.5), (2.5, -1.75), (0.6180339887, 0.6180339887))
NUMBERS = (3.0, -1.5, 0.6180339887)

OF_TWO: tuple[tuple[str, str, Operate], ...] = (
    (MINUS, "x - y", lambda x, y: x - y),
    (DIVIDE, "x / y", lambda x, y: x / y),
)
OF_ONE: tuple[tuple[str, str, Operate], ...] = (
    (MINUS, "-x", lambda x: -x),
    (MINUS, "x - 1", lambda x: x - 1),
    (MINUS, "x - 0.25", lambda x: x - 0.25),
    (MINUS, "x - x", lambda x: x - x),
    (DIVIDE, "x / 4", lambda x: x / 4),
    (DIVIDE, "x / -0.8", lambda x: x / -0.8),
    (DIVIDE, "x / x", lambda x: x / x),
)
# A number on the left, and the operations of x that may answer for it.
ON_THE_LEFT: tuple[tuple[str, str, Operate, tuple[float, ...], tuple[Operate, ...]], ...] = (
    (
        MINUS,
        "-",
        lambda c, x: c - x,
        (10, -1.5),
        (lambda c, x: type(x)(c) - x, lambda c, x: -x + c, lambda c, x: c + -x, lambda c, x: -(x - c)),
    ),
    (
        DIVIDE,
        "/",
        lambda c, x: c / x,
        (12, -0.7),
        (lambda c, x: type(x)(c) / x, lambda c, x: c * x**-1, lambda c, x: x**-1 * c),
    ),
)
EXPONENTS = (3, 2, 1, 0, -1, -2)


def _reached(out: Any) -> list[Any]:
    """Return the nodes behind a result, the result among them."""
    seen: dict[int, Any] = {}
    waiting = [out]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev)
    return list(seen.values())


def _of_leaves(operate: Operate, numbers: tuple[float, ...], names: Mapping[str, Any]) -> list[Any]:
    """Return the number, that it is a Value, which leaves it leads back to, and what the leaves hold then."""
    leaves = [names["Value"](number) for number in numbers]
    out = operate(*leaves)
    behind = _reached(out)
    return [
        out.data,
        isinstance(out, names["Value"]),
        [any(node is leaf for node in behind) for leaf in leaves],
        [[leaf.data, leaf.grad, len(leaf._prev), leaf._op] for leaf in leaves],
        [node.grad for node in behind if node.grad != 0.0],
    ]


def _agrees(check: str, words: str, operate: Operate, *numbers: float, ways: Sequence[Operate] = ()) -> Clause:
    expected = [operate(*numbers), True, [True for _ in numbers], [[number, 0.0, 0, ""] for number in numbers], []]
    return Clause(
        check,
        f"{words} at {', '.join(f'{number:g}' for number in numbers)}",
        partial(_of_leaves, operate, numbers),
        expected,
        ways=tuple(partial(_of_leaves, way, numbers) for way in ways),
    )


def _is_new(operate: Operate, names: Mapping[str, Any]) -> bool:
    x = names["Value"](2.5)
    return operate(x) is not x


def _of_inner(operate: Operate, names: Mapping[str, Any]) -> list[Any]:
    """Return what an operation gives on two nodes that were made, and that it leads back to both."""
    x, y = names["Value"](2.0), names["Value"](5.0)
    left, right = x + y, x * y
    out = operate(left, right)
    behind = _reached(out)
    return [out.data, *(any(node is known for node in behind) for known in (x, y, left, right))]


def _power(exponent: float, number: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](number)
    out = x**exponent
    parents = list(out._prev)
    return [
        out.data,
        isinstance(out, names["Value"]),
        len(parents),
        all(parent is x for parent in parents),
        out._op,
        [x.data, x.grad, len(x._prev), x._op, out.grad],
    ]


def _refuses(check: str, words: str, operate: Operate, number: float, kind: type[Exception]) -> Clause:
    return Clause(
        check, words, lambda names: raises(lambda: operate(names["Value"], number), kind), kind.__name__, exact=False
    )


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = [_agrees(*operator, *pair) for operator in OF_TWO for pair in PAIRS]
    made += [_agrees(*operator, number) for operator in OF_ONE for number in NUMBERS]
    made += [
        _agrees(check, f"{left} {sign} x", partial(operate, left), number, ways=[partial(way, left) for way in ways])
        for check, sign, operate, lefts, ways in ON_THE_LEFT
        for left in lefts
        for number in NUMBERS
    ]
    made += [
        Clause(
            check, f"{words} of nodes that were made", partial(_of_inner, operate), [operate(7.0, 10.0)] + [True] * 4
        )
        for check, words, operate in OF_TWO
    ]
    made += [
        Clause(
            POWER,
            f"x ** {exponent} at {number:g}",
            partial(_power, exponent, number),
            [number**exponent, True, 1, True, f"**{exponent}", [number, 0.0, 0, "", 0.0]],
        )
        for exponent in EXPONENTS
        for number in (2.0, -1.5)
    ]
    made += [
        Clause(
            POWER,
            f"x ** {exponent} at 2.25",
            partial(_power, exponent, 2.25),
            [2.25**exponent, True, 1, True, f"**{exponent}", [2.25, 0.0, 0, "", 0.0]],
        )
        for exponent in (0.5, -0.5, 1.5)
    ]
    made += [
        # The card leaves open which error says so.
        _refuses(POWER, "x ** Value", lambda value, x: value(x) ** value(2.0), 3.0, Exception),
        _refuses(POWER, "x ** (a sum)", lambda value, x: value(x) ** (value(2.0) + 1), 3.0, Exception),
        _refuses(DIVIDE, "x / 0", lambda value, x: value(x) / 0, 3.0, ZeroDivisionError),
        _refuses(DIVIDE, "x / 0.0", lambda value, x: value(x) / 0.0, -2.0, ZeroDivisionError),
        _refuses(DIVIDE, "x / Value(0)", lambda value, x: value(x) / value(0.0), 3.0, ZeroDivisionError),
    ]
    return tuple(made)
