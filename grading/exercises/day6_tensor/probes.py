# SPDX-License-Identifier: MIT
"""Questions about the paper and about ``Tensor``: one step of each operation, then ``backward``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from grading.exercises.shared.arrays import alike, array, leaf, np, one_step, table
from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import chosen
from grading.exercises.shared.plain import numbers_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.exercises.shared.stand_in import Part, fair_class, methods_of, name_in, replaced_unless

right = KeptAway("grading.exercises.day6_tensor.right")
right_rule = KeptAway("grading.exercises.day6_unbroadcast.right")

PAPER, MATMUL = "day6-tensor-paper", "day6-tensor-matmul"
SHAPES, BACKWARD = "day6-tensor-shapes", "day6-tensor-backward"


# The paper


@probe(
    PAPER,
    '`paper["dL/dX"]`',
    "x_i stands in each output z_j with the factor w_ij, and z_j sends G_j back",
    reveal=False,
    many=True,
)
def gradient_of_x(namespace: Namespace) -> Any:
    """Return the two numbers; a table of one row counts as its row."""
    given = written(written(namespace["paper"])["dL/dX"])
    listed = _listed(given)
    return listed[0] if isinstance(listed, list) and len(listed) == 1 and isinstance(listed[0], list) else listed


@probe(
    PAPER,
    '`paper["dL/dW"]`',
    "w_ij stands in z_j alone, with the factor x_i",
    reveal=False,
    many=True,
)
def gradient_of_w(namespace: Namespace) -> Any:
    """Return the two rows."""
    return _listed(written(written(namespace["paper"])["dL/dW"]))


def _listed(entry: Any) -> Any:
    """Return a list, a tuple or an array as lists of numbers, and anything else as it is."""
    if type(entry) is np.ndarray:
        return entry.tolist()
    if isinstance(entry, (list, tuple)):
        return [_listed(part) for part in entry]
    return numbers_of([written(entry)])[0]


chosen(
    PAPER,
    "paper",
    "rule X",
    "for a square W two of the rules have the right shape, and one of them gives your numbers",
    ("A", "B", "C", "D"),
)


# One step of each operation


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


def _with_right_rule(tensor: Any) -> AbstractContextManager[str]:
    """Give a right `unbroadcast` to the learner's class, where its own is wrong: another check asks for that."""
    method = getattr(tensor, "__add__", None)
    own = name_in(method, "unbroadcast")
    part = Part(lambda: right_rule.unbroadcast)
    return replaced_unless(method, lambda: _unbroadcast_works(own), unbroadcast=part)


Operate = Callable[[Any, Any], Any]


def _of_two(
    check: str, name: str, ask: str, because: str, operate: Operate, a: Any, b: Any, upstream: Any, **options: Any
) -> None:
    """Register the question for one step of an operation with two operands."""

    def asked(namespace: Namespace, a: Any, b: Any, upstream: Any) -> dict[str, Any]:
        tensor = namespace["Tensor"]
        with _with_right_rule(tensor):
            left, other = leaf(tensor, a), leaf(tensor, b)
            return one_step(operate(left, other), upstream, a=left, b=other)

    asked.__name__ = name
    words = f"`{ask}` with a = {{a}}, b = {{b}} and the upstream gradient {{upstream}}"
    probe(check, words, because, a=a, b=b, upstream=upstream, **options)(asked)


OF_MATMUL = "x_ik has the factor w_kj in z_ij: G meets the other operand, turned"
_of_two(MATMUL, "product", "a @ b", OF_MATMUL, operator.matmul, table(1, 2), table(2, 3), table(1, 3))
_of_two(MATMUL, "square_product", "a @ b", OF_MATMUL, operator.matmul, table(2, 2), table(2, 2), table(2, 2))
_of_two(MATMUL, "tall_product", "a @ b", OF_MATMUL, operator.matmul, table(3, 2), table(2, 1), table(3, 1))


