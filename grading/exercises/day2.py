# SPDX-License-Identifier: MIT
"""Day 2: what is asked of difference quotients, of the two local rules, and of gradients found on paper."""

from __future__ import annotations

import importlib
import math
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.inputs import number
from grading.exercises.shared.probe import probe, written
from grading.notebooks import reference
from grading.run.answers import show

Namespace = Mapping[str, Any]


# Exercise 2.1: the nudge


def cubic(inputs: Any) -> float:
    """Return x0**3 * x1 + x2: a forward, a backward and a central quotient of it all differ."""
    return inputs[0] ** 3 * inputs[1] + inputs[2]


CUBIC = "f(x0, x1, x2) = x0**3 * x1 + x2"
CENTRAL, KEPT = "day2-nudge-central", "day2-nudge-inputs"
MIDDLE = "the step goes up and down by h, and the distance between the two is 2h"


@probe(
    CENTRAL, "`numerical_derivative(f, [{a}, {b}, {c}], 0, 0.25)` for " + CUBIC, MIDDLE, a=number, b=number, c=number
)
def of_first(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the first input, with a step so large that its kind shows."""
    return namespace["numerical_derivative"](cubic, [a, b, c], 0, 0.25)


@probe(
    CENTRAL, "`numerical_derivative(f, [{a}, {b}, {c}], 0, 0.001)` for " + CUBIC, MIDDLE, a=number, b=number, c=number
)
def with_small_step(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient with a small step, to four digits: further on, rounding depends on how it is written.

    No right answer lies near the middle between two such numbers: it is a multiple of 3/64, and b millionths.
    """
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 0, 0.001), 4)


def _rounded(came: Any, digits: int) -> Any:
    return round(came, digits) if isinstance(came, float) else came


@probe(
    KEPT,
    "`numerical_derivative(f, [{a}, {b}, {c}], 1, 0.125)` for " + CUBIC,
    "x1 alone is nudged, and its slope is x0**3",
    a=number,
    b=number,
    c=number,
)
def of_second(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the second input. 2h is not one half: else times 2h and divided by 2 were the same."""
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 1, 0.125), 6)


@probe(
    KEPT,
    "`numerical_derivative(f, [{a}, {b}, {c}], 2, 0.125)` for " + CUBIC,
    "x2 alone is nudged, and it is added as it is",
    a=number,
    b=number,
    c=number,
)
def of_third(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the quotient by the third input."""
    return _rounded(namespace["numerical_derivative"](cubic, [a, b, c], 2, 0.125), 6)


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
    namespace["numerical_derivative"](cubic, inputs, 1, 0.125)
    return inputs


# Exercise 2.2: the class

ADD, MULTIPLY, ACCUMULATE = "day2-value-add", "day2-value-multiply", "day2-value-accumulate"
BY_HAND = "out.grad = {u}"


def share_of(x: Any, operate: Callable[[Any], Any], upstream: float) -> Any:
    """Return what a fresh node gets when the result of an operation on it passes ``upstream`` on."""
    out = operate(x)
    out.grad = upstream
    out._backward()
    return x.grad


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
        f"the numbers in `out._prev`, sorted, for out = x {sign} y, x = Value({{a}}), y = Value({{b}})",
        "a node remembers its parents, as on Day 1",
        a=number,
        b=number,
    )
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        return sorted(parent.data for parent in operate(namespace["Value"](a), namespace["Value"](b))._prev)

    @probe(check, f"`(x {sign} y)._op`", "a node remembers its operation, as on Day 1", a=number, b=number)
    def operation(namespace: Namespace, a: float, b: float) -> Any:
        return operate(namespace["Value"](a), namespace["Value"](b))._op

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

    @probe(
        check,
        f"`(x.grad, y.grad, out.grad)` after `out._backward()`, for s = x {sign} y, out = s {sign} z, "
        f"x = Value({{a}}), y = Value({{b}}), z = Value({{c}}), {BY_HAND}",
        "a call passes on one step, to the parents s and z; x and y get theirs when s is called, and out keeps its own",
        a=number,
        b=number,
        c=number,
        u=number,
    )
    def one_step(namespace: Namespace, a: float, b: float, c: float, u: float) -> Any:
        x, y, z = (namespace["Value"](data) for data in (a, b, c))
        out = operate(operate(x, y), z)
        out.grad = u
        out._backward()
        return [x.grad, y.grad, out.grad]

    for side, make in (("right", lambda x, c: operate(x, c)), ("left", lambda x, c: operate(c, x))):
        shown = f"x {sign} {{c}}" if side == "right" else f"{{c}} {sign} x"

        def with_constant(namespace: Namespace, a: float, c: float, u: float, make: Any = make) -> Any:
            return share_of(namespace["Value"](a), lambda x: make(x, c), u)

        def data_with_constant(namespace: Namespace, a: float, c: float, make: Any = make) -> Any:
            return make(namespace["Value"](a), c).data

        data_with_constant.__name__ = f"data_with_constant_{side}"
        ask = f"`({shown}).data` for x = Value({{a}})"
        probe(check, ask, "a constant takes part, as on Day 1", a=number, c=number)(data_with_constant)

        def against_a_node(namespace: Namespace, a: float, c: float, u: float) -> Any:
            value = namespace["Value"]
            found = share_of(value(a), lambda x: operate(c, x), u)
            # `c + x` may hand on to `x + c` or to `Value(c) + x`: both are right, and a mistake in one of the two
            # shares is that mistake, wherever x then stands.
            orders = (lambda x: operate(x, value(c)), lambda x: operate(value(c), x))
            return "the same" if found in [share_of(value(a), order, u) for order in orders] else found

        asked = against_a_node if side == "left" else with_constant
        compared = ", against that for a Value in the place of {c}" if side == "left" else ""
        asked.__name__ = f"constant_{side}"
        why = "a constant takes part as a node, and x gets the same share as before"
        probe(
            check,
            f"`x.grad` after `out._backward()`, for out = {shown}, x = Value({{a}}), {BY_HAND}{compared}",
            why,
            a=number,
            c=number,
            u=number,
        )(asked)


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
    f"`x.grad` after `x._backward()`, for out = x + y, x = Value({{a}}), y = Value({{b}}), {BY_HAND}",
    "x is a leaf: it has no parents to pass anything on to, and out was not called",
    a=number,
    b=number,
    u=number,
)
def leaf_does_nothing(namespace: Namespace, a: float, b: float, u: float) -> Any:
    """Call a leaf's ``_backward`` and return the leaf's gradient."""
    x, y = namespace["Value"](a), namespace["Value"](b)
    out = x + y
    out.grad = u
    x._backward()
    return x.grad


