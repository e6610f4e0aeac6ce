# SPDX-License-Identifier: MIT
"""What is asked of the rule of max: the node that it makes, and where it sends the gradient."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from grading.exercises.shared.graphs import listed
from grading.exercises.shared.inputs import number, positive
from grading.exercises.shared.plain import data_of, nodes_or_numbers, number_of, numbers_of, text_of
from grading.exercises.shared.probe import Namespace, probe
from grading.exercises.shared.stand_in import fair_class, holds

ROUTES = "day2-max-routes"
# Each pair holds a larger node and a smaller one: max is asked with either of them first.
FIRST = {"larger": ("{a} + {gap}", "{a}"), "smaller": ("{a}", "{a} + {gap}")}
BY_HAND = "out.grad = {u}"


def _makes_nodes(value: Any) -> bool:
    """Tell whether a class can make a result: by its constructor, or by an operator of its own.

    ``maximum`` needs no more of it, and whoever has a rule of ``+`` wrong does not pay for it here.
    """
    x, y = value(2.5), value(5.5)

    def sound(out: Any, data: float, op: str) -> bool:
        both = {id(parent) for parent in out._prev} == {id(x), id(y)}
        return both and (out.data, out.grad, out._op) == (data, 0.0, op)

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
    """Give the class that max is asked on: the learner's own, or ours where theirs makes no nodes."""
    maximum = namespace["maximum"]
    value = namespace.get("Value")
    own = value if value is not None and holds(lambda: _makes_nodes(value)) else None
    if own is not None:
        yield own
        return
    with fair_class(None, lambda _: True, methods={"maximum": maximum}) as ours:
        yield ours


def _asked(first: str) -> None:
    """Register what is asked of a larger and a smaller node, with one of them first."""
    left, right = FIRST[first]
    given = f"x = Value({left}), y = Value({right})"

    def numbers(a: float, gap: float) -> tuple[float, float]:
        return (a + gap, a) if first == "larger" else (a, a + gap)

    def data(namespace: Namespace, a: float, gap: float) -> Any:
        with _fair(namespace) as value:
            return data_of(namespace["maximum"](*map(value, numbers(a, gap))))

    data.__name__ = f"data_{first}_first"
    why = "max is the larger of the two, whatever its sign"
    probe(ROUTES, f"`maximum(x, y).data` for {given}", why, a=number, gap=positive)(data)

    def parents(namespace: Namespace, a: float, gap: float) -> Any:
        with _fair(namespace) as value:
            x, y = map(value, numbers(a, gap))
            return nodes_or_numbers(namespace["maximum"](x, y), {"x": x, "y": y})

    parents.__name__ = f"parents_{first}_first"
    ask = f"the nodes in `out._prev` for out = maximum(x, y), {given}"
    why = "out was made from both: which of them is larger may be otherwise with other numbers"
    probe(ROUTES, ask, why, many=True, phrase=listed, a=number, gap=positive)(parents)

    def early(namespace: Namespace, a: float, gap: float) -> Any:
        with _fair(namespace) as value:
            x, y = map(value, numbers(a, gap))
            out = namespace["maximum"](x, y)
            return numbers_of([x.grad, y.grad, out.grad])

    early.__name__ = f"nothing_early_{first}_first"
    ask = f"`(x.grad, y.grad, out.grad)` before any `_backward()`, with out = maximum(x, y) made, {given}"
    probe(ROUTES, ask, "no gradient has arrived yet", many=True, a=number, gap=positive)(early)

    def shares(namespace: Namespace, a: float, gap: float, u: float) -> Any:
        with _fair(namespace) as value:
            x, y = map(value, numbers(a, gap))
            out = namespace["maximum"](x, y)
            out.grad = u
            out._backward()
            return numbers_of([x.grad, y.grad])

    shares.__name__ = f"shares_{first}_first"
    ask = f"`(x.grad, y.grad)` after `out._backward()`, for out = maximum(x, y), {given}, {BY_HAND}"
    why = "out moves with the larger one alone, by the same amount"
    probe(ROUTES, ask, why, many=True, a=number, gap=positive, u=number)(shares)

    def on_top(namespace: Namespace, a: float, gap: float, u: float, v: float, w: float) -> Any:
        with _fair(namespace) as value:
            x, y = map(value, numbers(a, gap))
            out = namespace["maximum"](x, y)
            x.grad, y.grad, out.grad = v, w, u
            out._backward()
            return numbers_of([x.grad, y.grad, out.grad])

    on_top.__name__ = f"on_top_{first}_first"
    ask = (
        f"`(x.grad, y.grad, out.grad)` after `out._backward()`, for out = maximum(x, y), {given}, "
        "where x.grad was {v}, y.grad was {w} and out.grad is {u}"
    )
    why = "the share comes on top of what is there, and out keeps its own gradient"
    probe(ROUTES, ask, why, many=True, a=number, gap=positive, u=number, v=number, w=number)(on_top)


for _first in FIRST:
    _asked(_first)


@probe(ROUTES, "`maximum(x, y)._op`", "the card names the operation", a=number, gap=positive)
def operation(namespace: Namespace, a: float, gap: float) -> Any:
    """Return the operation's name."""
    with _fair(namespace) as value:
        return text_of(namespace["maximum"](value(a), value(a + gap))._op)


@probe(
    ROUTES,
    f"`x.grad` after `out._backward()`, for out = maximum(x, x), x = Value({{a}}), {BY_HAND}",
    "maximum(x, x) is x, and moves as x does: the two shares add up to all that arrived",
    a=number,
    u=number,
)
def of_one_node(namespace: Namespace, a: float, u: float) -> Any:
    """Return what a node gets that is both inputs."""
    with _fair(namespace) as value:
        x = value(a)
        out = namespace["maximum"](x, x)
        out.grad = u
        out._backward()
        return number_of(x.grad)


@probe(
    ROUTES,
    f"`x.grad + y.grad` after `out._backward()`, for out = maximum(x, y), where x and y both hold {{a}}, {BY_HAND}",
    "when both move together, out moves with them: how the shares are split is a convention, and their sum is not",
    a=number,
    u=number,
)
def at_a_tie(namespace: Namespace, a: float, u: float) -> Any:
    """Return what two nodes of equal data get together."""
    with _fair(namespace) as value:
        x, y = value(a), value(a)
        out = namespace["maximum"](x, y)
        out.grad = u
        out._backward()
        return number_of(x.grad + y.grad)


@probe(
    ROUTES,
    "`(x.grad, y.grad, z.grad)` after `out._backward()` and then `m._backward()`, for m = maximum(x, y), "
    f"out = maximum(m, z), x = Value({{a}} + 2), y = Value({{a}} + 1), z = Value({{a}}), {BY_HAND}",
    "each call passes on one step: out to m, and then m to x",
    many=True,
    a=number,
    u=number,
)
def of_three(namespace: Namespace, a: float, u: float) -> Any:
    """Return what three nodes get by two calls."""
    with _fair(namespace) as value:
        x, y, z = value(a + 2), value(a + 1), value(a)
        m = namespace["maximum"](x, y)
        out = namespace["maximum"](m, z)
        out.grad = u
        out._backward()
        m._backward()
        return numbers_of([x.grad, y.grad, z.grad])
