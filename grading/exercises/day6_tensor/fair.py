# SPDX-License-Identifier: MIT
"""What questions about one part of ``Tensor`` use in the place of other parts that are wrong."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from grading.exercises.day6_tensor.arrays import alike, array, np
from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.probe import Namespace
from grading.exercises.shared.stand_in import Part, fair_class, methods_of, name_in, replaced_unless

right = KeptAway("grading.exercises.day6_tensor.right")
right_rule = KeptAway("grading.exercises.day6_unbroadcast.right")


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


# Gives the result of an operation with two operands.
Operate = Callable[[Any, Any], Any]


def _operations_work(tensor: Any) -> bool:
    """Tell whether each operation computes, remembers its parents, and adds shares of the right shape in one step."""
    with with_right_rule(tensor):
        return (
            _steps(tensor, operator.add, [[4.0, 6.0], [6.0, 8.0]], [[2.0, 3.0], [4.0, 5.0]], [5.0, 7.0])
            and _steps(tensor, operator.mul, [[3.0, 8.0], [9.0, 16.0]], [[4.0, 9.0], [10.0, 17.0]], [11.0, 21.0])
            and _takes_numbers(tensor)
            and _matmul_works(tensor)
            and _sum_works(tensor)
        )


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


def _takes_numbers(tensor: Any) -> bool:
    node = tensor([[1.0, 2.0]])
    total, product = node + 3.0, node * 3.0
    node.grad, total.grad, product.grad = np.ones((1, 2)), array([[1.0, 5.0]]), array([[2.0, 4.0]])
    fits = alike(total.data, [[4.0, 5.0]]) and alike(product.data, [[3.0, 6.0]])
    total._backward()
    product._backward()
    return fits and alike(node.grad, [[8.0, 18.0]])


def _sum_works(tensor: Any) -> bool:
    node = tensor([[1.0, 2.0], [3.0, 4.0]])
    whole, rows = node.sum(), node.sum(axis=1)
    node.grad, whole.grad, rows.grad = np.ones((2, 2)), array(2.0), array([3.0, 5.0])
    fits = alike(whole.data, 10.0) and alike(rows.data, [3.0, 7.0]) and next(iter(whole._prev)) is node
    whole._backward()
    rows._backward()
    return fits and alike(node.grad, [[6.0, 6.0], [8.0, 8.0]])


@contextmanager
def fair_tensor(namespace: Namespace) -> Iterator[Any]:
    """Give the class to ask about ``backward``: with right operations where the learner's are wrong."""
    own = namespace["Tensor"]

    def ours() -> type:
        given = namespace.get("Functions", object)
        return type("Tensor", (right.Tensor, given), {})

    with (
        fair_class(
            own,
            _operations_work,
            parts=lambda tensor: dict(right.operations(tensor)),
            methods=lambda: methods_of(own, "backward"),
            ours=ours,
        ) as tensor,
        with_right_rule(tensor),
    ):
        yield tensor