@probe(
    MATMUL,
    "`a @ a` with a = {a} and the upstream gradient {upstream}",
    "a is used twice, and its two shares are added",
    a=table(2, 2),
    upstream=table(2, 2),
)
def used_twice(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
    """Return the gradient of a table that is multiplied by itself."""
    node = leaf(namespace["Tensor"], a)
    return one_step(node @ node, upstream, a=node)


@probe(
    MATMUL,
    "`a @ b` with a = {a}, b = {b} and the upstream gradient {upstream}, where each entry of a.grad and of b.grad "
    "is 1 before",
    "a share is added to what is there",
    a=table(1, 2),
    b=table(2, 2),
    upstream=table(1, 2),
)
def shares_are_added(namespace: Namespace, a: Any, b: Any, upstream: Any) -> dict[str, Any]:
    """Return the gradients after a step that found ones."""
    left, other = leaf(namespace["Tensor"], a), leaf(namespace["Tensor"], b)
    out = left @ other
    left.grad, other.grad = np.ones((1, 2)), np.ones((2, 2))
    return one_step(out, upstream, a=left, b=other)


@probe(
    MATMUL,
    "the data of a and b after `a @ b` and its step back, where they were {a} and {b}",
    "an operation leaves its operands as they are",
    a=table(2, 3),
    b=table(3, 1),
    many=True,
)
def operands_of_matmul(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the data of both operands."""
    left, other = leaf(namespace["Tensor"], a), leaf(namespace["Tensor"], b)
    one_step(left @ other, [[1.0], [2.0]])
    return {"the data of `a`": left.data, "the data of `b`": other.data}


OF_SUM = "each operand gets the upstream gradient, in its own shape: what was repeated is added up"
OF_PRODUCT = "each operand gets the other's data times the upstream gradient, in its own shape"
for sign, word, operate, because in (("+", "sum", operator.add, OF_SUM), ("*", "product", operator.mul, OF_PRODUCT)):
    ask = f"a {sign} b"
    _of_two(SHAPES, f"{word}_of_tables", ask, because, operate, table(2, 2), table(2, 2), table(2, 2))
    _of_two(SHAPES, f"{word}_with_a_row", ask, because, operate, table(3, 2), table(2), table(3, 2))
    _of_two(SHAPES, f"{word}_with_a_column", ask, because, operate, table(2, 3), table(2, 1), table(2, 3))
    _of_two(SHAPES, f"{word}_of_a_row_and_a_table", ask, because, operate, table(2), table(2, 2), table(2, 2))
    _of_two(SHAPES, f"{word}_of_column_and_row", ask, because, operate, table(2, 1), table(1, 3), table(2, 3))


@probe(
    SHAPES,
    "`a * {k} + {k}` with a = {a} and the upstream gradient {upstream}",
    "a plain number is made a Tensor first, and a gets the factor times the upstream gradient",
    a=table(2, 2),
    k=lambda draw: draw.random.choice((1.5, 2.5, -3.5)),
    upstream=table(2, 2),
)
def plain_number(namespace: Namespace, a: Any, k: float, upstream: Any) -> dict[str, Any]:
    """Return a step with a plain number on the right."""
    tensor = namespace["Tensor"]
    with _with_right_rule(tensor):
        node = leaf(tensor, a)
        product = node * k
        out = product + k
        product.grad = np.zeros((2, 2))
        found = one_step(out, upstream)
        product._backward()
        return {**found, "the gradient of `a`": node.grad}


@probe(
    SHAPES,
    "`a + a`, then `a * a`, with a = {a} and the upstream gradient {upstream}",
    "a is used twice, and its two shares are added",
    a=table(2, 2),
    upstream=table(2, 2),
)
def twice_the_same(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
    """Return the gradient of a table that meets itself."""
    tensor = namespace["Tensor"]
    with _with_right_rule(tensor):
        first, second = leaf(tensor, a), leaf(tensor, a)
        of_sum = one_step(first + first, upstream, a=first)
        of_product = one_step(second * second, upstream, a=second)
        named = {f"{name}, in `a + a`": value for name, value in of_sum.items()}
        return {**named, **{f"{name}, in `a * a`": value for name, value in of_product.items()}}


@probe(
    SHAPES,
    "`a + b` with the upstream gradient {upstream}, where each entry of a.grad is {k} before, and then 1 is added to "
    "each entry of a.grad and 2 to each entry of b.grad, in place",
    "a share is added to what is there, and each node has an array of its own",
    a=table(2, 2),
    b=table(2, 2),
    k=lambda draw: draw.random.choice((1.0, 2.0, 5.0)),
    upstream=table(2, 2),
)
def arrays_of_their_own(namespace: Namespace, a: Any, b: Any, k: float, upstream: Any) -> dict[str, Any]:
    """Return the gradients of both operands and of the result, after both were changed in place."""
    tensor = namespace["Tensor"]
    with _with_right_rule(tensor):
        left, other = leaf(tensor, a), leaf(tensor, b)
        out = left + other
        left.grad = np.full((2, 2), k)
        found = one_step(out, upstream)
        del found["the result"]
        left.grad += 1.0
        other.grad += 2.0
        grads = {"the gradient of `a`": left.grad, "the gradient of `b`": other.grad}
        return {**found, **grads, "the gradient of the result": out.grad}


@probe(
    SHAPES,
    "the data of a and b after `a + b` and `a * b`, where they were {a} and {b}",
    "an operation leaves its operands as they are",
    a=table(2, 2),
    b=table(2),
    many=True,
)
def operands_stay(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the data of both operands."""
    tensor = namespace["Tensor"]
    with _with_right_rule(tensor):
        left, other = leaf(tensor, a), leaf(tensor, b)
        for out in (left + other, left * other):
            one_step(out, [[1.0, 2.0], [3.0, 4.0]])
    return {"the data of `a`": left.data, "the data of `b`": other.data}


COPIED = "each entry moves the sum by as much as itself, so the upstream gradient is copied to every entry"


def _of_sum(name: str, call: str, dims: tuple[int, ...], upstream: Any, **arguments: Any) -> None:
    def asked(namespace: Namespace, a: Any, upstream: Any) -> dict[str, Any]:
        node = leaf(namespace["Tensor"], a)
        return one_step(node.sum(**arguments), upstream, a=node)

    asked.__name__ = name
    words = f"`a.{call}` with a = {{a}} and the upstream gradient {{upstream}}"
    probe(SHAPES, words, COPIED, a=table(*dims), upstream=upstream)(asked)


_of_sum("sum_of_all", "sum()", (2, 3), lambda draw: draw.random.choice((1.5, 2.5, -3.5)))
_of_sum("sum_of_columns", "sum(axis=0)", (3, 2), table(2), axis=0)
_of_sum("sum_of_rows", "sum(axis=1)", (2, 3), table(2), axis=1)
_of_sum("sum_of_rows_of_a_square", "sum(axis=1)", (2, 2), table(2), axis=1)
_of_sum("sum_of_rows_kept", "sum(axis=1, keepdims=True)", (2, 3), table(2, 1), axis=1, keepdims=True)
_of_sum("sum_along_the_last", "sum(axis=-1)", (2, 3), table(2), axis=-1)
_of_sum("sum_of_all_kept", "sum(keepdims=True)", (2, 2), table(1, 1), keepdims=True)


@probe(
    SHAPES,
    "`a.sum()` with a = {a} and the upstream gradient 2.5, where each entry of a.grad is 1 before",
    "a share is added to what is there",
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
    "data is an array of float64, and the gradient begins as zeros of the same shape",
    a=lambda draw: [[draw.random.randint(2, 9), draw.random.randint(2, 9)], [1, draw.random.randint(2, 9)]],
    many=True,
)
def new_tensor(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return what a new tensor holds."""
    made = namespace["Tensor"](a)
    return {"the data": made.data, "the gradient": made.grad}


@probe(
    SHAPES,
    "the gradient of the result of `a + b`, of `a @ b` and of `a.sum(axis=0)`, before any step back",
    "each new tensor has zeros of the shape of its data",
    many=True,
)
def new_results(namespace: Namespace) -> dict[str, Any]:
    """Return the gradients of results that are new."""
    tensor = namespace["Tensor"]
    with _with_right_rule(tensor):
        a, b = tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0], [7.0, 8.0]])
        made = {"a + b": a + b, "a @ b": a @ b, "a.sum(axis=0)": a.sum(axis=0)}
    return {f"the gradient of `{name}`": out.grad for name, out in made.items()}


@probe(
    SHAPES,
    "the parents of `a + b`, of `a * b`, of `a @ b` and of `a.sum()`, in their `_prev`",
    "the backward pass finds them there",
    many=True,
)
def parents(namespace: Namespace) -> dict[str, Any]:
    """Return the names of the parents of each operation's result."""
    tensor = namespace["Tensor"]
    a, b = tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0], [7.0, 8.0]])
    results = {"a + b": a + b, "a * b": a * b, "a @ b": a @ b, "a.sum()": a.sum()}
    named = {"a": a, "b": b}
    return {
        name: sorted(key for key, node in named.items() if any(parent is node for parent in out._prev))
        for name, out in results.items()
    }


