# SPDX-License-Identifier: MIT
"""Questions about the rule of max: the node that it makes, and where it sends the gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from exercises.shared.graphs import listed
from exercises.shared.plain import data_of, nodes_or_numbers, number_of, numbers_of, text_of
from exercises.shared.stand_in import fair_class, holds
from judge.asking.inputs import Drawer, from_above, number
from judge.asking.probe import Namespace, probe

ROUTES = "day2-max-routes"
BY_HAND = "`out.grad = {u}`"
GIVEN = "`x = Value({a})`, `y = Value({b})`"


def _from(sign: int, sizes: tuple[float, ...]) -> Drawer:
    whole = [float(int(size)) for size in sizes]
    return lambda draw: sign * draw.fresh(lambda: draw.random.choice(whole if draw.simple else sizes))


LOW, HIGH = (1.25, 1.75, 2.25, 2.75), (3.25, 3.75, 4.25, 4.75, 5.25)
# The larger one first and second, with both signs: where both are negative, the larger one is smaller in size.
PAIRS = {
    "first_of_two_above_0": {"a": _from(1, HIGH), "b": _from(1, LOW)},
    "second_of_two_above_0": {"a": _from(1, LOW), "b": _from(1, HIGH)},
    "first_of_two_below_0": {"a": _from(-1, LOW), "b": _from(-1, HIGH)},
    "second_of_two_below_0": {"a": _from(-1, HIGH), "b": _from(-1, LOW)},
    "second_above_0": {"a": _from(-1, LOW), "b": _from(1, HIGH)},
    "first_above_0": {"a": _from(1, LOW), "b": _from(-1, HIGH)},
}


def _makes_nodes(value: Any) -> bool:
    """Return whether a class can make a result: by its constructor, or by an operator of its own.

    ``maximum`` needs no more, so a wrong rule of ``+`` costs nothing here.
    """
    x, y = value(2.5), value(5.5)

    def sound(out: Any, data: float, op: str) -> bool:
        both = {id(parent) for parent in out._prev} == {id(x), id(y)}
        numbers = (x.data, y.data, out.data, out.grad)
        return both and numbers == (2.5, 5.5, data, 0.0) and out._op == op

    return any(
        holds(question)
        for question in (
            lambda: sound(value(5.5, (x, y), "max"), 5.5, "max"),
            lambda: sound(x + y, 8.0, "+"),
            lambda: sound(x * y, 13.75, "*"),
        )
    )


@contextmanager
def _fair(namespace: Namespace) -> Iterator[Any]:
    """Yield the class on which max is asked: the learner's own, or a right one if theirs makes no nodes."""
    maximum = namespace["maximum"]
    value = namespace.get("Value")
    own = value if value is not None and holds(lambda: _makes_nodes(value)) else None
    if own is not None:
        yield own
        return
    with fair_class(None, lambda _: True, methods=lambda: {"maximum": maximum}) as ours:
        yield ours


