# SPDX-License-Identifier: MIT
"""Questions about the two local rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from exercises.day1_value.printed import class_name_in, in_words, shows
from exercises.day2_value.rules import filled_leaves
from exercises.shared.graphs import listed, reached
from exercises.shared.plain import (
    nodes_or_numbers,
    number_of,
    numbers_of,
    text_of,
    unless_shared,
)
from judge.asking.inputs import from_above, integer, number
from judge.asking.probe import Namespace
from judge.asking.probe import probe as any_probe
from judge.run.messages import Argument, sentence
from judge.run.words import template

ADD, MULTIPLY, ACCUMULATE = "day2-value-add", "day2-value-multiply", "day2-value-accumulate"
BY_HAND = "`out.grad = {u}`"


def probe(check: str, *texts: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question; what a leaf holds is asked in one check alone."""
    register = any_probe(check, *texts, **options)

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_filled_leaves(namespace: Namespace, **inputs: Any) -> Any:
            with filled_leaves(namespace.get("Value")):
                return function(namespace, **inputs)

        return register(function if check == ADD else with_filled_leaves)

    return registered


def share_of(x: Any, operate: Callable[[Any], Any], upstream: float) -> Any:
    """Return the gradient of a fresh node after the result of an operation on it passes on ``upstream``."""
    out = operate(x)
    out.grad = upstream
    out._backward()
    return number_of(x.grad)


