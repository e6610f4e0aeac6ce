# SPDX-License-Identifier: MIT
"""Questions about numbers that changed between the forward pass and ``backward()``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from exercises.day3_value.engines import finds_gradients, probe, sorts, sorts_bare_nodes, with_a_right_sort
from exercises.shared.paper import chosen
from judge.asking.inputs import number
from judge.asking.probe import Namespace, entry_of
from judge.run.answers import number_of

FIND, REFUSE = "day3-changed-find", "day3-changed-refuse"


def _found(key: str, what: str, why: str) -> None:
    def answer(namespace: Namespace) -> Any:
        given = entry_of(namespace, "changed", key)
        return given.strip() if isinstance(given, str) else given

    answer.__name__ = f"found_{key}"
    probe(FIND, f'{what}: `changed["{key}"]`', why, reveal=False)(answer)


chosen(
    FIND,
    "changed",
    "node",
    "each gradient is a product of two of the numbers, and only one gradient is off",
    ("a", "b", "c", "p"),
    ask='the node whose data changed: `changed["node"]`',
)
_found("to", "the new number of that node", "the gradient that is off is the new number times one that is as it was")
_found(
    "kept",
    "what `b.grad` is in an engine that keeps its numbers",
    "a number that was kept is that of the forward pass, whatever happened later",
)

REFUSED = "a RuntimeError"
# Errors of these types are raised on purpose. Any other is an accident, and its line is shown.
ON_PURPOSE = (ValueError, AssertionError, RuntimeError)


class _RefusedEarly(Exception):
    """Raised if something fails before the `backward()` in question; the text says what, and where."""


# Makes a graph of a class and two leaves, changes something, and returns the root to call `backward()` on.
Change = Callable[[type, Any, Any], Any]


def _asked(name: str, words: str, why: str, change: Change) -> None:
    """Ask what `backward()` does after a change: whether it is refused, and the gradients of both leaves."""

    def question(namespace: Namespace, a: float, b: float) -> Any:
        value = namespace["Careful"]
        with with_a_right_sort(value.backward, lambda: _sorts(value, namespace)):
            x, y = value(a), value(b)
            try:
                root = change(value, x, y)
            except _RefusedEarly as error:
                return [str(error)]
            try:
                root.backward()
            except ON_PURPOSE as error:
                if isinstance(error, (NotImplementedError, RecursionError)):
                    raise
                kind = type(error).__name__
                outcome = REFUSED if isinstance(error, RuntimeError) else f"a {kind} and no RuntimeError"
                return [outcome, x.grad, y.grad]
            return ["no error", x.grad, y.grad]

    question.__name__ = name
    probe(
        REFUSE,
        f"what `backward()` does, and `a.grad` and `b.grad` afterwards, {words}; `a` starts at {{a}} and `b` at {{b}}",
        why,
        rounds=2,
        a=number,
        b=number,
    )(question)


@probe(
    REFUSE,
    "which gradients a refused `y.backward()` changes, for `p = a*b` and `y = p*a`, with every grad set to 3 and "
    "`b.data` set to 10 before it",
    "it is refused before any gradient is touched, those of interior nodes included",
    a=number,
    b=number,
)
def gradients_kept(namespace: Namespace, a: float, b: float) -> Any:
    """Name the nodes whose gradient is another after a refusal; another question asks whether it is refused."""
    value = namespace["Careful"]
    with with_a_right_sort(value.backward, lambda: _sorts(value, namespace)):
        x, y = value(a), value(b)
        nodes = {"a": x, "b": y, "p": (p := x * y), "y": (root := p * x)}
        for node in nodes.values():
            node.grad = 3.0
        with suppress(*ON_PURPOSE):
            y.data = 10.0
            root.backward()
            return "none"
    return ", ".join(name for name, node in nodes.items() if number_of(node.grad) != 3.0) or "none"


def _sorts(value: Any, namespace: Namespace) -> bool:
    """Tell whether the learner's sort works, and `backward()` gets along with what it returns.

    One that is right by itself stays: what it makes of nodes that say they are equal is a fault of their class.
    """
    sort = namespace["topological_order"]
    return sorts_bare_nodes(sort) or (sorts(sort, lambda build: build(value), in_order=True) and finds_gradients(value))


def _set(node: Any, data: float) -> None:
    with _told("a {0} at the change itself, before `backward()`"):
        node.data = data


def _go_back(root: Any) -> None:
    with _told("a {0} at an earlier `backward()`, when nothing had changed since its graph was made"):
        root.backward()


@contextmanager
def _told(answer: str) -> Iterator[None]:
    try:
        yield
    except ON_PURPOSE as error:
        if isinstance(error, (NotImplementedError, RecursionError)):
            raise
        raise _RefusedEarly(answer.format(type(error).__name__)) from None


def _leaf_right(value: type, a: Any, b: Any) -> Any:
    y = a * b
    _set(b, 10.0)
    return y


def _leaf_left(value: type, a: Any, b: Any) -> Any:
    y = a * b
    _set(a, 10.0)
    return y


def _interior(value: type, a: Any, b: Any) -> Any:
    p = a * b
    y = p * a
    _set(p, 10.0)
    return y


def _far_down(value: type, a: Any, b: Any) -> Any:
    y = (a * b + a) * b + value(1.0)
    _set(a, 10.0)
    return y


def _in_use_twice(value: type, a: Any, b: Any) -> Any:
    y = a * a + b
    _set(a, 10.0)
    return y


def _after_a_first_pass(value: type, a: Any, b: Any) -> Any:
    y = a * b
    _go_back(y)
    _set(b, 10.0)
    return y


def _equal_products(value: type, a: Any, b: Any) -> Any:
    return a * b + a * b


def _equal_then_changed(value: type, a: Any, b: Any) -> Any:
    p, q = a * b, a * b
    y = (p + a) + (q + a)
    _set(q, 10.0)
    return y


def _unchanged(value: type, a: Any, b: Any) -> Any:
    return (a * b + a) * b


def _twice(value: type, a: Any, b: Any) -> Any:
    y = a * a + (b + b)
    _go_back(y)
    return y


def _grad_set(value: type, a: Any, b: Any) -> Any:
    y = a * b
    a.grad = b.grad = 0.0
    return y


def _changed_before(value: type, a: Any, b: Any) -> Any:
    _set(a, 4.0)
    _set(a, 2.0)
    _set(b, -3.0)
    return (a * b + a) * b


def _next_step(value: type, a: Any, b: Any) -> Any:
    for _ in range(3):
        y = a * b
        _go_back(y)
        _set(a, a.data - 1.0)
        _set(b, b.data - 1.0)
        a.grad = b.grad = 0.0
    return a * b


def _another_graph(value: type, a: Any, b: Any) -> Any:
    old = a * b
    _set(b, 10.0)
    new = a * b
    return new if old is not new else old


_asked("unchanged", "for `y = (a*b + a) * b` where nothing changed", "the graph is up to date", _unchanged)
_asked(
    "equal_products",
    "for `y = p + q`, with `p = a*b` and `q = a*b`, where nothing changed",
    "`p` and `q` hold the same number, and they are two nodes: each passes its share on",
    _equal_products,
)
_asked(
    "equal_then_changed",
    "for `y = (p + a) + (q + a)`, with `p = a*b` and `q = a*b`, and `q.data` set to 10 before it",
    "`q` changed, although `p`, which held the same number, did not",
    _equal_then_changed,
)
_asked(
    "leaf_right",
    "for `y = a*b`, with `b.data` set to 10 before it",
    "`b` changed after `y` was made from it; it is refused before anything is passed on",
    _leaf_right,
)
_asked(
    "leaf_left",
    "for `y = a*b`, with `a.data` set to 10 before it",
    "`a` changed after `y` was made from it; it is refused before anything is passed on",
    _leaf_left,
)
_asked(
    "interior",
    "for `p = a*b` and `y = p*a`, with `p.data` set to 10 before it",
    "`p` is no leaf, and `y` was made from it: its data may not change either",
    _interior,
)
_asked(
    "far_down",
    "for `y = (a*b + a) * b + 1`, with `a.data` set to 10 before it",
    "`a` changed, several steps away from `y`; no gradient has moved when it is refused",
    _far_down,
)
_asked(
    "used_twice",
    "for `y = a*a + b`, with `a.data` set to 10 before it",
    "`a` changed after `a*a` was made",
    _in_use_twice,
)
_asked(
    "after_a_first_pass",
    "for `y = a*b`, with `y.backward()` called, `b.data` set to 10, and called again",
    "the first call was right, and the second one would go back through changed data",
    _after_a_first_pass,
)
_asked("twice", "for `y = a*a + (b + b)`, called a second time", "nothing changed between the two calls", _twice)
_asked("grad_set", "for `y = a*b`, with both gradients set to 0 before it", "a gradient is no data", _grad_set)
_asked(
    "changed_before",
    "for `y = (a*b + a) * b`, where `a` got a new number twice, and `b` once, before `y` was made",
    "the graph was made after the change, so it is up to date",
    _changed_before,
)
_asked(
    "next_step",
    "for `y = a*b`, made anew after three steps that moved `a` and `b`",
    "each step makes a new graph from the new numbers, as training does",
    _next_step,
)
_asked(
    "another_graph",
    "for a second `y = a*b`, made after `b.data` was set to 10; the first is out of date",
    "the second graph was made after the change",
    _another_graph,
)
