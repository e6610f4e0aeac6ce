# SPDX-License-Identifier: MIT
"""What questions about one part of ``Tensor`` use in the place of other parts that are wrong."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from typing import Any

from exercises.day3_value.records import emptied, records_in
from exercises.day6_tensor.arrays import alike, array, leaf, np
from exercises.shared.stand_in import (
    OF_CONTRACT,
    Part,
    asked_once,
    fair_class,
    holds,
    mended_constructor,
    methods_of,
    name_in,
    replaced_unless,
)
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day6_tensor.right")
right_start = KeptAway("exercises.day6_tensor.right_start")
right_rule = KeptAway("exercises.day6_unbroadcast.right")


def _unbroadcast_works(own: Callable[..., Any]) -> bool:
    table_of_three = [[1.5, 2.25], [3.0, 5.5], [7.0, 11.25]]
    grad, square_grad = array(table_of_three), array([[1.5, 2.0], [3.25, 5.0]])
    return (
        alike(own(grad, (2,)), [11.5, 19.0])
        and alike(own(grad, ()), 30.5)
        and alike(own(grad, (3, 1)), [[3.75], [8.5], [18.25]])
        and alike(own(grad, (1, 2)), [[11.5, 19.0]])
        and alike(own(grad, (3, 2)), table_of_three)
        and alike(own(square_grad, (2,)), [4.75, 7.0])
        and alike(own(square_grad, (2, 1)), [[3.5], [8.25]])
        and alike(grad, table_of_three)
    )


def with_right_rule(tensor: Any) -> AbstractContextManager[str]:
    """Give a right `unbroadcast` to the learner's class, where its own is wrong: another check asks for that."""
    method = getattr(tensor, "__add__", None)
    own = name_in(method, "unbroadcast")
    part = Part(lambda: right_rule.unbroadcast)
    return replaced_unless(method, lambda: _unbroadcast_works(own), unbroadcast=part)


@contextmanager
def leaves(namespace: Namespace, *tables: Any, own: bool = True) -> Iterator[list[Any]]:
    """Give a leaf of the learner's class for each table, with a right `unbroadcast` while this lasts.

    Unless the ``own`` constructor is asked, it is a right one where the learner's does not work.
    """
    tensor = namespace["Tensor"]
    with with_right_rule(tensor), nullcontext() if own else with_right_start(tensor):
        yield [leaf(tensor, each) for each in tables]


def with_right_start(tensor: Any) -> AbstractContextManager[Any]:
    """Let a learner's class make the arrays of the contract, where its own constructor makes others or none."""
    if not isinstance(tensor, type):
        return nullcontext()
    part = Part(lambda: mended_constructor(tensor, right_start.Tensor, _mended(tensor)))
    return replaced_unless(tensor, asked_once(tensor, _makes_leaves), __init__=part)


def _mended(tensor: type) -> tuple[str, ...]:
    """Return what a right constructor gives: where the learner's can be called, a leaf without a rule is a mistake."""
    return ("data", "grad") if holds(lambda: tensor(2.5) is not None) else OF_CONTRACT


# Gives the result of an operation with two operands.
Operate = Callable[[Any, Any], Any]


def _operations_work(tensor: Any) -> bool:
    """Tell whether each operation computes, remembers its parents, and adds shares of the right shape in one step."""
    return all(works(tensor) for works in WORK.values())


def _sum_of_two_works(tensor: Any) -> bool:
    right_step = _steps(tensor, operator.add, [[4.0, 6.0], [6.0, 8.0]], [[2.0, 3.0], [4.0, 5.0]], [5.0, 7.0])
    return right_step and _takes_a_number(tensor, operator.add, [[4.0, 5.0]], [[2.0, 6.0]])


def _product_works(tensor: Any) -> bool:
    right_step = _steps(tensor, operator.mul, [[3.0, 8.0], [9.0, 16.0]], [[4.0, 9.0], [10.0, 17.0]], [11.0, 21.0])
    return right_step and _takes_a_number(tensor, operator.mul, [[3.0, 6.0]], [[4.0, 16.0]])


def _steps(tensor: Any, operate: Operate, result: Any, to_left: Any, to_right: Any) -> bool:
    left, other = tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([3.0, 4.0])
    out = operate(left, other)
    left.grad, other.grad, out.grad = np.ones((2, 2)), np.ones(2), array([[1.0, 2.0], [3.0, 4.0]])
    fits = alike(out.data, result) and {id(parent) for parent in out._prev} == {id(left), id(other)}
    out._backward()
    return fits and alike(left.grad, to_left) and alike(other.grad, to_right) and alike(out.grad, [[1, 2], [3, 4]])


def _matmul_works(tensor: Any) -> bool:
    left, other = tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]), tensor([[3.0, 4.0], [5.0, 8.0]])
    out = left @ other
    left.grad, other.grad = np.ones((3, 2)), np.ones((2, 2))
    out.grad = array([[1.0, 2.0], [0.5, -1.0], [3.0, 1.5]])
    fits = {id(parent) for parent in out._prev} == {id(left), id(other)}
    out._backward()
    return (
        fits
        and alike(out.data, [[13.0, 20.0], [29.0, 44.0], [50.0, 76.0]])
        and alike(left.grad, [[12.0, 22.0], [-1.5, -4.5], [16.0, 28.0]])
        and alike(other.grad, [[18.5, 7.5], [26.0, 11.5]])
    )