# The backward pass


def _operations_work(tensor: Any) -> bool:
    """Tell whether each operation computes, remembers its parents, and adds shares of the right shape in one step."""
    with _with_right_rule(tensor):
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
    node = tensor([1.0, 2.0])
    return alike((node + 3.0).data, [4.0, 5.0]) and alike((node * 3.0).data, [3.0, 6.0])


def _sum_works(tensor: Any) -> bool:
    node = tensor([[1.0, 2.0], [3.0, 4.0]])
    whole, rows = node.sum(), node.sum(axis=1)
    node.grad, whole.grad, rows.grad = np.ones((2, 2)), array(2.0), array([3.0, 5.0])
    fits = alike(whole.data, 10.0) and alike(rows.data, [3.0, 7.0]) and next(iter(whole._prev)) is node
    whole._backward()
    rows._backward()
    return fits and alike(node.grad, [[6.0, 6.0], [8.0, 8.0]])


@contextmanager
def _fair_tensor(namespace: Namespace) -> Iterator[Any]:
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
        _with_right_rule(tensor),
    ):
        yield tensor


@probe(
    BACKWARD,
    "`L = (a * a).sum() + a.sum()` with a = {a}: the gradient of a",
    "the slope of x² + x is 2x + 1, and the shares of all uses are added",
    a=table(2, 2),
)
def two_ways(namespace: Namespace, a: Any) -> Any:
    """Return the gradient of a leaf that reaches the root in two ways."""
    with _fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        ((node * node).sum() + node.sum()).backward()
        return node.grad


