# SPDX-License-Identifier: MIT
"""Questions about the ``Value`` class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from typing import Any

from exercises.day1_value.printed import class_name_in, in_words, shows
from exercises.shared.graphs import listed, reached
from exercises.shared.plain import (
    data_of,
    nodes_or_numbers,
    number_of,
    numbers_of,
    text_of,
    unless_shared,
)
from exercises.shared.stand_in import answered, asked_once, holds, misspelt_constructor, replaced_unless
from judge.asking.inputs import integer, number, positive
from judge.asking.probe import Namespace
from judge.asking.probe import probe as any_probe
from judge.asking.standing_in import may_stand_in
from judge.run.answers import show
from judge.run.messages import Argument, sentence
from judge.run.words import template

CONSTRUCT = "day1-value-construct"


def probe(check: str, *texts: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question; a misspelt name of the constructor costs the check of the constructor alone."""
    register = any_probe(check, *texts, **options)

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_a_constructor(namespace: Namespace, **inputs: Any) -> Any:
            value = namespace.get("Value")
            own = misspelt_constructor(value) if isinstance(value, type) else None
            is_lost = own and may_stand_in() and not holds(asked_once(value, lambda kind: kind(2.5) is not None))
            with replaced_unless(value, lambda: False, __init__=own) if is_lost else nullcontext():
                return function(namespace, **inputs)

        return register(function if check == CONSTRUCT else with_a_constructor)

    return registered


@probe(CONSTRUCT, "`Value({a}).data`", "a value holds the number it was given", a=number)
def holds_data(namespace: Namespace, a: float) -> Any:
    """Return the data of a fresh node."""
    return number_of(namespace["Value"](a).data)


@probe(CONSTRUCT, "`Value({a}).grad`", "nothing has been added to it yet when a node is made", a=number)
def starts_without_gradient(namespace: Namespace, a: float) -> Any:
    """Return the gradient of a fresh node."""
    return number_of(namespace["Value"](a).grad)


@probe(CONSTRUCT, "the number of entries in `Value({a})._prev`", "a leaf was made from no node", a=number)
def leaf_has_no_parents(namespace: Namespace, a: float) -> Any:
    """Return how many parents a fresh node has."""
    return len(list(namespace["Value"](a)._prev))


@probe(CONSTRUCT, "`Value({a})._op`", "no operation made a leaf, so `_op` is ''", a=number)
def leaf_has_no_operation(namespace: Namespace, a: float) -> Any:
    """Return a fresh node's operation name."""
    return text_of(namespace["Value"](a)._op)


@probe(CONSTRUCT, '`Value({a}, label="speed").label`', "a node keeps the name that it is given", a=number)
def keeps_its_label(namespace: Namespace, a: float) -> Any:
    """Return the label of a fresh node that was given one."""
    return text_of(namespace["Value"](a, label="speed").label)


@probe(CONSTRUCT, "`Value({a}).label`", "a node that is given no name has the label ''", a=number)
def starts_without_label(namespace: Namespace, a: float) -> Any:
    """Return the label of a fresh node that was given none."""
    return text_of(namespace["Value"](a).label)


def _placed(value: Any, *arguments: Any) -> Any:
    """Return a node whose constructor gets its arguments by their places, as an operator gives them.

    One that takes fewer of them gets those that it takes by their names: what it lacks is asked elsewhere.
    """
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):  # Of some classes Python finds none.
        return value(*arguments)
    try:
        signature.bind(*arguments)
    except TypeError:
        named = dict(zip(("_prev", "_op", "label"), arguments[1:], strict=False))
        return value(
            arguments[0], **{name: argument for name, argument in named.items() if name in signature.parameters}
        )
    return value(*arguments)


@probe(
    CONSTRUCT,
    "the nodes in `_prev` of `Value({a}, (x,))`",
    "the signature has the parents in the second place",
    phrase=listed,
    a=number,
)
def parents_in_second_place(namespace: Namespace, a: float) -> Any:
    """Return the parents of a node that was made as an operator makes it."""
    x = namespace["Value"](a)
    own = nodes_or_numbers(_placed(namespace["Value"], a, (x,)), {"x": x})
    # Whoever stores no parents at all pays for that with `+` and `*`.
    return unless_shared(own, ["x"], [])


@probe(
    CONSTRUCT,
    '`_op` of `Value({a}, (x,), "+")`',
    "the signature has the operation in the third place",
    a=number,
)
def operation_in_third_place(namespace: Namespace, a: float) -> Any:
    """Return the operation of a node that was made as an operator makes it."""
    out = _placed(namespace["Value"], a, (namespace["Value"](a),), "+")
    op, right = text_of(out._op), "+"
    # Whoever stores no operation at all pays for that with `+` and `*`. Nobody else's `+` is called here.
    return op if op == right else answered(lambda: unless_shared(op, right, text_of((out + out)._op)), op)