def _takes_a_number(tensor: Any, operate: Operate, result: Any, to_left: Any) -> bool:
    node = tensor([[1.0, 2.0]])
    out = operate(node, 3.0)
    node.grad, out.grad = np.ones((1, 2)), array([[1.0, 5.0]])
    fits = alike(out.data, result)
    out._backward()
    return fits and alike(node.grad, to_left)


def _sum_works(tensor: Any) -> bool:
    node = tensor([[1.0, 2.0], [3.0, 4.0]])
    whole, rows = node.sum(), node.sum(axis=1)
    node.grad, whole.grad, rows.grad = np.ones((2, 2)), array(2.0), array([3.0, 5.0])
    fits = alike(whole.data, 10.0) and alike(rows.data, [3.0, 7.0]) and next(iter(whole._prev)) is node
    whole._backward()
    rows._backward()
    return fits and alike(node.grad, [[6.0, 6.0], [8.0, 8.0]])


# The parts of a class that are replaced together, with what tells whether they work.
WORK: dict[tuple[str, ...], Callable[[Any], bool]] = {
    ("__add__", "__radd__"): _sum_of_two_works,
    ("__mul__", "__rmul__"): _product_works,
    ("__matmul__",): _matmul_works,
    ("sum",): _sum_works,
}


def _right_for_wrong(tensor: type) -> dict[str, Any]:
    """Return a right operation for each of a class that does not work."""
    parts = right.operations(tensor)
    wrong = [names for names, works in WORK.items() if not holds(lambda works=works: works(tensor))]
    return {name: parts[name] for names in wrong for name in names}


def _goes_its_own_way(tensor: type) -> bool:
    """Tell whether ``backward`` does with a right operation other things than with its own that works, too.

    Such an engine does not go by ``_prev`` and ``_backward``, or keeps books that a right operation can't keep.
    """
    return any(_differs(tensor, names, works) for names, works in WORK.items())


def _differs(tensor: type, names: tuple[str, ...], works: Callable[[Any], bool]) -> bool:
    own = _slopes(tensor, names[0])
    if own != RIGHT_SLOPES[names[0]] and not holds(lambda: works(tensor)):
        return False
    parts = right.operations(tensor)
    with replaced_unless(tensor, lambda: False, **{name: parts[name] for name in names}):
        return _slopes(tensor, names[0]) != own


# By the names of the operations: of a = 2.5 and b = 1.5 after `op(op(a, b), b)`.
RIGHT_SLOPES = {"__add__": [1.0, 2.0], "__mul__": [2.25, 7.5], "__matmul__": [2.25, 7.5], "sum": [1.0, 0.0]}


def _slopes(tensor: type, name: str) -> list[float]:
    """Return the slopes that ``backward`` finds in a small graph of one operation; of an error nothing."""
    found: list[float] = []

    def fill() -> bool:
        a, b = tensor([[2.5]]), tensor([[1.5]])
        operation, operands = getattr(tensor, name), () if name == "sum" else (b,)
        operation(operation(a, *operands), *operands).backward()
        found.extend(float(np.sum(node.grad)) for node in (a, b))
        return True

    return found if holds(fill) else []


def _makes_leaves(tensor: type) -> bool:
    """Tell whether the constructor makes arrays of float64, and gradients of the same shape that are zeros."""
    return all(
        type(part) is np.ndarray and part.dtype == float and alike(part, numbers)
        for nested in (2.5, [2.5, 1.25], [[2.5], [1.25]])
        for made in (tensor(nested),)
        for part, numbers in ((made.data, nested), (made.grad, array(nested) * 0.0))
    )


@contextmanager
def fair_leaves(namespace: Namespace, *tables: Any) -> Iterator[list[Any]]:
    """Give leaves to ask about ``backward``: with a right constructor and operations where the learner's are wrong.

    A class whose ``backward`` does not get along with right ones is given as it is.
    """
    own = namespace["Tensor"]

    def ours() -> type:
        given = namespace.get("Functions", object)
        return type("Tensor", (right.Tensor, given), {})

    with with_right_rule(own), ExitStack() as stack:
        if isinstance(own, type):
            mended = _mended(own)
            constructor = Part(lambda: mended_constructor(own, ours(), mended))
            stack.enter_context(replaced_unless(own, asked_once(own, _makes_leaves), __init__=constructor))
        works = holds(asked_once(own, _operations_work))
        tensor = own
        if not works and not (isinstance(own, type) and holds(asked_once(own, _goes_its_own_way))):
            methods = partial(methods_of, own, "backward")
            fair = fair_class(own, _operations_work, parts=_right_for_wrong, methods=methods, ours=ours)
            tensor = stack.enter_context(fair)
        stack.enter_context(emptied(_tapes(namespace)))
        yield [leaf(tensor, each) for each in tables]


def _tapes(namespace: Namespace) -> list[Any]:
    """Return the collections that grow with each node: ``backward`` may read what earlier graphs left there."""
    records = records_in(namespace)
    before = list(map(len, records))
    holds(lambda: namespace["Tensor"]([[2.5]]) * 1.5)
    return [record for record, length in zip(records, before, strict=True) if len(record) > length]
