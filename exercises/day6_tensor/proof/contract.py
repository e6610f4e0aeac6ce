# SPDX-License-Identifier: MIT
"""The contract of exercise 6.3, checked against PyTorch in float64."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

from exercises.shared.proof.contract import Clause, plain_array, raises

__all__ = ["clauses"]

PAPER, MATMUL, SHAPES, BACKWARD = (f"day6-tensor-{name}" for name in ("paper", "matmul", "shapes", "backward"))
ON_PAPER = {"dL/dX": [-1.0, -2.0], "rule X": "B"}

# Operations by check, with the shapes of their operands.
Operate = Callable[..., Any]
PAIRS = [((2, 2), (2, 2)), ((3, 2), (2,)), ((2,), (2, 2)), ((2, 3), (2, 1)), ((2, 1), (1, 3)), ((2, 2), ()),
         ((2, 3, 2), (3, 1)), ((3, 3), (3,)), ((3, 3), (3, 1))]  # fmt: skip
STEPS: list[tuple[str, str, Operate, list[tuple[tuple[int, ...], ...]]]] = [
    (MATMUL, "a @ b", lambda a, b: a @ b, [((1, 2), (2, 3)), ((2, 2), (2, 2)), ((3, 2), (2, 1)), ((3, 4), (4, 2))]),
    (MATMUL, "a @ a", lambda a: a @ a, [((2, 2),), ((3, 3),)]),
    (SHAPES, "a + b", lambda a, b: a + b, PAIRS),
    (SHAPES, "a * b", lambda a, b: a * b, PAIRS),
    (SHAPES, "a + a", lambda a: a + a, [((2, 2),)]),
    (SHAPES, "a * a", lambda a: a * a, [((2, 3),)]),
    (SHAPES, "a + 2.5", lambda a: a + 2.5, [((2, 2),)]),
    (SHAPES, "a * 2.5", lambda a: a * 2.5, [((2, 2),)]),
    (SHAPES, "a.sum()", lambda a: a.sum(), [((2, 3),), ((2, 2),), ((3,),)]),
    (SHAPES, "a.sum(axis=0)", lambda a: a.sum(axis=0), [((2, 3),), ((2, 2),)]),
    (SHAPES, "a.sum(axis=1)", lambda a: a.sum(axis=1), [((2, 3),), ((2, 2),)]),
    (SHAPES, "a.sum(axis=0, keepdims=True)", lambda a: a.sum(axis=0, keepdims=True), [((2, 3),), ((2, 2),)]),
    (SHAPES, "a.sum(axis=1, keepdims=True)", lambda a: a.sum(axis=1, keepdims=True), [((2, 3),), ((2, 2),)]),
]

# Graphs whose root is a single number, of leaves a, b and c.
GRAPHS: list[tuple[str, Operate]] = [
    ("(a * a).sum() + a.sum()", lambda a, b, c: (a * a).sum() + a.sum()),
    ("a @ b + c", lambda a, b, c: (a @ b + c).sum()),
    ("a @ b used twice", lambda a, b, c: _twice(a @ b)),
    ("a * c used twice", lambda a, b, c: _twice(a * c)),
    ("sums of sums", lambda a, b, c: ((a @ b) * c * 1.5).sum(axis=1).sum()),
    ("a long way and a short one", lambda a, b, c: ((a + a) * a + a).sum(axis=0).sum()),
]


def _twice(h: Any) -> Any:
    return (h * h + h).sum()


def _arrays(*shapes: tuple[int, ...]) -> list[np.ndarray]:
    source = np.random.default_rng(sum(map(sum, shapes)))
    return [source.normal(size=shape) for shape in shapes]


def _torch(arrays: list[np.ndarray]) -> list[Any]:
    import torch

    return [torch.tensor(array, dtype=torch.float64, requires_grad=True) for array in arrays]


def _of_step(check: str, words: str, operate: Operate, *shapes: tuple[int, ...]) -> Clause:
    """Return the clause about one step: data, shares that are added to what is there, and what stays."""
    arrays = _arrays(*shapes)
    twins = _torch(arrays)
    out = operate(*twins)
    upstream = np.random.default_rng(7).normal(size=tuple(out.shape))
    import torch

    out.backward(torch.tensor(upstream))
    expected = [plain_array(out.detach().numpy()), *(plain_array(1.0 + twin.grad.numpy()) for twin in twins)]

    def ask(names: Mapping[str, Any]) -> Any:
        leaves = [names["Tensor"](array.copy()) for array in arrays]
        made = operate(*leaves)
        made.grad = upstream.copy()
        for leaf in leaves:
            leaf.grad = np.ones(leaf.data.shape)
        made._backward()
        found = [plain_array(made.data), *(plain_array(leaf.grad) for leaf in leaves)]
        return [found, [plain_array(leaf.data) for leaf in leaves], plain_array(made.grad)]

    whole = [expected, [plain_array(array) for array in arrays], plain_array(upstream)]
    return Clause(check, f"{words} of {', '.join(map(str, shapes))}", ask, whole)


def _of_graph(words: str, function: Operate, passes: int = 1) -> Clause:
    arrays = _arrays((2, 2), (2, 2), (2,))
    twins = _torch(arrays)
    root = function(*twins)
    root.backward()
    grads = [np.zeros(twin.shape) if twin.grad is None else passes * twin.grad.numpy() for twin in twins]

    def ask(names: Mapping[str, Any]) -> Any:
        leaves = [names["Tensor"](array.copy()) for array in arrays]
        made = function(*leaves)
        for _ in range(passes):
            made.backward()
        return [plain_array(made.data), plain_array(made.grad), *(plain_array(leaf.grad) for leaf in leaves)]

    expected = [plain_array(root.detach().numpy()), plain_array(np.array(1.0)), *map(plain_array, grads)]
    return Clause(BACKWARD, f"{words}, {passes} passes", ask, expected, exact=False)


def _of_paper(key: str, expected: Any) -> Clause:
    def ask(names: Mapping[str, Any]) -> Any:
        entry = names["paper"][key]
        if isinstance(expected, str):
            return entry.strip().upper()
        found = np.array(entry, dtype=float).tolist()
        return found[0] if key == "dL/dX" and isinstance(found[0], list) and len(found) == 1 else found

    return Clause(PAPER, f"paper[{key!r}]", ask, expected)


def _no_change(names: Mapping[str, Any]) -> float:
    import torch

    weights = torch.ones((2, 2), dtype=torch.float64, requires_grad=True)
    upstream = torch.tensor(np.array(names["paper"]["G"], dtype=float))
    (torch.tensor([[1.0, 2.0], [3.0, 1.0], [4.0, 3.0]], dtype=torch.float64) @ weights).backward(upstream)
    return float(upstream.all() and weights.grad.abs().max() < 1e-9)


def _new(names: Mapping[str, Any]) -> Any:
    made = names["Tensor"]([[1, 2], [3, 4]])
    made.grad += 0.5
    return [plain_array(made.data), plain_array(made.grad)]


def _new_results(names: Mapping[str, Any]) -> Any:
    a, b = (names["Tensor"](array) for array in _arrays((2, 2), (2, 2)))
    return [plain_array(out.grad) for out in (a + b, a * b, a @ b, a.sum(axis=0))]


def _parents(names: Mapping[str, Any]) -> Any:
    a, b = (names["Tensor"](array) for array in _arrays((2, 2), (2, 2)))
    pairs = (a + b, a * b, a @ b)
    leaves = [len(list(a._prev)), len(list(b._prev))]
    return [*leaves, *({id(node) for node in out._prev} == {id(a), id(b)} for out in pairs), a.sum()._prev == (a,)
            or list(a.sum()._prev) == [a]]  # fmt: skip


def _arrays_of_their_own(names: Mapping[str, Any]) -> Any:
    a, b = (names["Tensor"](np.ones((2, 2))) for _ in range(2))
    out = a + b
    out.grad = np.ones((2, 2))
    out._backward()
    a.grad += 1.0
    b.grad += 2.0
    return [float(node.grad.sum()) for node in (out, a, b)]


def _list_on_the_right(names: Mapping[str, Any]) -> Any:
    a = names["Tensor"]([[1.0, 2.0]])
    out = a @ [[3.0], [4.0]]
    out.grad = np.array([[2.0]])
    out._backward()
    return [plain_array(out.data), plain_array(a.grad)]


def _middle_of_two_passes(names: Mapping[str, Any]) -> Any:
    a = names["Tensor"]([[1.0, 2.0]])
    h = a * a
    loss = h.sum()
    for _ in range(2):
        loss.backward()
    return [plain_array(node.grad) for node in (a, h, loss)]


def _places(names: Mapping[str, Any]) -> Any:
    a, b = (names["Tensor"](array) for array in _arrays((2, 2), (2, 2)))
    made = names["Tensor"](np.ones((2, 2)), (a, b), "+")
    return {id(node) for node in made._prev} == {id(a), id(b)}


def _equal(names: Mapping[str, Any]) -> Any:
    """Return gradients of tensors that agree in everything, as numbers and in what made them."""
    a, b = (names["Tensor"](np.ones((2, 2))) for _ in range(2))
    p, q = a * b, a * b
    (p + q).sum().backward()
    return [plain_array(node.grad) for node in (a, b, p, q)]


def _one_by_one(names: Mapping[str, Any]) -> Any:
    a = names["Tensor"]([[1.0, 2.0]])
    loss = a @ names["Tensor"]([[3.0], [4.0]])
    loss.backward()
    return [plain_array(a.grad), plain_array(loss.grad)]


def _refused(names: Mapping[str, Any]) -> str:
    node = names["Tensor"]([[1.0, 2.0]])
    return raises(lambda: (node + node).backward(), ValueError)


def _long_chain(names: Mapping[str, Any]) -> Any:
    a = x = names["Tensor"]([1.0, 2.0])
    for _ in range(300):
        x = x + a
    x.sum().backward()
    return plain_array(a.grad)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    half = plain_array(np.full((2, 2), 0.5))
    return (
        *(_of_paper(*entry) for entry in ON_PAPER.items()),
        Clause(PAPER, "paper['G']", _no_change, 1.0),
        *(_of_step(check, words, operate, *each) for check, words, operate, shapes in STEPS for each in shapes),
        *(_of_graph(words, function, passes) for words, function in GRAPHS for passes in (1, 2)),
        Clause(SHAPES, "a new tensor", _new, [plain_array(np.array([[1.0, 2.0], [3.0, 4.0]])), half]),
        Clause(SHAPES, "new results", _new_results, [plain_array(np.zeros(shape)) for shape in [(2, 2)] * 3 + [(2,)]]),
        Clause(SHAPES, "parents", _parents, [0, 0, True, True, True, True]),
        Clause(SHAPES, "parents in the second place", _places, True),
        Clause(SHAPES, "arrays of their own", _arrays_of_their_own, [4.0, 8.0, 12.0]),
        Clause(MATMUL, "a @ list", _list_on_the_right, [[[1, 1], [11.0]], [[1, 2], [6.0, 8.0]]]),
        Clause(BACKWARD, "the middle of two passes", _middle_of_two_passes,
               [[[1, 2], [4.0, 8.0]], [[1, 2], [1.0, 1.0]], [[], [1.0]]], exact=False),
        Clause(BACKWARD, "equal tensors", _equal,
               [plain_array(np.full((2, 2), share)) for share in (2.0, 2.0, 1.0, 1.0)], exact=False),
        Clause(BACKWARD, "a root of shape (1, 1)", _one_by_one, [[[1, 2], [3.0, 4.0]], [[1, 1], [1.0]]], exact=False),
        Clause(BACKWARD, "several numbers", _refused, "ValueError", exact=False),
        Clause(BACKWARD, "a long chain", _long_chain, [[2], [301.0, 301.0]], exact=False),
    )  # fmt: skip
