# SPDX-License-Identifier: MIT
"""Questions about `+`, `*` and `sum`, and about new tensors."""

from __future__ import annotations

import operator
from typing import Any

from exercises.day6_tensor.arrays import leaf, np, one_step, table
from exercises.day6_tensor.fair import leaves, with_right_rule
from exercises.day6_tensor.probes.asked import of_two, parents_among
from judge.asking.inputs import one_of
from judge.asking.probe import Namespace, probe
from judge.run.answers import Table

SHAPES = "day6-tensor-shapes"

OF_SUM = "each operand gets the upstream gradient in its own shape: add up over what was repeated"
OF_PRODUCT = "each operand gets the other's data times the upstream gradient, in its own shape"
for sign, word, operate, because in (("+", "sum", operator.add, OF_SUM), ("*", "product", operator.mul, OF_PRODUCT)):
    ask = f"a {sign} b"
    of_two(SHAPES, f"{word}_of_tables", ask, because, operate, table(2, 2), table(2, 2), table(2, 2))
    of_two(SHAPES, f"{word}_with_a_row", ask, because, operate, table(3, 2), table(2), table(3, 2))
    of_two(SHAPES, f"{word}_with_a_column", ask, because, operate, table(2, 3), table(2, 1), table(2, 3))
    of_two(SHAPES, f"{word}_of_a_row_and_a_table", ask, because, operate, table(2), table(2, 2), table(2, 2))
    of_two(SHAPES, f"{word}_of_column_and_row", ask, because, operate, table(2, 1), table(1, 3), table(2, 3))


@probe(
    SHAPES,
    "`a * {k} + {k}` with `a = {a}` and the upstream gradient `{upstream}`",
    "a plain number is converted to a Tensor first, and `a` gets the factor times the upstream gradient",
    a=table(2, 2),
    k=one_of([1.5, 2.5, -3.5], simple=[2.0, 3.0]),
    upstream=table(2, 2),
)
def plain_number(namespace: Namespace, a: Any, k: float, upstream: Any) -> dict[str, Any]:
    """Return a step with a plain number on the right."""
    with leaves(namespace, a) as (node,):
        product = node * k
        out = product + k
        product.grad = np.zeros((2, 2))
        found = one_step(out, upstream)
        product._backward()
        return {**found, "the gradient of `a`": node.grad}


