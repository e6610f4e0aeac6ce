# SPDX-License-Identifier: MIT
"""Whether the ``+`` and ``*`` of a class keep the contract, a class on which they do, and leaves that hold no None."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from exercises.shared.stand_in import (
    asked_once,
    fair_class,
    holds,
    methods_of,
    misspelt_constructor,
    replaced_unless,
)
from judge.asking.kept_away import KeptAway
from judge.asking.standing_in import may_stand_in

right_start = KeptAway("exercises.day2_value.right_start")

# `+` and `*` with the slopes at 2.5 and 5.5: to the left, to the right, and to an operand that is both.
SIGNS = ((operator.add, (1.0, 1.0, 2.0)), (operator.mul, (5.5, 2.5, 5.0)))


def rules_hold(value: Any) -> bool:
    """Tell whether ``+`` and ``*`` compute, remember their parents, and pass gradients on, one step a call."""
    return all(keeps_contract(value, *sign) for sign in SIGNS) and _go_one_step(value)


def fair_rules(value: Any, *methods: str) -> AbstractContextManager[Any]:
    """Give the class to ask about some of the learner's methods, on which ``+`` and ``*`` are right."""
    return fair_class(value, rules_hold, methods=lambda: methods_of(value, *methods) if methods else {})


def keeps_contract(value: Any, operate: Callable[[Any, Any], Any], slopes: tuple[float, ...]) -> bool:
    """Tell whether one sign computes, remembers its parents, and adds to their gradients at each ``_backward()``."""
    if not computes(value, operate):
        return False
    x, y, z = value(2.5), value(5.5), value(2.5)
    numbers: list[float] = []
    for left, right in ((x, y), (x, x), (x, z)):  # equal numbers are two nodes all the same
        x.grad = y.grad = z.grad = 1.0  # something to add to: a rule that assigns would show nothing otherwise
        out = operate(left, right)
        out.grad = 3.0
        out._backward()
        numbers += [left.grad, right.grad]
    to_x, to_y, twice = slopes
    half = twice / 2
    return numbers == [1 + 3 * to_x, 1 + 3 * to_y, *[1 + 3 * twice] * 2, *[1 + 3 * half] * 2]


def computes(value: Any, operate: Callable[[Any, Any], Any]) -> bool:
    """Tell whether one sign computes the right number and remembers its parents."""
    x, y, z = value(2.5), value(5.5), value(2.5)
    for left, right in ((x, y), (x, x), (x, z)):  # equal numbers are two nodes all the same
        out = operate(left, right)
        if {id(parent) for parent in out._prev} != {id(left), id(right)} or list(x._prev) or list(y._prev):
            return False
        if out.data != operate(left.data, right.data):
            return False
    return True


def _go_one_step(value: Any) -> bool:
    """Tell whether a call passes on one step and leaves its own node alone, and whether a leaf can be called."""
    x, y, z = value(2.5), value(5.5), value(2.25)
    p, q = x * y, x + y
    outs = [p + z, q * z]
    for out in outs:
        out.grad = 3.0
        out._backward()
    x._backward()
    return [x.grad, y.grad] == [0.0, 0.0] and [p.grad, q.grad] == [3.0, 6.75] and all(out.grad == 3.0 for out in outs)


@contextmanager
def filled_leaves(value: Any) -> Iterator[None]:
    """Let a learner's leaves begin with a gradient of 0 and no parents, as the contract says, while this lasts.

    A question about what a leaf holds is asked without this; everywhere else that mistake costs nothing. Where the
    class has no constructor that takes a number, such as under a misspelt name, it has a right one.
    """
    if not isinstance(value, type) or holds(asked_once(value, _begins_right)):
        yield
        return
    made = value.__init__  # type: ignore[misc]
    if may_stand_in() and not holds(asked_once(value, _can_be_made)):
        made = misspelt_constructor(value) or right_start.constructor

    def filled(node: Any, *arguments: Any, **keywords: Any) -> None:
        made(node, *arguments, **keywords)
        if not _is_zero(getattr(node, "grad", None)):
            node.grad = 0.0
        if getattr(node, "_prev", ()) is None:
            node._prev = ()

    with replaced_unless(value, lambda: False, __init__=filled):
        yield


def _can_be_made(value: Any) -> bool:
    return isinstance(value(2.5), value)


def _begins_right(value: Any) -> bool:
    leaf = value(2.5)
    return _is_zero(getattr(leaf, "grad", 0.0)) and getattr(leaf, "_prev", ()) is not None


def _is_zero(gradient: Any) -> bool:
    return type(gradient) in (int, float) and gradient == 0