def _shown(answer: Any) -> str:
    """Say what a text shows."""
    if not isinstance(answer, dict):
        return str(answer)
    words = ", ".join(name for name, there in answer.items() if there is True)
    return f"text with {words}" if words else "text with neither the class nor the data"


@probe(
    ADD,
    "`repr(x)` for x = Value({a}) with x.grad = {u}",
    "whoever prints a node wants to see what it is and what it holds, as on Day 1",
    phrase=_shown,
    a=number,
    u=number,
)
def shows_itself(namespace: Namespace, a: float, u: float) -> Any:
    """Tell what the text of a node contains. The wording is free, and so is whether the gradient is shown."""
    x = namespace["Value"](a)
    x.grad = u
    text = repr(x)
    return {
        "the class's name": "Value" in text,
        "the data": _holds(text, a),
        "a gradient that is not the node's": "grad" in text and not _holds(text.partition("grad")[2], u),
    }


def _holds(text: str, wanted: float) -> bool:
    """Tell whether a number stands in a text, however it is rounded or bracketed."""
    found = (re.fullmatch(r"-?\d+(\.\d*)?(e[-+]?\d+)?", word) for word in re.findall(r"[-+.\w]+", text))
    return any(math.isclose(float(number[0]), wanted, abs_tol=0.051) for number in found if number)


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
        graph=lambda leaf, a, u: {"x": (x := leaf(a)), "out": operate(x)},
        of=("x",),
        a=number,
        u=number,
    )(collected)


_used_twice(lambda x: x + x, "x + x", "x reaches out along two edges, {u} along each", "sum_of_one")
_used_twice(lambda x: x * x, "x * x", "x reaches out along two edges, {a} * {u} along each", "product_of_one")