@probe(
    BACKWARD,
    "`h = a * b`, then `L = (h * h + h).sum()`, with a = {a} and b = {b}",
    "h passes on what it has once all its uses have added their share",
    a=table(2, 2),
    b=table(2),
)
def shared_node(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where a node in the middle is used twice."""
    with _fair_tensor(namespace) as tensor:
        left, other = leaf(tensor, a), leaf(tensor, b)
        h = left * other
        loss = (h * h + h).sum()
        loss.backward()
        grads = {"the gradient of `h`": h.grad, "the gradient of `a`": left.grad, "the gradient of `b`": other.grad}
        return {**grads, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`L = ((x @ w + b) * {k}).sum(axis=1).sum()` with x = {x}, w = {w} and b = {b}",
    "each gradient has the shape of its data",
    x=table(3, 2),
    w=table(2, 2),
    b=table(2),
    k=lambda draw: draw.random.choice((1.5, 2.5, -3.5)),
)
def layer(namespace: Namespace, x: Any, w: Any, b: Any, k: float) -> dict[str, Any]:
    """Return the gradients of a layer."""
    with _fair_tensor(namespace) as tensor:
        leaves = {"x": leaf(tensor, x), "w": leaf(tensor, w), "b": leaf(tensor, b)}
        ((leaves["x"] @ leaves["w"] + leaves["b"]) * k).sum(axis=1).sum().backward()
        return {f"the gradient of `{name}`": node.grad for name, node in leaves.items()}


@probe(
    BACKWARD,
    "`h = a * a`, `L = h.sum()` with a = {a}, after `L.backward()` was called twice",
    "a leaf collects, so its gradient is twice as large; every other node starts afresh",
    a=table(2, 2),
)
def two_passes(namespace: Namespace, a: Any) -> dict[str, Any]:
    """Return the gradients of leaf, middle and root after two passes."""
    with _fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        h = node * node
        loss = h.sum()
        loss.backward()
        loss.backward()
        grads = {"the gradient of `a`": node.grad, "the gradient of `h`": h.grad}
        return {**grads, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`L = a @ b`, of shape (1, 1), with a = {a} and b = {b}: the gradients of a and L",
    "it is a single number, though it has two axes, and the seed has its shape",
    a=table(1, 2),
    b=table(2, 1),
)
def one_by_one(namespace: Namespace, a: Any, b: Any) -> dict[str, Any]:
    """Return the gradients where the root has the shape (1, 1)."""
    with _fair_tensor(namespace) as tensor:
        left, other = leaf(tensor, a), leaf(tensor, b)
        loss = left @ other
        loss.backward()
        return {"the gradient of `a`": left.grad, "the gradient of `L`": loss.grad}


@probe(
    BACKWARD,
    "`Tensor({a}).backward()`, on several numbers",
    "a table has a slope for each pair of entries, and the seed 1 would add them all up",
    a=table(2, 2),
)
def several_numbers(namespace: Namespace, a: Any) -> str:
    """Return the kind of error."""
    with _fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        try:
            (node + node).backward()
        except NotImplementedError:
            raise
        except Exception as error:
            return type(error).__name__
        return "no error"


@probe(
    BACKWARD,
    "a chain of 300 sums `x = x + a` from a = {a}, then `x.sum().backward()`: the gradient of a",
    "a is used 301 times, and each use adds 1",
    a=table(2),
)
def long_chain(namespace: Namespace, a: Any) -> Any:
    """Return the gradient at the start of a long chain."""
    with _fair_tensor(namespace) as tensor:
        node = leaf(tensor, a)
        x = node
        for _ in range(300):
            x = x + node
        x.sum().backward()
        return node.grad