@probe(
    CONSTRUCT,
    '`label` of `Value({a}, (x,), "+", "speed")`',
    "the signature has the label in the last place",
    a=number,
)
def label_in_last_place(namespace: Namespace, a: float) -> Any:
    """Return the label of a node that was given one by its place."""
    return text_of(_placed(namespace["Value"], a, (namespace["Value"](a),), "+", "speed").label)


CLASS, DATA, OWN = template("the class's name"), template("the data"), "a `__repr__` of the class's own"


def shown(answer: Any) -> Argument:
    """Return what a repr shows."""
    if not isinstance(answer, dict):
        return sentence("{words:answer}", words=str(answer))
    if answer.get(OWN) is False:
        return sentence("Python's own text for any object: no `__repr__` is found in the class")
    return in_words([name for name in (CLASS, DATA) if answer.get(name) is True])


@probe(
    "day1-value-repr",
    "`repr(Value({a}))`",
    "whoever prints a node wants to see what it is and what it holds",
    phrase=shown,
    a=number,
)
def shows_itself(namespace: Namespace, a: float) -> Any:
    """Return what the text of a node contains; the wording is free."""
    node = namespace["Value"](a)
    text = repr(node)
    return {OWN: type(node).__repr__ is not object.__repr__, CLASS: class_name_in(text, node), DATA: shows(text, a)}