def _on_top(operate: Callable[[Any, Any], Any], sign: str, name: str) -> None:
    def collected(namespace: Namespace, a: float, b: float, u: float, v: float, w: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        x.grad, y.grad = v, w
        out = operate(x, y)
        out.grad = u
        out._backward()
        return [x.grad, y.grad]

    collected.__name__ = name
    ask = (
        f"`(x.grad, y.grad)` after `out._backward()`, for out = x {sign} y, x = Value({{a}}), y = Value({{b}}), "
        "where x.grad was {v} and y.grad was {w} before, and out.grad = {u}"
    )
    why = "the share of each parent is made of out.grad, and comes on top of what the parent holds"
    probe(ACCUMULATE, ask, why, a=number, b=number, u=number, v=number, w=number)(collected)


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
        return [x.grad, y.grad]

    collected.__name__ = name
    ask = (
        f"`(x.grad, y.grad)` after `p._backward()` and `q._backward()`, for {words}, "
        "x = Value({a}), y = Value({b}), with p.grad = {u}, q.grad = {v}"
    )

    def graph(leaf: Callable[[float], Any], a: float, b: float, **_: float) -> dict[str, Any]:
        x, y = leaf(a), leaf(b)
        return {"x": x, "y": y, "p": first(x, y), "q": second(x, y)}

    probe(ACCUMULATE, ask, why, graph=graph, of=("x", "y"), a=number, b=number, u=number, v=number)(collected)


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
        sums = _collects(value, lambda x, y: x + y, 3.0, 3.0, 6.0)
        products = _collects(value, lambda x, y: x * y, 16.5, 7.5, 15.0)
        if sums and products and _goes_one_step(value):
            return value
    except Exception:  # Whatever the class does, its own checks say it.
        pass
    return reference.load(2)["Value"]


def _collects(value: Any, operate: Callable[[Any, Any], Any], left: float, right: float, twice: float) -> bool:
    """Tell whether an operator adds these gradients to what its parents hold, for 2.5, 5.5 and 3 from above."""
    x, y, z = value(2.5), value(5.5), value(2.5)
    x.grad, y.grad = 1.0, 1.0
    for out in (operate(x, y), operate(z, z)):
        out.grad = 3.0
        out._backward()
    return bool((x.grad, y.grad, z.grad) == (1.0 + left, 1.0 + right, twice))


def _goes_one_step(value: Any) -> bool:
    """Tell whether a call passes on one step and leaves its own node alone, and whether a leaf can be called."""
    x, y, z = value(2.5), value(5.5), value(2.0)
    p, q = x * y, x + y
    outs = [p + z, q * z]
    for out in outs:
        out.grad = 3.0
        out._backward()
    x._backward()
    return [x.grad, y.grad] == [0.0, 0.0] and [p.grad, q.grad] == [3.0, 6.0] and all(out.grad == 3.0 for out in outs)


def _ordered(namespace: Namespace, a: float, b: float, c: float) -> dict[str, Any]:
    nodes = _product_plus(engine(namespace), a, b, c)
    namespace["run_backward"](*nodes.values())
    return {name: node.grad for name, node in nodes.items()}


def _product_plus(leaf: Callable[[float], Any], a: float, b: float, c: float) -> dict[str, Any]:
    nodes = {"a": leaf(a), "b": leaf(b), "c": leaf(c)}
    nodes["d"] = nodes["a"] * nodes["b"]
    nodes["L"] = nodes["d"] + nodes["c"]
    return nodes


GRAPH = "after `run_backward(a, b, c, d, L)`, for d = a*b, L = d + c, a = {a}, b = {b}, c = {c}"


def _order_question(check: str, name: str, why: str) -> None:
    def gradient(namespace: Namespace, a: float, b: float, c: float) -> Any:
        return _ordered(namespace, a, b, c)[name]

    gradient.__name__ = f"gradient_of_{name}"
    ask = f"`{name}.grad` {GRAPH}"
    probe(check, ask, why, graph=_product_plus, of=(name,), a=number, b=number, c=number)(gradient)


def _was_called(check: str, name: str) -> None:
    def called(namespace: Namespace, a: float, b: float, c: float) -> Any:
        nodes = _product_plus(reference.load(2)["Value"], a, b, c)
        calls = []
        rule = nodes[name]._backward
        nodes[name]._backward = lambda: (calls.append(name), rule())[1]
        namespace["run_backward"](*nodes.values())
        return "called" if calls else "never called"

    called.__name__ = f"call_of_{name}"
    ask = f"`{name}._backward()` of the node {name} that was handed over, in `run_backward(a, b, c, d, L)`"
    why = "you write one gradient yourself, the seed, and all others come out of the nodes that exist already"
    probe(check, ask, why, phrase=str, a=number, b=number, c=number)(called)


_order_question("day2-order-seed", "L", "L moves as fast as L does")
_order_question("day2-order-seed", "d", "L = d + c copies the 1 to d")
_order_question("day2-order-seed", "c", "L = d + c copies the 1 to c")
_was_called("day2-order-seed", "L")
_order_question("day2-order-leaves", "a", "d = a*b gives a the data of b, times the 1 that has arrived at d")
_order_question("day2-order-leaves", "b", "d = a*b gives b the data of a, times the 1 that has arrived at d")
_was_called("day2-order-leaves", "d")


# Exercise 2.4, and what was found on paper in 2.5 and 2.6


def _kind(answers: Mapping[str, Any], key: str) -> str:
    """Say what stands under a key of answers: a number is what belongs there."""
    if key not in answers:
        known = ", ".join(f'"{name}"' for name in answers) or "none"
        return f"no entry of that name; the names here are {known}"
    mine = written(answers[key])
    if isinstance(mine, str):
        return f"the text {mine!r}, in quotes"
    return "a number" if not isinstance(mine, (list, tuple, dict, set)) else f"{mine!r}, in brackets"


def _paper(check: str, dictionary: str, key: str, ask: str, because: str) -> None:
    def kind(namespace: Namespace) -> Any:
        return _kind(written(namespace[dictionary]), key)

    kind.__name__ = "".join(letter if letter.isalnum() else "_" for letter in f"kind_of_{dictionary}_{key}")
    why = "the names of the entries are given, and a number stands without quotes or brackets"
    probe(check, f'`{dictionary}["{key}"]`', why, phrase=str)(kind)

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
TWO_PATHS = "two paths lead from {} to L, one through each bracket; multiply along each, and add"
_paper("day2-complex-paper", "on_paper", "L", f"the value of {AT}", "both brackets first, then their product")
_paper("day2-complex-paper", "on_paper", "a", f"the gradient of a in {AT}", TWO_PATHS.format("a"))
_paper("day2-complex-paper", "on_paper", "b", f"the gradient of b in {AT}", TWO_PATHS.format("b"))
_paper(
    "day2-complex-paper",
    "on_paper",
    "c",
    f"the gradient of c in {AT}",
    "one path leads from c to L: a sum, which copies, then a product, which gives the other bracket",
)

BRACKETS = "for L = (a*b + c)*(a + b)"
PATHS = "a gets b*(a + b) + (a*b + c), b gets a*(a + b) + (a*b + c), and c gets a + b"


@probe(
    "day2-complex-engine",
    "`from_engine(Value({a}), Value({b}), Value({c}))` " + BRACKETS,
    PATHS,
    a=number,
    b=number,
    c=number,
)
def by_engine(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients that the learner's calls leave behind, on an engine that is right."""
    value = engine(namespace)
    return _three(namespace["from_engine"](value(a), value(b), value(c)))


def _to_twelve_digits(gradients: Any) -> str:
    """Return gradients as text: six digits would not tell 32 bits from 64."""
    if isinstance(gradients, list):
        return "(" + ", ".join(f"{one:.12g}" for one in gradients) + ")"
    return show(gradients)


@probe(
    "day2-complex-torch",
    "`from_torch({a} / 3, {b} / 3, {c} / 3)` " + BRACKETS,
    PATHS + ", and float64 keeps about 16 digits",
    phrase=_to_twelve_digits,
    a=number,
    b=number,
    c=number,
)
def by_torch(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients by PyTorch. Thirds have no end in binary, so that 32 bits show."""
    _load_torch()
    return _three(namespace["from_torch"](a / 3, b / 3, c / 3))


def _load_torch() -> None:
    """Import torch without counting its lines: there are millions, and a learner's function may be the first to ask."""
    counting = sys.gettrace()
    sys.settrace(None)
    try:
        importlib.import_module("torch")
    finally:
        sys.settrace(counting)


def _three(gradients: Any) -> Any:
    """Return gradients as floats, whether they came as floats, as tensors or in a dictionary by name."""
    if isinstance(gradients, dict):
        gradients = [gradients[name] for name in "abc"]
    return [float(gradient) for gradient in gradients]


NET = "the five steps on the card, at x = 2, w1 = 3, w2 = -1, b = 0.5"
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
    f"the gradient dL/dw2 for {NET}",
    "the slope of the square at z4, times what w2 is multiplied with",
)
_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient dL/dw1 for {NET}",
    "one factor for each step back: square, times w2, ReLU, plus b, times x",
)
_paper(
    "day2-chain-b",
    "chain",
    "dL/db",
    f"the gradient dL/db for {NET}",
    "one factor for each step back: square, times w2, ReLU, and the sum, which copies",
)