def _rule(check: str, sign: str, operate: Callable[[Any, Any], Any], left: str, right: str) -> None:
    """Register what is asked of ``+`` and ``*`` alike: values, and the gradients of both parents."""

    @probe(
        check,
        f"`(x {sign} y).data` for `x = Value({{a}})`, `y = Value({{b}})`",
        "the forward pass is as on Day 1",
        a=number,
        b=number,
    )
    def data(namespace: Namespace, a: float, b: float) -> Any:
        return number_of(operate(namespace["Value"](a), namespace["Value"](b)).data)

    @probe(
        check,
        f"the numbers in `out._prev`, sorted, for `out = x {sign} y`, `x = Value({{a}})`, `y = Value({{b}})`",
        "a node remembers its parents, as on Day 1",
        a=number,
        b=number,
    )
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        out = operate(namespace["Value"](a), namespace["Value"](b))
        return sorted(numbers_of(parent.data for parent in out._prev))

    @probe(
        check,
        f"the nodes in `out._prev` for `out = x {sign} y`, `x = Value({{a}})`, `y = Value({{a}})`",
        "`x` and `y` are two nodes, whatever numbers they hold",
        phrase=listed,
        a=number,
    )
    def parents_of_equal_data(namespace: Namespace, a: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](a)
        return nodes_or_numbers(operate(x, y), {"x": x, "y": y})

    @probe(check, f"`(x {sign} y)._op`", "a node remembers its operation, as on Day 1", a=number, b=number)
    def operation(namespace: Namespace, a: float, b: float) -> Any:
        return text_of(operate(namespace["Value"](a), namespace["Value"](b))._op)

    @probe(
        check,
        f"`(x.grad, y.grad, out.grad)` before any `_backward()`, with `out = x {sign} y` made",
        "no gradient has arrived yet",
        a=number,
        b=number,
    )
    def nothing_early(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        out = operate(x, y)
        return numbers_of([x.grad, y.grad, out.grad])

    def both(namespace: Namespace, a: float, b: float, u: float) -> tuple[Any, Any]:
        x, y = namespace["Value"](a), namespace["Value"](b)
        out = operate(x, y)
        out.grad = u
        out._backward()
        return number_of(x.grad), number_of(y.grad)

    question = f"after `out._backward()`, for `out = x {sign} y`, `x = Value({{a}})`, `y = Value({{b}})`, {BY_HAND}"

    @probe(check, f"`x.grad` {question}", left, a=number, b=number, u=from_above)
    def of_left(namespace: Namespace, a: float, b: float, u: float) -> Any:
        return both(namespace, a, b, u)[0]

    @probe(check, f"`y.grad` {question}", right, a=number, b=number, u=from_above)
    def of_right(namespace: Namespace, a: float, b: float, u: float) -> Any:
        return both(namespace, a, b, u)[1]

    @probe(
        check,
        f"`(x.grad, y.grad)` after `out._backward()`, for `out = x {sign} y`, where `x` and `y` both hold "
        f"{{a}}, {BY_HAND}",
        "`x` and `y` are two nodes, and each gets its own share",
        a=number,
        u=from_above,
    )
    def of_equal_data(namespace: Namespace, a: float, u: float) -> Any:
        return list(both(namespace, a, a, u))

    @probe(
        check,
        f"`(x.grad, y.grad, out.grad)` after `out._backward()`, for `s = x {sign} y`, `out = s {sign} z`, "
        f"`x = Value({{a}})`, `y = Value({{b}})`, `z = Value({{c}})`, {BY_HAND}",
        "a call passes on one step, to the parents `s` and `z`; `x` and `y` get theirs when `s` is called, and "
        "`out` keeps its own",
        a=number,
        b=number,
        c=number,
        u=from_above,
    )
    def one_step(namespace: Namespace, a: float, b: float, c: float, u: float) -> Any:
        x, y, z = (namespace["Value"](data) for data in (a, b, c))
        out = operate(operate(x, y), z)
        out.grad = u
        out._backward()
        return numbers_of([x.grad, y.grad, out.grad])

    for side, make in (("right", lambda x, c: operate(x, c)), ("left", lambda x, c: operate(c, x))):
        shown = f"x {sign} {{c}}" if side == "right" else f"{{c}} {sign} x"

        def with_constant(namespace: Namespace, a: float, c: float, u: float, make: Any = make) -> Any:
            return share_of(namespace["Value"](a), lambda x: make(x, c), u)

        def data_with_constant(namespace: Namespace, a: float, c: float, make: Any = make) -> Any:
            return number_of(make(namespace["Value"](a), c).data)

        def graph_with_constant(namespace: Namespace, a: float, c: float, make: Any = make) -> Any:
            value = namespace["Value"]
            x = value(a)
            # The graph of two nodes is asked about above. Here both sides are compared with that.
            of_nodes = [reached(operate(*pair), {"x": x}) for pair in ((x, value(c)), (value(c), x))]
            return unless_shared(reached(make(x, c), {"x": x}), ["x"], *of_nodes)

        data_with_constant.__name__ = f"data_with_constant_{side}"
        ask = f"`({shown}).data` for `x = Value({{a}})`"
        probe(check, ask, "a constant takes part, as on Day 1", a=number, c=number)(data_with_constant)

        def data_with_whole_constant(namespace: Namespace, a: float, c: int, make: Any = make) -> Any:
            return number_of(make(namespace["Value"](a), c).data)

        data_with_whole_constant.__name__ = f"data_with_whole_constant_{side}"
        probe(check, ask, "a whole number is a constant, too", a=number, c=integer)(data_with_whole_constant)

        def operation_with_constant(namespace: Namespace, a: float, c: float, make: Any = make) -> Any:
            value = namespace["Value"]
            x = value(a)
            of_nodes = [text_of(operate(*pair)._op) for pair in ((x, value(c)), (value(c), x))]
            return unless_shared(text_of(make(x, c)._op), sign, *of_nodes)

        operation_with_constant.__name__ = f"operation_with_constant_{side}"
        why = "the operation is the same, on whichever side the number stands"
        probe(check, f"`({shown})._op`", why, rounds=1, a=number, c=number)(operation_with_constant)

        graph_with_constant.__name__ = f"graph_with_constant_{side}"
        ask = f"the nodes that can be reached from `{shown}`, apart from the result and the number"
        why = "`x` is what it was made from, as on Day 1"
        probe(check, ask, why, phrase=listed, a=number, c=number)(graph_with_constant)

        def against_a_node(namespace: Namespace, a: float, c: float, u: float) -> Any:
            value = namespace["Value"]
            share = share_of(value(a), lambda x: operate(c, x), u)
            # `c + x` may call `x + c` or `Value(c) + x`: both are right, and a mistake in one of the two
            # shares is that mistake on whichever side x is.
            orders = (lambda x: operate(x, value(c)), lambda x: operate(value(c), x))
            return "the same" if share in [share_of(value(a), order, u) for order in orders] else share

        question_on_constant = against_a_node if side == "left" else with_constant
        compared = ", against that for a Value in the place of {c}" if side == "left" else ""
        question_on_constant.__name__ = f"constant_{side}"
        why = "a constant takes part as a node, and `x` gets the same share as before"
        probe(
            check,
            f"`x.grad` after `out._backward()`, for `out = {shown}`, `x = Value({{a}})`, {BY_HAND}{compared}",
            why,
            a=number,
            c=number,
            u=from_above,
        )(question_on_constant)


_rule(ADD, "+", lambda x, y: x + y, "+ copies the gradient: {u} times 1", "+ copies the gradient: {u} times 1")
_rule(
    MULTIPLY,
    "*",
    lambda x, y: x * y,
    "`x` gets `y`'s data times the gradient: {b} * {u}",
    "`y` gets `x`'s data times the gradient: {a} * {u}",
)


@probe(
    ADD,
    f"`x.grad` after `x._backward()`, for `out = x + y`, `x = Value({{a}})`, `y = Value({{b}})`, {BY_HAND}",
    "`x` is a leaf: it has no parents to pass anything on to, and `out` was not called",
    a=number,
    b=number,
    u=from_above,
)
def leaf_does_nothing(namespace: Namespace, a: float, b: float, u: float) -> Any:
    """Call a leaf's ``_backward`` and return the leaf's gradient."""
    x, y = namespace["Value"](a), namespace["Value"](b)
    out = x + y
    out.grad = u
    x._backward()
    return number_of(x.grad)


@probe(ADD, "`Value({a})._op`", "no operation made a leaf, so `_op` is '', as on Day 1", a=number)
def leaf_has_no_operation(namespace: Namespace, a: float) -> Any:
    """Return a fresh node's operation name."""
    return text_of(namespace["Value"](a)._op)


def _shown(answer: Any) -> Argument:
    """Return what a text shows."""
    if not isinstance(answer, dict):
        return sentence("{words:answer}", words=str(answer))
    return in_words([name for name, there in answer.items() if there is True])


@probe(
    ADD,
    "`repr(x)` for `x = Value({a})` with `x.grad = {u}`",
    "a printed node shows what it is and what it holds, as on Day 1",
    phrase=_shown,
    a=number,
    u=from_above,
)
def shows_itself(namespace: Namespace, a: float, u: float) -> Any:
    """Return what the text of a node contains. The wording is free, and the gradient may be left out."""
    x = namespace["Value"](a)
    x.grad = u
    text = repr(x)
    return {
        template("the class's name"): class_name_in(text, x),
        template("the data"): shows(text, a),
        template("a gradient that is not the node's"): any(_is_another(shown, u) for shown in GRADIENT.findall(text)),
    }


# A text that says `grad=` or `grad: ` and a number; `grad_fn=...` and `requires_grad=True` say something else.
GRADIENT = re.compile(r"(?<![A-Za-z_])grad(?:ient)?\s*[=:]\s*([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)")


def _is_another(shown: str, gradient: float) -> bool:
    """Return whether a number in a text differs from the gradient, however it was rounded."""
    mantissa, _, exponent = shown.lower().partition("e")
    digits = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return abs(float(shown) - gradient) > 0.501 * 10.0**-digits


def _used_twice(operate: Callable[[Any], Any], words: str, why: str, name: str) -> None:
    def collected(namespace: Namespace, a: float, u: float) -> Any:
        x = namespace["Value"](a)
        out = operate(x)
        out.grad = u
        out._backward()
        return number_of(x.grad)

    collected.__name__ = name
    probe(
        ACCUMULATE,
        f"`x.grad` after `out._backward()`, for `out = {words}`, `x = Value({{a}})`, {BY_HAND}",
        why,
        graph=lambda leaf, a, u: {"x": (x := leaf(a)), "out": operate(x)},
        of=("x",),
        a=number,
        u=from_above,
    )(collected)


_used_twice(lambda x: x + x, "x + x", "`x` reaches `out` along two edges, {u} along each", "sum_of_one")
_used_twice(lambda x: x * x, "x * x", "`x` reaches `out` along two edges, {a} * {u} along each", "product_of_one")


def _on_top(operate: Callable[[Any, Any], Any], sign: str, name: str) -> None:
    def collected(namespace: Namespace, a: float, b: float, u: float, v: float, w: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        x.grad, y.grad = v, w
        out = operate(x, y)
        out.grad = u
        out._backward()
        return numbers_of([x.grad, y.grad])

    collected.__name__ = name
    ask = (
        f"`(x.grad, y.grad)` after `out._backward()`, for `out = x {sign} y`, `x = Value({{a}})`, `y = Value({{b}})`, "
        "where `x.grad` was {v} and `y.grad` was {w} before, and `out.grad = {u}`"
    )
    why = "the share of each parent is made of `out.grad`, and comes on top of what the parent holds"
    probe(ACCUMULATE, ask, why, a=number, b=number, u=from_above, v=number, w=number)(collected)


_on_top(lambda x, y: x + y, "+", "sum_on_top")
_on_top(lambda x, y: x * y, "*", "product_on_top")


def _two_children(
    first: Callable[[Any, Any], Any], second: Callable[[Any, Any], Any], words: str, why: str, name: str
) -> None:
    def collected(namespace: Namespace, a: float, b: float, u: float, v: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        p, q = first(x, y), second(x, y)
        p.grad, q.grad = u, v
        p._backward()
        q._backward()
        return numbers_of([x.grad, y.grad])

    collected.__name__ = name
    ask = (
        f"`(x.grad, y.grad)` after `p._backward()` and `q._backward()`, for {words}, "
        "`x = Value({a})`, `y = Value({b})`, with `p.grad = {u}`, `q.grad = {v}`"
    )

    def graph(leaf: Callable[[float], Any], a: float, b: float, **_: float) -> dict[str, Any]:
        x, y = leaf(a), leaf(b)
        return {"x": x, "y": y, "p": first(x, y), "q": second(x, y)}

    probe(ACCUMULATE, ask, why, graph=graph, of=("x", "y"), a=number, b=number, u=from_above, v=number)(collected)


_two_children(
    lambda x, y: x + y,
    lambda x, y: y + x,
    "`p = x + y`, `q = y + x`",
    "each node collects what both of its children send: {u} and {v}",
    "two_sums",
)
_two_children(
    lambda x, y: x * y,
    lambda x, y: y * x,
    "`p = x * y`, `q = y * x`",
    "each node collects what both of its children send",
    "two_products",
)
_two_children(
    lambda x, y: x + y,
    lambda x, y: x * y,
    "`p = x + y`, `q = x * y`",
    "each node collects what both of its children send",
    "sum_and_product",
)
_two_children(
    lambda x, y: x * y,
    lambda x, y: x + y,
    "`p = x * y`, `q = x + y`",
    "each node collects what both of its children send",
    "product_and_sum",
)