def _two_operands(check: str, sign: str, word: str, operate: Callable[[Any, Any], Any]) -> None:
    """Register the questions that are the same for ``+`` and ``*``."""
    expression = f"x {sign} y"

    @probe(
        check,
        f"`({expression}).data` for `x = Value({{a}})`, `y = Value({{b}})`",
        f"{{a}} {sign} {{b}} is the {word} of the data",
        a=number,
        b=number,
    )
    def data(namespace: Namespace, a: float, b: float) -> Any:
        return data_of(operate(namespace["Value"](a), namespace["Value"](b)))

    @probe(
        check,
        f"the type of `{expression}` for two Values",
        "the result must remember its parents too",
        a=number,
        b=number,
    )
    def kind(namespace: Namespace, a: float, b: float) -> Any:
        out = operate(namespace["Value"](a), namespace["Value"](b))
        return "Value" if isinstance(out, namespace["Value"]) else type(out).__name__

    @probe(
        check,
        f"the nodes in `({expression})._prev`",
        "`x` and `y` are what it was made from",
        phrase=listed,
        a=number,
        b=number,
    )
    def parents(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        return nodes_or_numbers(operate(x, y), {"x": x, "y": y})

    @probe(
        check,
        f"the nodes in `(x {sign} x)._prev`",
        "`x` is the only node it was made from",
        phrase=listed,
        a=number,
    )
    def same_operand_twice(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](a)
        return nodes_or_numbers(operate(x, x), {"x": x})

    @probe(
        check,
        f"the nodes in `({expression})._prev` for `x = Value({{a}})`, `y = Value({{a}})`",
        "`x` and `y` are two nodes, whatever numbers they hold",
        phrase=listed,
        a=number,
    )
    def parents_of_equal_data(namespace: Namespace, a: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](a)
        return nodes_or_numbers(operate(x, y), {"x": x, "y": y})

    @probe(check, f"`(x {sign} x).data` for `x = Value({{a}})`", "both operands are {a}", a=number)
    def same_operand_data(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](a)
        return data_of(operate(x, x))

    @probe(check, f"`({expression})._op`", f"the operation that made it is {sign}", a=number, b=number)
    def operation(namespace: Namespace, a: float, b: float) -> Any:
        return text_of(operate(namespace["Value"](a), namespace["Value"](b))._op)

    @probe(
        check,
        f"`(x.data, y.data)` after `{expression}`, for `x = Value({{a}})`, `y = Value({{b}})`",
        "an operation makes a new node and leaves its operands as they are",
        a=number,
        b=number,
    )
    def operands_kept(namespace: Namespace, a: float, b: float) -> Any:
        x, y = namespace["Value"](a), namespace["Value"](b)
        operate(x, y)
        return numbers_of([x.data, y.data])


_two_operands("day1-value-add", "+", "sum", lambda x, y: x + y)
_two_operands("day1-value-multiply", "*", "product", lambda x, y: x * y)


CONSTANTS = "day1-value-constants"
SIDES: tuple[tuple[str, str, Callable[[Any, float], Any]], ...] = (
    ("x + {c}", "the plain number takes part as a node of its own", lambda x, c: x + c),
    ("x * {c}", "the plain number takes part as a node of its own", lambda x, c: x * c),
    ("{c} + x", "the plain number can't add a Value, so Python asks `x.__radd__`", lambda x, c: c + x),
    ("{c} * x", "the plain number can't multiply a Value, so Python asks `x.__rmul__`", lambda x, c: c * x),
)
NAMES = ("added_right", "multiplied_right", "added_left", "multiplied_left")


def _data_with_constant(name: str, words: str, why: str, operate: Callable[[Any, float], Any]) -> None:
    def data(namespace: Namespace, a: float, c: float) -> Any:
        return data_of(operate(namespace["Value"](a), c))

    data.__name__ = f"constant_{name}"
    probe(CONSTANTS, f"`({words}).data` for `x = Value({{a}})`", why, a=number, c=number)(data)


for _name, (_words, _why, _operate) in zip(NAMES, SIDES, strict=True):
    _data_with_constant(_name, _words, _why, _operate)


@probe(
    CONSTANTS,
    "`sum([x, y]).data` for `x = Value({a})`, `y = Value({b})`",
    "`sum` starts at the number 0 and adds `x`, then `y`",
    a=number,
    b=number,
)
def summed(namespace: Namespace, a: float, b: float) -> Any:
    """Return the sum of a list of nodes."""
    return data_of(sum([namespace["Value"](a), namespace["Value"](b)]))


# A wrong graph of two nodes costs points in the checks of `+` and `*`. So below, the result with a plain number is
# right if a node in its place, on either side, gives the same: `c + x` may be `x + c`.


def _graph_with_constant(
    name: str,
    what: str,
    why: str,
    read: Callable[[Any, Any], Any],
    right: Callable[[float, int, str], Any],
    phrase: Callable[[Any], Argument],
) -> None:
    def _one_side(side: str, words: str, operate: Callable[[Any, Any], Any]) -> None:
        def graph_of_constant(namespace: Namespace, a: float, c: int) -> Any:
            value = namespace["Value"]
            x = value(a)
            of_nodes = [
                # Where two nodes can't be joined, another check asks for that.
                answered(lambda: read(operate(x, value(c)), x), None),
                answered(lambda: read(operate(value(c), x), x), None),
            ]
            return unless_shared(read(operate(x, c), x), right(a, c, words), *of_nodes)

        graph_of_constant.__name__ = f"{name}_{side}"
        ask = f"{what.format(words=words)}, for `x = Value({{a}})`"
        probe(CONSTANTS, ask, why, phrase=phrase, a=positive, c=integer)(graph_of_constant)

    for side, (words, _, operate) in zip(NAMES, SIDES, strict=True):
        _one_side(side, words, operate)


_graph_with_constant(
    "numbers",
    "the data of the parents of `{words}`, in any order",
    "the plain number becomes a leaf of the graph",
    lambda out, x: sorted(numbers_of(parent.data for parent in out._prev)),
    lambda a, c, words: sorted([a, float(c)]),
    phrase=show,
)
_graph_with_constant(
    "reached",
    "the nodes that can be reached from `{words}`, apart from the result and the number",
    "`x` is what it was made from",
    lambda out, x: reached(out, {"x": x}),
    lambda a, c, words: ["x"],
    phrase=listed,
)
_graph_with_constant(
    "operation",
    "`({words})._op`",
    "the operation is the same, on whichever side the number stands",
    lambda out, x: text_of(getattr(out, "_op", None)),
    lambda a, c, words: "+" if "+" in words else "*",
    phrase=show,
)


@probe(
    CONSTANTS,
    "the nodes that can be reached from `sum([x, y])`, apart from the result and the numbers",
    "`sum` starts at the number 0 and adds `x`, then `y`",
    phrase=listed,
    a=number,
    b=number,
)
def summed_keeps_nodes(namespace: Namespace, a: float, b: float) -> Any:
    """Return which known nodes the sum of a list is connected to."""
    x, y = namespace["Value"](a), namespace["Value"](b)
    known = {"x": x, "y": y}
    return unless_shared(reached(sum([x, y]), known), list(known), reached(x + y, known))


@probe(
    CONSTANTS,
    "the number of entries in `_prev` of the leaf that {c} becomes in `x + {c}`, and the length of its `_op`",
    "a plain number was made from no node and by no operation",
    a=positive,
    c=integer,
)
def constant_is_leaf(namespace: Namespace, a: float, c: int) -> Any:
    """Return how many parents a constant's node has, and how long its operation's name is."""
    x = namespace["Value"](a)

    def history(node: Any) -> list[Any]:
        operation = text_of(getattr(node, "_op", None))
        return [len(list(node._prev or ())), len(operation) if isinstance(operation, str) else operation]

    leaf = next((parent for parent in (x + c)._prev if parent is not x), None)
    right = [0, 0]  # a plain number has no parents and no operation
    return right if leaf is None else unless_shared(history(leaf), right, history(namespace["Value"](c)))
