# SPDX-License-Identifier: MIT
"""Check an engine's gradients two ways: against PyTorch in float64, and against difference quotients.

PyTorch says what the derivative is; the difference quotient needs no rule for derivatives at all. Where both agree with
the engine, a common mistake of two rule books is out of the question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .graph import expression, read_graph, short_repr, topological_order
from .output import markdown_table, show, text_table

TORCH_TOLERANCE = 1e-9
# The slopes to the left and to the right of a smooth point differ by about epsilon times the second derivative.
KINK = 1e-3


class GradientMismatch(AssertionError):
    """The engine disagrees with PyTorch or with the difference quotient; the text says where, and by how much."""


@dataclass(frozen=True)
class GradientRow:
    """One input's gradient, four times.

    Attributes:
        name: The input's name.
        value: Its number.
        mine: d(output)/d(input) by the engine.
        torch: The same by PyTorch, float64.
        left: Slope from just below the input's number to it.
        right: Slope from there to just above.
        agree: Whether the engine agrees with the other two.
    """

    name: str
    value: float
    mine: float
    torch: float
    left: float
    right: float
    agree: bool

    @property
    def quotient(self) -> float:
        """The central difference quotient: the mean of both slopes."""
        return (self.left + self.right) / 2

    @property
    def kink(self) -> bool:
        """Whether the slopes left and right differ, so that there is no derivative to compare with."""
        return _differ(self.left, self.right, KINK)


class GradientReport:
    """The table of a check. Shows itself in a notebook; ``str()`` gives it as text."""

    header = ("input", "value", "mine", "PyTorch", "difference quotient", "agree")

    def __init__(self, rows: Sequence[GradientRow], output: float) -> None:
        self.rows = tuple(rows)
        self.output = output

    def _cells(self) -> list[list[str]]:
        return [
            [
                row.name,
                _short(row.value),
                _short(row.mine),
                _short(row.torch),
                _slopes(row),
                "yes" if row.agree else "NO",
            ]
            for row in self.rows
        ]

    def __str__(self) -> str:
        return text_table(list(self.header), self._cells())

    __repr__ = __str__

    def _ipython_display_(self) -> None:
        show([{"text/markdown": markdown_table(list(self.header), self._cells()), "text/plain": str(self)}])


def check_gradients(
    f: Callable[..., Any],
    *inputs: float,
    value: Callable[[float], Any],
    names: Sequence[str] | None = None,
    epsilon: float = 1e-6,
    tolerance: float = 1e-6,
) -> GradientReport:
    """Run ``f`` on an engine, on PyTorch and on shifted inputs, and compare the gradients.

    Args:
        f: A function of as many nodes as there are inputs; it uses operators and methods that both the engine and
            PyTorch have. Its result is one number.
        *inputs: The numbers at which to check.
        value: The engine's class: ``value(2.0)`` makes a leaf.
        names: Names of the inputs for the table; without them ``f``'s own parameter names.
        epsilon: Step of the difference quotient.
        tolerance: How far engine and difference quotient may differ, relative to the larger of 1 and the gradient.

    Returns:
        A report with one row for each input. An engine without ``backward`` is run by calling ``_backward`` from the
        result to the leaves.

    Raises:
        GradientMismatch: A result or a gradient disagrees; names expression, inputs, both numbers and their ratio.
        ValueError: There are no inputs, or ``f`` is not finite at them or right beside them.
        TypeError: ``f`` does not return a node of the engine, or PyTorch cannot run it.
    """
    if not inputs:
        raise ValueError("check_gradients needs at least one input: check_gradients(f, 2.0, value=Value).")
    numbers = [float(number) for number in inputs]
    labels = list(names or _parameter_names(f, len(numbers)))
    if len(labels) != len(numbers):
        raise ValueError(f"check_gradients got {len(numbers)} inputs and {len(labels)} names.")
    leaves = [value(number) for number in numbers]
    root = f(*leaves)
    written = _written(root, leaves, labels)
    where = ", ".join(f"{label} = {_short(number)}" for label, number in zip(labels, numbers, strict=True))
    output = _finite(root.data, written, where)
    torch_output, torch_gradients = _torch(f, numbers)
    if _differ(output, torch_output, TORCH_TOLERANCE):
        raise GradientMismatch(
            f"{written} at {where}: PyTorch computes {_short(torch_output)}, and your engine {_short(output)}. "
            "The gradients are not compared, since the results already differ."
        )
    _run_backward(root)
    rows = []
    for index, leaf in enumerate(leaves):
        left, right = _slopes_at(f, value, numbers, index, epsilon, output, written)
        mine = float(leaf.grad)
        agree = not _differ(mine, torch_gradients[index], TORCH_TOLERANCE)
        if not _differ(left, right, KINK):
            agree = agree and not _differ(mine, (left + right) / 2, tolerance)
        rows.append(GradientRow(labels[index], numbers[index], mine, torch_gradients[index], left, right, agree))
    report = GradientReport(rows, output)
    for row in rows:
        if not row.agree:
            raise GradientMismatch(_mismatch(row, written, where, report))
    return report


def _parameter_names(f: Callable[..., Any], count: int) -> list[str]:
    code = getattr(f, "__code__", None)
    found = list(code.co_varnames[: code.co_argcount]) if code is not None else []
    return found if len(found) == count else [f"input {index + 1}" for index in range(count)]


def _written(root: Any, leaves: list[Any], labels: list[str]) -> str:
    if not hasattr(root, "_prev") or not hasattr(root, "data"):
        raise TypeError(f"f must return a node of the engine; it returned {short_repr(root)}, a {type(root).__name__}.")
    for leaf, label in zip(leaves, labels, strict=True):
        try:
            leaf.label = leaf.label or label
        except AttributeError:  # an engine with __slots__ may have no label
            break
    return expression(read_graph(root, "check_gradients"))


def _torch(f: Callable[..., Any], numbers: list[float]) -> tuple[float, list[float]]:
    import torch

    tensors = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    try:
        result = f(*tensors)
    except AttributeError as error:
        raise TypeError(f"PyTorch cannot run f: {error}. Use operators and methods that a tensor has too.") from error
    if not isinstance(result, torch.Tensor):
        raise TypeError(
            f"f was given torch tensors and returned {short_repr(result)}, a {type(result).__name__}. Build the result "
            "from the inputs, so that the same f runs on both."
        )
    if result.requires_grad:  # otherwise no input reaches the result, and every gradient is zero
        result.backward()
    return float(result.detach()), [0.0 if one.grad is None else float(one.grad) for one in tensors]


def _run_backward(root: Any) -> None:
    if hasattr(root, "backward"):
        root.backward()
        return
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        node._backward()


def _slopes_at(
    f: Callable[..., Any],
    value: Callable[[float], Any],
    numbers: list[float],
    index: int,
    epsilon: float,
    output: float,
    written: str,
) -> tuple[float, float]:
    """Return the slopes to the left and to the right of one input."""
    found = []
    for shift in (-epsilon, epsilon):
        shifted = list(numbers)
        shifted[index] += shift
        where = f"input {index + 1} = {shifted[index]!r}, right beside the point that you ask about"
        try:
            result = float(f(*[value(number) for number in shifted]).data)
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            raise ValueError(f"{written} can't be computed at {where}: {error}") from error
        found.append((_finite(result, written, where) - output) / shift)
    return found[0], found[1]


def _finite(number: Any, written: str, where: str) -> float:
    real = float(number)
    if not math.isfinite(real):
        raise ValueError(f"{written} is {real} at {where}: there is no gradient to compare.")
    return real


def _differ(first: float, second: float, tolerance: float) -> bool:
    return not abs(first - second) <= tolerance * max(1.0, abs(first), abs(second))


def _mismatch(row: GradientRow, written: str, where: str, report: GradientReport) -> str:
    ratio = f"Their ratio is {_short(row.mine / row.torch)}." if row.torch else "PyTorch's is zero."
    return (
        f"{written} at {where}: the gradient of {row.name} is {_short(row.torch)} by PyTorch and {_slopes(row)} by "
        f"difference quotient. Your engine says {_short(row.mine)}. {ratio}\n{report}"
    )


def _slopes(row: GradientRow) -> str:
    if row.kink:
        return f"a kink: {_short(row.left)} left, {_short(row.right)} right"
    return _short(row.quotient)


def _short(number: float) -> str:
    return f"{number + 0.0:.6g}"
