# SPDX-License-Identifier: MIT
"""The contract of exercise 2.2, checked against plain arithmetic."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

ADD, MULTIPLY, ACCUMULATE = (f"day2-value-{name}" for name in ("add", "multiply", "accumulate"))

Operate = Callable[[Any, Any], Any]
# Each with the slopes towards x and y.
SIGNS: tuple[tuple[str, str, Operate, Operate, Operate], ...] = (
    (ADD, "+", lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0),
    (MULTIPLY, "*", lambda x, y: x * y, lambda x, y: y, lambda x, y: x),
)
PAIRS = ((2.5, -1.75), (-3.25, 4.5), (0.6180339887, 0.25), (3.0, 3.0))
NUMBERS = (2.5, -0.75)


def _made(operate: Operate, pair: tuple[float, float], names: Mapping[str, Any]) -> list[Any]:
    """Return what the result is, and that no gradient has arrived anywhere."""
    x, y = (names["Value"](number) for number in pair)
    out = operate(x, y)
    return [
        isinstance(out, names["Value"]),
        out.data,
        out._op,
        sorted(parent.data for parent in out._prev),
        all(any(parent is node for parent in out._prev) for node in (x, y)),
        [[node.data, node.grad] for node in (x, y)],
        out.grad,
    ]


def _passed(operate: Operate, pair: tuple[float, float], upstream: float, names: Mapping[str, Any]) -> list[Any]:
    x, y = (names["Value"](number) for number in pair)
    out = operate(x, y)
    out.grad = upstream
    out._backward()
    return [x.grad, y.grad, out.grad, x.data, y.data, out.data]


def _one_step(operate: Operate, names: Mapping[str, Any]) -> list[Any]:
    x, y, z = (names["Value"](number) for number in (2.0, -3.0, 10.0))
    inner = operate(x, y)
    out = operate(inner, z)
    out.grad = 1.5
    out._backward()
    before = [x.grad, y.grad, z.grad, inner.grad, out.grad]
    inner._backward()
    return [before, x.grad, y.grad, z.grad, inner.grad, out.grad]


def _with_number(operate: Callable[..., Any], number: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](2.5)
    out = operate(x, number, names["Value"])
    out.grad = 1.5
    out._backward()
    return [out.data, out._op, x.grad]


def _parents(operate: Callable[[Any], Any], names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](2.5)
    parents = list(operate(x)._prev)
    return [sum(parent is x for parent in parents), [parent.data for parent in parents if parent is not x]]


def _leaf(number: float, names: Mapping[str, Any]) -> list[Any]:
    x = names["Value"](number)
    before = [x.data, x.grad, len(list(x._prev)), x._op]
    x.grad = 7.0
    x._backward()
    return [before, x.data, x.grad]


def _leaf_under_a_sum(names: Mapping[str, Any]) -> list[Any]:
    x, y = names["Value"](2.5), names["Value"](-1.5)
    out = x + y
    out.grad = 3.0
    x._backward()
    y._backward()
    return [x.grad, y.grad, out.grad]


def _shown(number: float, names: Mapping[str, Any]) -> list[bool]:
    """Tell whether a text shows the class and the number; where it speaks of a gradient, it is the node's."""
    x = names["Value"](number)
    x.grad = 41.5
    text = repr(x)
    return [
        "Value" in text,
        _stands_in(text, number),
        re.search(r"grad\w*\s*[=:]\s*[-+.\d]", text) is None or _stands_in(text.partition("grad")[2], 41.5),
    ]


def _stands_in(text: str, number: float) -> bool:
    """Tell whether a number stands in a text by itself; how many digits it shows is free."""
    words = re.findall(r"[-+.\w]+", text)
    return any(re.fullmatch(r"-?\d+(\.\d*)?", word) and abs(float(word) - number) < 0.051 for word in words)


def _twice(operate: Operate, number: float, names: Mapping[str, Any]) -> float:
    x = names["Value"](number)
    out = operate(x, x)
    out.grad = 1.5
    out._backward()
    return x.grad


def _on_top(operate: Operate, names: Mapping[str, Any]) -> list[float]:
    x, y = names["Value"](2.5), names["Value"](-1.5)
    out = operate(x, y)
    x.grad, y.grad, out.grad = 10.0, 20.0, 3.0
    out._backward()
    first = [x.grad, y.grad]
    out.grad = 3.0
    out._backward()
    return [*first, x.grad, y.grad]


