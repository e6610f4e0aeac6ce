# SPDX-License-Identifier: MIT
"""Questions about a second backward pass, and of ``zero_grad``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from exercises.day1_trace.graphs import (
    Build,
    diamond,
    equal_products,
    graph,
    labelled_alike,
    only_leaf,
    used_twice,
)
from exercises.day3_value.engines import LINES, fair_engine, probe, sorts, with_a_right_sort
from exercises.day3_value.graphs import DOUBLINGS, doublings, doublings_of_two, root_of
from exercises.shared.graphs import Leaf, listed, parents_of
from judge.asking.inputs import number
from judge.asking.probe import Namespace, entry_of
from judge.run.answers import number_of


def _second(key: str, what: str, why: str) -> None:
    def predicted(namespace: Namespace) -> Any:
        return entry_of(namespace, "second", key)

    predicted.__name__ = re.sub(r"\W+", "_", key)
    probe(
        "day3-twice-which",
        f"{what}, for `h = 3*a` and `(2*h).backward()`, `(k*h).backward()`, `(5*h).backward()`",
        why,
        reveal=False,
    )(predicted)


_second(
    "k",
    "the `k` with which `a.grad` ends the same, whether `h` keeps its gradient or starts afresh",
    "what `h` still holds is sent on in two of the three calls, and both together have to be 0",
)
_second("a.grad", "`a.grad` in the end", "a leaf keeps what it has, and each call adds three times what `h` passes on")
_second(
    "h.grad, kept", "`h.grad` in the end if `h` keeps its gradient", "there `h` adds up what arrives in all three calls"
)

CLEAR = "day3-twice-clear"


@contextmanager
def _with_a_sort_that_works(namespace: Namespace) -> Iterator[Callable[[Any], Any]]:
    """Give the learner's ``zero_grad``, with a right sort in place of theirs if that does not work."""

    def works() -> bool:
        return sorts(namespace["topological_order"], lambda build: graph(namespace, build))

    with with_a_right_sort(namespace["zero_grad"], works):
        yield namespace["zero_grad"]


def _clear(namespace: Namespace, root: Any) -> None:
    with _with_a_sort_that_works(namespace) as zero_grad:
        zero_grad(root)


def _clearing(build: Build, words: str) -> None:
    def cleared(namespace: Namespace, g: float) -> Any:
        nodes = graph(namespace, build, told_apart=True)
        for node in nodes.values():
            node.grad = g
        _clear(namespace, root_of(nodes))
        return {f"{name}.grad": node.grad for name, node in nodes.items()}

    cleared.__name__ = f"cleared_{build.__name__}"
    probe(
        CLEAR,
        f"the gradients after `zero_grad` of the last node of {words}, where every grad was {{g}}",
        "the last node and all that it was made from are cleared",
        rounds=1,
        g=number,
    )(cleared)


_clearing(only_leaf, "`a`, a single leaf")
_clearing(used_twice, "`b = a + a`")
_clearing(diamond, "`s = a + b`, `p = s*a`, `q = s*b`, `r = p + q`")
_clearing(equal_products, "`r = p + q`, where `p = a*b` and `q = a*b`")
_clearing(
    labelled_alike,
    "`r = p + q`, where `p = a*b` and `q = a*b`, `a` and `b` both hold 3.0, and two nodes may have one label",
)


@probe(
    CLEAR,
    "`z.grad` after `zero_grad(y)`, for `y = a + a` and `z = y + a`, where `z.grad` was {g}",
    "`y` was not made from `z`, so `z` is not in the graph of `y`",
    g=number,
)
def child_untouched(namespace: Namespace, g: float) -> Any:
    """Return the gradient of a node that is not behind the root."""

    def build(leaf: Leaf) -> dict[str, Any]:
        a = leaf(2.0)
        y = a + a
        return {"a": a, "y": y, "z": y + a}

    nodes = graph(namespace, build)
    nodes["z"].grad = g
    _clear(namespace, nodes["y"])
    return nodes["z"].grad


@probe(CLEAR, "`a.data` after `zero_grad(y)`, for `y = a + a`, `a = Value(3.0)`", "only gradients are cleared")
def data_kept(namespace: Namespace) -> Any:
    """Return the data of a leaf after clearing."""
    nodes = graph(namespace, used_twice)
    _clear(namespace, nodes["b"])
    return nodes["a"].data


@probe(
    CLEAR,
    "the nodes in `y._prev` after `zero_grad(y)`, for `y = a + a`",
    "only gradients are cleared",
    phrase=listed,
)
def parents_kept(namespace: Namespace) -> Any:
    """Return the parents of a root after clearing."""
    nodes = graph(namespace, used_twice)
    _clear(namespace, nodes["b"])
    return parents_of(nodes["b"], nodes)


