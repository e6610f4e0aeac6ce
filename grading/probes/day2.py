# SPDX-License-Identifier: MIT
"""Day 2: what is asked of difference quotients, of the two local rules, and of gradients found on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grading import reference
from grading.inputs import number
from grading.probes import probe, written

Namespace = Mapping[str, Any]


# Exercise 2.1: the nudge


def cubic(inputs: Any) -> float:
    """Return x0**3 * x1 + x2: a forward, a backward and a central quotient of it all differ."""
    return inputs[0] ** 3 * inputs[1] + inputs[2]


CUBIC = "f(x0, x1, x2) = x0**3 * x1 + x2"
CENTRAL, KEPT = "day2-nudge-central", "day2-nudge-inputs"
MIDDLE = "the step goes up and down by h, and the distance between the two is 2h"


@probe(CENTRAL, "`numerical_derivative(f, [{a}, {b}, {c}], 0, 0.5)` for " + CUBIC, MIDDLE, a=number, b=number, c=number)
def of_first(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the first input, with a step so large that its kind shows."""
    return namespace["numerical_derivative"](cubic, [a, b, c], 0, 0.5)


@probe(
    CENTRAL, "`numerical_derivative(f, [{a}, {b}, {c}], 0, 0.001)` for " + CUBIC, MIDDLE, a=number, b=number, c=number
)
def with_small_step(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient with a small step, to six digits: there rounding depends on the way it is written."""
    return round(namespace["numerical_derivative"](cubic, [a, b, c], 0, 0.001), 6)


@probe(
    KEPT,
    "`numerical_derivative(f, [{a}, {b}, {c}], 1, 0.5)` for " + CUBIC,
    "x1 alone is nudged, and its slope is x0**3",
    a=number,
    b=number,
    c=number,
)
def of_second(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the second input."""
    return namespace["numerical_derivative"](cubic, [a, b, c], 1, 0.5)


@probe(
    KEPT,
    "`numerical_derivative(f, [{a}, {b}, {c}], 2, 0.5)` for " + CUBIC,
    "x2 alone is nudged, and it is added as it is",
    a=number,
    b=number,
    c=number,
)
def of_third(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the third input."""
    return namespace["numerical_derivative"](cubic, [a, b, c], 2, 0.5)


@probe(
    KEPT,
    "the list that was handed over, [{a}, {b}, {c}], after the call",
    "the caller's list is left as it was",
    a=number,
    b=number,
    c=number,
)
def list_kept(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the caller's list after the call."""
    inputs = [a, b, c]
    namespace["numerical_derivative"](cubic, inputs, 1, 0.25)
    return inputs


# Exercise 2.2: the class

ADD, MULTIPLY, ACCUMULATE = "day2-value-add", "day2-value-multiply", "day2-value-accumulate"
BY_HAND = "the gradient {u} put on the result by hand"


def _rule(check: str, sign: str, operate: Callable[[Any, Any], Any], left: str, right: str) -> None:
    """Register what is asked of ``+`` and ``*`` alike: values, and the gradients of both parents."""

    @probe(
        check,
        f"`(x {sign} y).data` for x = Value({{a}}), y = Value({{b}})",
        "the forward pass is as on Day 1",
        a=number,
        b=number,
    )
    def data(namespace: Namespace, a: float, b: float) -> Any:
        return operate(namespace["Value"](a), namespace["Value"](b)).data

    @probe(
        check,
        f"`x.grad` before any `_backward()`, with out = x {sign} y made",
        "no gradient has arrived yet",
        a=number,
        b=number,
    )
    def nothing_early(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        operate(x, y)
        return x.grad

    def both(namespace: Namespace, a: float, b: float, u: float) -> tuple[Any, Any]:
        x, y = namespace["Value"](a), namespace["Value"](b)
        out = operate(x, y)
        out.grad = u
        out._backward()
        return x.grad, y.grad

    question = f"after `out._backward()`, for out = x {sign} y, x = Value({{a}}), y = Value({{b}}), {BY_HAND}"

    @probe(check, f"`x.grad` {question}", left, a=number, b=number, u=number)
    def of_left(namespace: Namespace, a: float, b: float, u: float) -> Any:
        return both(namespace, a, b, u)[0]

    @probe(check, f"`y.grad` {question}", right, a=number, b=number, u=number)
    def of_right(namespace: Namespace, a: float, b: float, u: float) -> Any:
        return both(namespace, a, b, u)[1]

    for side, make in (("right", lambda x, c: operate(x, c)), ("left", lambda x, c: operate(c, x))):
        shown = f"x {sign} {{c}}" if side == "right" else f"{{c}} {sign} x"

        def with_constant(namespace: Namespace, a: float, c: float, u: float, make: Any = make) -> Any:
            x = namespace["Value"](a)
            out = make(x, c)
            out.grad = u
            out._backward()
            return x.grad

        with_constant.__name__ = f"constant_{side}"
        why = "a constant takes part as a node, and x gets the same share as before"
        probe(
            check,
            f"`x.grad` after `out._backward()`, for out = {shown}, x = Value({{a}}), {BY_HAND}",
            why,
            a=number,
            c=number,
            u=number,
        )(with_constant)


_rule(ADD, "+", lambda x, y: x + y, "+ copies the gradient: {u} times 1", "+ copies the gradient: {u} times 1")
_rule(
    MULTIPLY,
    "*",
    lambda x, y: x * y,
    "x gets y's data times the gradient: {b} * {u}",
    "y gets x's data times the gradient: {a} * {u}",
)


@probe(
    ADD,
    "`_backward()` of the leaf Value({a}), and its gradient after that",
    "a leaf has no parents to pass anything on to",
    a=number,
)
def leaf_does_nothing(namespace: Namespace, a: float) -> Any:
    """Call a leaf's ``_backward`` and return the leaf's gradient."""
    x = namespace["Value"](a)
    x._backward()
    return x.grad


def _used_twice(operate: Callable[[Any], Any], words: str, why: str, name: str) -> None:
    def collected(namespace: Namespace, a: float, u: float) -> Any:
        x = namespace["Value"](a)
        out = operate(x)
        out.grad = u
        out._backward()
        return x.grad

    collected.__name__ = name
    probe(
        ACCUMULATE,
        f"`x.grad` after `out._backward()`, for out = {words}, x = Value({{a}}), {BY_HAND}",
        why,
        a=number,
        u=number,
    )(collected)


_used_twice(lambda x: x + x, "x + x", "x reaches out along two edges, {u} along each", "sum_of_one")
_used_twice(lambda x: x * x, "x * x", "x reaches out along two edges, {a} * {u} along each", "product_of_one")


def _two_children(
    first: Callable[[Any, Any], Any], second: Callable[[Any, Any], Any], words: str, why: str, name: str
) -> None:
    def collected(namespace: Namespace, a: float, b: float, u: float, v: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        p, q = first(x, y), second(x, y)
        p.grad, q.grad = u, v
        p._backward()
        q._backward()
        return [x.grad, y.grad]

    collected.__name__ = name
    ask = (
        f"`(x.grad, y.grad)` after `p._backward()` and `q._backward()`, for {words}, "
        "x = Value({a}), y = Value({b}), with p.grad = {u}, q.grad = {v}"
    )
    probe(ACCUMULATE, ask, why, a=number, b=number, u=number, v=number)(collected)


_two_children(
    lambda x, y: x + y,
    lambda x, y: y + x,
    "p = x + y, q = y + x",
    "each node collects what both of its children send: {u} and {v}",
    "two_sums",
)
_two_children(
    lambda x, y: x * y,
    lambda x, y: y * x,
    "p = x * y, q = y * x",
    "each node collects what both of its children send",
    "two_products",
)
_two_children(
    lambda x, y: x + y,
    lambda x, y: x * y,
    "p = x + y, q = x * y",
    "each node collects what both of its children send",
    "sum_and_product",
)
_two_children(
    lambda x, y: x * y,
    lambda x, y: x + y,
    "p = x * y, q = x + y",
    "each node collects what both of its children send",
    "product_and_sum",
)


# Exercise 2.3: the order


def engine(namespace: Namespace) -> Any:
    """Return the learner's class where its two rules are right, else the reference's: nobody pays twice."""
    try:
        value = namespace["Value"]
        x, y = value(2.0), value(5.0)
        total, product = x + y, x * y
        total.grad, product.grad = 3.0, 7.0
        total._backward()
        product._backward()
        if (x.grad, y.grad) == (38.0, 17.0) and (x + 1).data == 3.0:
            return value
    except Exception:  # Whatever the class does, its own checks say it.
        pass
    return reference.load(2)["Value"]


def _ordered(namespace: Namespace, a: float, b: float, c: float) -> dict[str, Any]:
    value = engine(namespace)
    nodes = {"a": value(a), "b": value(b), "c": value(c)}
    nodes["d"] = nodes["a"] * nodes["b"]
    nodes["L"] = nodes["d"] + nodes["c"]
    namespace["run_backward"](*nodes.values())
    return {name: node.grad for name, node in nodes.items()}


GRAPH = "after `run_backward(a, b, c, d, L)`, for d = a*b, L = d + c, a = {a}, b = {b}, c = {c}"


def _order_question(check: str, name: str, why: str) -> None:
    def gradient(namespace: Namespace, a: float, b: float, c: float) -> Any:
        return _ordered(namespace, a, b, c)[name]

    gradient.__name__ = f"gradient_of_{name}"
    probe(check, f"`{name}.grad` {GRAPH}", why, a=number, b=number, c=number)(gradient)


_order_question("day2-order-seed", "L", "L moves as fast as L does")
_order_question("day2-order-seed", "d", "L = d + c copies the 1 to d")
_order_question("day2-order-seed", "c", "L = d + c copies the 1 to c")
_order_question("day2-order-leaves", "a", "d = a*b gives a the data of b, times the 1 that has arrived at d")
_order_question("day2-order-leaves", "b", "d = a*b gives b the data of a, times the 1 that has arrived at d")


# Exercises 2.4 to 2.6: on paper


def _paper(check: str, dictionary: str, key: str, ask: str, because: str) -> None:
    def answered(namespace: Namespace) -> Any:
        return written(written(namespace[dictionary])[key])

    answered.__name__ = "".join(letter if letter.isalnum() else "_" for letter in f"{dictionary}_{key}")
    probe(check, ask, because, reveal=False)(answered)


_paper(
    "day2-accumulate-sum",
    "accumulated",
    "a + a",
    "the gradient of a in a + a, at a = 3",
    "a reaches the result along two edges, and the shares of both are added",
)
_paper(
    "day2-accumulate-product",
    "accumulated",
    "a * a",
    "the gradient of a in a * a, at a = 3",
    "each of the two edges carries the data of the other operand, and the shares are added",
)
_paper(
    "day2-accumulate-twice",
    "accumulated",
    "b = a + a; b + b",
    "the gradient of a in b + b, where b = a + a, at a = 3",
    "first collect everything at b, then send that along both edges to a",
)

AT = "L = (a*b + c)*(a + b) at a = 2, b = -3, c = 10"
_paper("day2-complex-value", "on_paper", "L", f"the value of {AT}", "both brackets first, then their product")
_paper(
    "day2-complex-shared",
    "on_paper",
    "a",
    f"the gradient of a in {AT}",
    "a reaches L along two paths, one through each bracket, and the shares are added",
)
_paper(
    "day2-complex-shared",
    "on_paper",
    "b",
    f"the gradient of b in {AT}",
    "b reaches L along two paths, one through each bracket, and the shares are added",
)
_paper(
    "day2-complex-single",
    "on_paper",
    "c",
    f"the gradient of c in {AT}",
    "c reaches L along one path: a sum, then a product with the other bracket",
)

NET = "z1 = w1*x, z2 = z1 + b, z3 = relu(z2), z4 = w2*z3, L = z4**2 at x = 2, w1 = 3, w2 = -1, b = 0.5"
_paper(
    "day2-chain-forward",
    "chain",
    "L",
    f"the value of L for {NET}",
    "go forward one step at a time, and keep every number on the way",
)
_paper(
    "day2-chain-w2",
    "chain",
    "dL/dw2",
    f"dL/dw2 for {NET}",
    "the slope of the square at z4, times what w2 is multiplied with",
)
_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"dL/dw1 for {NET}",
    "one factor for each step back: square, times w2, ReLU, plus b, times x",
)
_paper(
    "day2-chain-b",
    "chain",
    "dL/db",
    f"dL/db for {NET}",
    "one factor for each step back: square, times w2, ReLU, and the sum, which copies",
)