def _two_children(first: Operate, second: Operate, names: Mapping[str, Any]) -> list[float]:
    x, y = names["Value"](2.5), names["Value"](-1.5)
    p, q = first(x, y), second(y, x)
    p.grad, q.grad = 3.0, 5.0
    p._backward()
    q._backward()
    return [x.grad, y.grad]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    made = [
        Clause(ADD, f"Value({number}) is a leaf", partial(_leaf, number), [[number, 0.0, 0, ""], number, 7.0])
        for number in NUMBERS
    ]
    made += [
        Clause(ADD, f"the text of Value({number})", partial(_shown, number), [True] * 3) for number in (3.0, -1.75)
    ]
    made.append(Clause(ADD, "a leaf passes nothing on", _leaf_under_a_sum, [0.0, 0.0, 3.0]))
    for check, sign, operate, left, right in SIGNS:
        for x, y in PAIRS:
            out = operate(x, y)
            fresh = [True, out, sign, sorted([x, y]), True, [[x, 0.0], [y, 0.0]], 0.0]
            made.append(Clause(check, f"x {sign} y at {x}, {y}", partial(_made, operate, (x, y)), fresh))
            for upstream in (1.0, -2.25):
                passed = [left(x, y) * upstream, right(x, y) * upstream, upstream, x, y, out]
                words = f"x {sign} y at {x}, {y}, where {upstream} has arrived"
                made.append(Clause(check, words, partial(_passed, operate, (x, y), upstream), passed))
        inner = operate(2.0, -3.0)
        of_inner, of_z = 1.5 * left(inner, 10.0), 1.5 * right(inner, 10.0)
        steps = [
            [0.0, 0.0, of_z, of_inner, 1.5],
            of_inner * left(2.0, -3.0),
            of_inner * right(2.0, -3.0),
            of_z,
            of_inner,
            1.5,
        ]
        made.append(
            Clause(check, f"(x {sign} y) {sign} z passes on one step", partial(_one_step, operate), steps, exact=False)
        )
        for number in (3, -0.75):
            data, share = operate(2.5, number), 1.5 * left(2.5, number)
            of_both = [1, [float(number)]]
            # `3 + x` may call `x + 3` or `Value(3) + x`: which share of a wrong `+` is x's depends on the program.
            ways = (
                partial(_with_number, lambda x, c, value, o=operate: o(x, value(c)), number),
                partial(_with_number, lambda x, c, value, o=operate: o(value(c), x), number),
            )
            for words, with_number, followed in (
                (f"x {sign} {number}", lambda x, c=number, value=None, o=operate: o(x, c), ()),
                (f"{number} {sign} x", lambda x, c=number, value=None, o=operate: o(c, x), ways),
            ):
                asked = partial(_with_number, with_number, number)
                made += [
                    Clause(check, words, asked, [data, sign, share], ways=followed),
                    Clause(check, f"the parents of {words}", partial(_parents, with_number), of_both, exact=False),
                ]
        made += [
            Clause(
                ACCUMULATE,
                f"x {sign} x at {number}",
                partial(_twice, operate, number),
                1.5 * (left(number, number) + right(number, number)),
            )
            for number in NUMBERS
        ]
        to_x, to_y = 3.0 * left(2.5, -1.5), 3.0 * right(2.5, -1.5)
        on_top = [10.0 + to_x, 20.0 + to_y, 10.0 + 2 * to_x, 20.0 + 2 * to_y]
        made.append(Clause(ACCUMULATE, f"the shares of x {sign} y come on top", partial(_on_top, operate), on_top))
    for _, one, first, left, right in SIGNS:
        for _, other, second, to_first, to_second in SIGNS:
            shares = [
                3.0 * left(2.5, -1.5) + 5.0 * to_second(-1.5, 2.5),
                3.0 * right(2.5, -1.5) + 5.0 * to_first(-1.5, 2.5),
            ]
            words = f"x {one} y and y {other} x of the same nodes"
            made.append(Clause(ACCUMULATE, words, partial(_two_children, first, second), shares))
    return tuple(made)