def _asked(which: str, pair: dict[str, Drawer]) -> None:
    """Register what is asked of two nodes of different data."""

    def ask(question: str, why: str, function: Callable[..., Any], **options: Any) -> None:
        function.__name__ = f"{function.__name__}_{which}"
        probe(ROUTES, question.replace("GIVEN", GIVEN), why, rounds=1, **{**pair, **options})(function)

    def data(namespace: Namespace, a: float, b: float) -> Any:
        with _fair(namespace) as value:
            return data_of(namespace["maximum"](value(a), value(b)))

    ask("`maximum(x, y).data` for GIVEN", "max is the larger of the two, whatever its sign", data)

    def parents(namespace: Namespace, a: float, b: float) -> Any:
        with _fair(namespace) as value:
            x, y = value(a), value(b)
            return nodes_or_numbers(namespace["maximum"](x, y), {"x": x, "y": y})

    question = "the nodes in `out._prev` for `out = maximum(x, y)`, GIVEN"
    ask(
        question,
        "`out` was made from both",
        parents,
        phrase=listed,
    )

    def nothing_early(namespace: Namespace, a: float, b: float) -> Any:
        with _fair(namespace) as value:
            x, y = value(a), value(b)
            out = namespace["maximum"](x, y)
            return numbers_of([x.grad, y.grad, out.grad])

    question = "`(x.grad, y.grad, out.grad)` before any `_backward()`, with `out = maximum(x, y)` made, GIVEN"
    ask(question, "no gradient has arrived yet", nothing_early)

    def shares(namespace: Namespace, a: float, b: float, u: float) -> Any:
        with _fair(namespace) as value:
            x, y = value(a), value(b)
            out = namespace["maximum"](x, y)
            out.grad = u
            out._backward()
            return numbers_of([x.grad, y.grad])

    question = f"`(x.grad, y.grad)` after `out._backward()`, for `out = maximum(x, y)`, GIVEN, {BY_HAND}"
    why = "a share is the slope that a nudge of that input alone measures, times `out.grad`"
    ask(question, why, shares, u=from_above)

    def on_top(namespace: Namespace, a: float, b: float, u: float, v: float, w: float) -> Any:
        with _fair(namespace) as value:
            x, y = value(a), value(b)
            out = namespace["maximum"](x, y)
            x.grad, y.grad, out.grad = v, w, u
            out._backward()
            return numbers_of([x.grad, y.grad, out.grad])

    question = (
        "`(x.grad, y.grad, out.grad)` after `out._backward()`, for `out = maximum(x, y)`, GIVEN, "
        "where `x.grad` was {v}, `y.grad` was {w} and `out.grad` is {u}"
    )
    why = "the share comes on top of what is there, and `out` keeps its own gradient"
    ask(question, why, on_top, u=from_above, v=number, w=number)


for _which, _pair in PAIRS.items():
    _asked(_which, _pair)


@probe(ROUTES, "`maximum(x, y)._op`", "the card names the operation", a=number, b=number)
def operation(namespace: Namespace, a: float, b: float) -> Any:
    """Return the text that the result of ``maximum`` keeps as its operation."""
    with _fair(namespace) as value:
        return text_of(namespace["maximum"](value(a), value(b))._op)


@probe(
    ROUTES,
    f"`x.grad` after `out._backward()`, for `out = maximum(x, x)`, `x = Value({{a}})`, {BY_HAND}",
    "`maximum(x, x)` is `x`, and moves as `x` does",
    a=number,
    u=from_above,
)
def of_one_node(namespace: Namespace, a: float, u: float) -> Any:
    """Return the gradient of a node that is both inputs."""
    with _fair(namespace) as value:
        x = value(a)
        out = namespace["maximum"](x, x)
        out.grad = u
        out._backward()
        return number_of(x.grad)


@probe(
    ROUTES,
    f"`x.grad + y.grad` after `out._backward()`, for `out = maximum(x, y)`, where `x` and `y` both hold {{a}}, "
    f"{BY_HAND}",
    "when both move together, `out` moves with them: how the shares are split is a convention",
    a=number,
    u=from_above,
)
def at_a_tie(namespace: Namespace, a: float, u: float) -> Any:
    """Return the sum of the gradients of two nodes with equal data."""
    with _fair(namespace) as value:
        x, y = value(a), value(a)
        out = namespace["maximum"](x, y)
        out.grad = u
        out._backward()
        return number_of(x.grad + y.grad)


@probe(
    ROUTES,
    "`(x.grad, y.grad, z.grad)` after `out._backward()` and then `m._backward()`, for `m = maximum(x, y)`, "
    f"`out = maximum(m, z)`, `x = Value({{a}})`, `y = Value({{b}})`, `z = Value(-{{b}})`, {BY_HAND}",
    "each call passes on one step: `out` to `m`, and then `m` to `x`",
    a=_from(1, HIGH),
    b=_from(1, LOW),
    u=from_above,
)
def of_three(namespace: Namespace, a: float, b: float, u: float) -> Any:
    """Return the gradients of three nodes after two nested calls."""
    with _fair(namespace) as value:
        x, y, z = value(a), value(b), value(-b)
        m = namespace["maximum"](x, y)
        out = namespace["maximum"](m, z)
        out.grad = u
        out._backward()
        m._backward()
        return numbers_of([x.grad, y.grad, z.grad])