@probe(
    SHAPES,
    "`a + a`, then `a * a`, with `a = {a}` and the upstream gradient `{upstream}`",
    "`a` is used twice, and its two shares are added",
    a=table(2, 2),
    upstream=table(2, 2),
)
def twice_the_same(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
    """Return the gradient of a table that meets itself."""
    with leaves(namespace, a, a) as (first, second):
        of_sum = one_step(first + first, upstream, a=first)
        of_product = one_step(second * second, upstream, a=second)
        named = {f"{name}, in `a + a`": value for name, value in of_sum.items()}
        return {**named, **{f"{name}, in `a * a`": value for name, value in of_product.items()}}


@probe(
    SHAPES,
    "`a + b`, then `a * b`, where `a` and `b` both hold {a}, and the upstream gradient is {upstream}",
    "two tensors that hold the same numbers are two, and each gets its own share",
    a=table(2, 2),
    upstream=table(2, 2),
)
def two_of_equal_numbers(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
    """Return the gradients of two tables that hold the same numbers."""
    found = {}
    for sign, operate in (("+", operator.add), ("*", operator.mul)):
        with leaves(namespace, a, a) as (left, other):
            parts = one_step(operate(left, other), upstream, a=left, b=other)
        found |= {f"{name}, in `a {sign} b`": part for name, part in parts.items()}
    return found


@probe(
    SHAPES,
    "`a + b` with the upstream gradient `{upstream}`, where each entry of `a.grad` is {k} before, and then 1 is added "
    "to each entry of `a.grad` and 2 to each entry of `b.grad`, in place",
    "a share is added to the gradient that is already there, and each node has its own array",
    a=table(2, 2),
    b=table(2, 2),
    k=lambda draw: draw.random.choice((1.0, 2.0, 5.0)),
    upstream=table(2, 2),
)
def arrays_of_their_own(namespace: Namespace, a: Any, b: Any, k: float, upstream: Any) -> dict[str, Any]:
    """Return the gradients of both operands and of the result, after both were changed in place."""
    with leaves(namespace, a, b) as (left, other):
        out = left + other
        left.grad = np.full((2, 2), k)
        found = one_step(out, upstream)
        del found["the result"]
        left.grad += 1.0
        other.grad += 2.0
        grads = {"the gradient of `a`": left.grad, "the gradient of `b`": other.grad}
        return {**found, **grads, "the gradient of the result": out.grad}


ADDED = "a share is added to the gradient that is already there"
of_two(
    SHAPES, "shares_of_a_product_are_added", "a * b", ADDED, operator.mul, table(2, 2), table(2, 2), table(2, 2), held=1
)


@probe(
    SHAPES,
    "the data of `a` and `b` after `a + b` and `a * b`, where they were {a} and {b}",
    "an operation does not change its operands",
    a=table(2, 2),
    b=table(2),
)
def operands_stay(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the data of both operands."""
    with leaves(namespace, a, b) as (left, other):
        for out in (left + other, left * other):
            one_step(out, [[1.0, 2.0], [3.0, 4.0]])
    return {"the data of `a`": left.data, "the data of `b`": other.data}


COPIED = "the sum moves as far as each entry does, so the upstream gradient is copied to every entry"


def _of_sum(name: str, call: str, dims: tuple[int, ...], upstream: Any, **arguments: Any) -> None:
    def asked(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
        node = leaf(namespace["Tensor"], a)
        return one_step(node.sum(**arguments), upstream, a=node)

    asked.__name__ = name
    words = f"`a.{call}` with `a = {{a}}` and the upstream gradient `{{upstream}}`"
    probe(SHAPES, words, COPIED, a=table(*dims), upstream=upstream)(asked)


_of_sum("sum_of_all", "sum()", (2, 3), one_of([1.5, 2.5, -3.5], simple=[2.0, 3.0]))
_of_sum("sum_of_columns", "sum(axis=0)", (3, 2), table(2), axis=0)
_of_sum("sum_of_rows", "sum(axis=1)", (2, 3), table(2), axis=1)
_of_sum("sum_of_rows_of_a_square", "sum(axis=1)", (2, 2), table(2), axis=1)
_of_sum("sum_of_rows_kept", "sum(axis=1, keepdims=True)", (2, 3), table(2, 1), axis=1, keepdims=True)
_of_sum("sum_along_the_last", "sum(axis=-1)", (2, 3), table(2), axis=-1)
_of_sum("sum_of_all_kept", "sum(keepdims=True)", (2, 2), table(1, 1), keepdims=True)


@probe(
    SHAPES,
    "`a.sum()` with `a = {a}` and the upstream gradient 2.5, where each entry of `a.grad` is 1 before",
    ADDED,
    a=table(2, 2),
)
def share_of_a_sum_is_added(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return the gradient of a sum's operand that held ones."""
    node = leaf(namespace["Tensor"], a)
    out = node.sum()
    node.grad = np.ones((2, 2))
    return one_step(out, 2.5, a=node)


@probe(
    SHAPES,
    "`Tensor({a})`, with whole numbers among them: its data and its gradient",
    "data is an array of float64, and the gradient starts as zeros of the same shape",
    a=lambda draw: Table([[draw.random.randint(2, 9) for _ in range(2)], [1, draw.random.randint(2, 9)]]),
)
def new_tensor(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return what a new tensor holds."""
    made = namespace["Tensor"](a)
    return {"the data": made.data, "the gradient": made.grad}


@probe(
    SHAPES,
    "the parents of `Tensor({a}, (x,), '+')`, in its `_prev`",
    "the signature has the parents in the second place: the given operations pass them there",
    a=table(1, 2),
)
def parents_in_second_place(namespace: Namespace, a: Any) -> list[str]:
    """Return the parents of a tensor that was made as an operation makes it."""
    x = namespace["Tensor"]([[1.0]])
    return parents_among(namespace["Tensor"](a, (x,), "+"), x=x)


@probe(
    SHAPES,
    "the gradient of the result of `a + b` and of `a.sum(axis=0)`, before any backward step",
    "each new tensor has zeros of the shape of its data",
)
def new_results(namespace: Namespace) -> dict[str, Any]:
    """Return the gradients of results that are new."""
    tensor = namespace["Tensor"]
    with with_right_rule(tensor):
        a, b = tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0], [7.0, 8.0]])
        made = {"a + b": a + b, "a.sum(axis=0)": a.sum(axis=0)}
    return {f"the gradient of `{name}`": out.grad for name, out in made.items()}


@probe(
    SHAPES,
    "the parents of `a + b`, of `a * b` and of `a.sum()`, in their `_prev`",
    "the backward pass finds them there",
)
def parents(namespace: Namespace) -> dict[str, Any]:
    """Return the names of the parents of each operation's result."""
    tensor = namespace["Tensor"]
    a, b = tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0], [7.0, 8.0]])
    results = {"a + b": a + b, "a * b": a * b, "a.sum()": a.sum()}
    return {name: parents_among(out, a=a, b=b) for name, out in results.items()}