@probe(
    CLEAR,
    "what else than gradients `zero_grad(y)` changes in `y = a + a` and in `a`",
    "only gradients are cleared",
    phrase=listed,
)
def all_else_kept(namespace: Namespace) -> Any:
    """Return the attributes of a node that are missing or changed."""
    nodes = graph(namespace, used_twice)

    def kept() -> dict[tuple[str, str], Any]:
        names = ("data", "_op", "label", "_backward")
        return {(key, name): number_of(getattr(node, name, None)) for key, node in nodes.items() for name in names}

    # The sort is tried first: a `+` that changes its own class would change the nodes.
    with _with_a_sort_that_works(namespace) as zero_grad:
        before = kept()
        zero_grad(nodes["b"])
        after = kept()
    return sorted({name for key, name in before if before[key, name] != after[key, name]}) or "nothing"


@probe(
    CLEAR,
    f"`x.grad` after `zero_grad(y)`, for {DOUBLINGS} times `y = y + y` above `x`",
    "each node is cleared once",
    lines=LINES,
)
def doublings_cleared(namespace: Namespace) -> Any:
    """Return the gradient of the leaf below many doublings after clearing."""
    nodes = graph(namespace, doublings)
    nodes["x"].grad = 7.0
    _clear(namespace, root_of(nodes))
    return nodes["x"].grad


@probe(
    CLEAR,
    f"`x.grad` after `zero_grad(y)`, for {DOUBLINGS} times `y = (y + one) + y` above `x`",
    "each node is cleared once, however its parents are kept",
    lines=LINES,
)
def doublings_of_two_cleared(namespace: Namespace) -> Any:
    """Return the gradient of the leaf below many doublings of two nodes each after clearing."""
    nodes = graph(namespace, doublings_of_two)
    nodes["x"].grad = 7.0
    _clear(namespace, root_of(nodes))
    return nodes["x"].grad


REPEAT = "day3-twice-repeat"


def _repeated(name: str, words: str, why: str, question: Callable[[Leaf], Any]) -> None:
    def on_a_fair_engine(namespace: Namespace) -> Any:
        with fair_engine(namespace) as value:
            return question(value)

    on_a_fair_engine.__name__ = name
    probe(REPEAT, words, why)(on_a_fair_engine)


def _calls(nodes: dict[str, Any], times: int) -> list[float]:
    gradients = []
    for _ in range(times):
        root_of(nodes).backward()
        gradients.append(number_of(nodes["x"].grad))  # An array may be added to in place.
    return gradients


def _line(leaf: Leaf) -> dict[str, Any]:
    x, two, one = leaf(3.0), leaf(2.0), leaf(1.0)
    y = x * two
    return {"x": x, "y": y, "z": y + one}


def _longer_line(leaf: Leaf) -> dict[str, Any]:
    x, two = leaf(3.0), leaf(2.0)
    u = two * x
    v = u * two
    return {"x": x, "u": u, "v": v, "y": v * two}


def _triple(leaf: Leaf) -> dict[str, Any]:
    x, three = leaf(2.0), leaf(3.0)
    return {"x": x, "y": three * x}


def _two_losses(leaf: Leaf) -> Any:
    a, three, five = leaf(2.0), leaf(3.0), leaf(5.0)
    (three * a).backward()
    (five * a).backward()
    return a.grad


def _two_heads(leaf: Leaf) -> Any:
    a, three, two, five = leaf(1.0), leaf(3.0), leaf(2.0), leaf(5.0)
    h = three * a
    (two * h).backward()
    first = number_of(a.grad)
    (five * h).backward()
    return [first, a.grad]


def _root_after_two(leaf: Leaf) -> Any:
    nodes = _triple(leaf)
    _calls(nodes, 2)
    return nodes["y"].grad


_repeated(
    "two_calls",
    "`x.grad` after the first and second `z.backward()`, for `z = x*2 + 1`",
    "`x` collects 2 from each call, and `x*2` starts afresh each time",
    lambda leaf: _calls(_line(leaf), 2),
)
_repeated(
    "line",
    "`x.grad` after the first, second and third `z.backward()`, for `z = x*2 + 1`",
    "`x` collects 2 from each call, and `x*2` starts afresh each time",
    lambda leaf: _calls(_line(leaf), 3),
)
_repeated(
    "triple",
    "`x.grad` after the first and second `y.backward()`, for `y = 3*x`",
    "`x` collects 3 from each call",
    lambda leaf: _calls(_triple(leaf), 2),
)
_repeated(
    "longer_line",
    "`x.grad` after the first and second `y.backward()`, for `y = ((2*x) * 2) * 2`",
    "`x` collects 8 from each call, and every node between `x` and `y` starts afresh",
    lambda leaf: _calls(_longer_line(leaf), 2),
)
_repeated("root", "`y.grad` after `y.backward()` twice, for `y = 3*x`", "`dy/dy` is 1 every time", _root_after_two)
_repeated("losses", "`a.grad` after `(3*a).backward()` and `(5*a).backward()`", "a leaf collects 3 and 5", _two_losses)
_repeated(
    "heads",
    "`a.grad` after `(2*h).backward()` and again after `(5*h).backward()`, for `h = 3*a`",
    "the first call adds 2 * 3, and the second 5 * 3, since `h` starts afresh",
    _two_heads,
)
