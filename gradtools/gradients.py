# SPDX-License-Identifier: MIT
"""Check an engine's gradients two ways: against PyTorch in float64, and against difference quotients.

An input may be an array: then each of its entries is nudged by itself, and has a row of its own.

PyTorch says what the derivative is; the difference quotient needs no rule for derivatives at all. Where both agree with
the engine, a common mistake of two rule books is out of the question.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .graph import expression, read_graph, short_repr
from .output import Table
from .text import SaidError, say

TORCH_TOLERANCE = 1e-9
# The slopes to the left and to the right of a smooth point differ by about epsilon times the second derivative.
KINK = 1e-3


class GradientMismatch(SaidError, AssertionError):
    """The engine disagrees with PyTorch or with the difference quotient; the text says where, and by how much."""


@dataclass(frozen=True)
class GradientRow:
    """The gradient of one input, or of one entry of an array, four times."""

    name: str
    value: float
    mine: float  # d(output)/d(input) by the engine
    torch: float  # the same by PyTorch, float64
    left: float  # slope from just below the input's number to it
    right: float  # slope from there to just above
    agree: bool  # whether the engine agrees with the other two

    @property
    def quotient(self) -> float:
        """The central difference quotient: the mean of both slopes."""
        return (self.left + self.right) / 2

    @property
    def kink(self) -> bool:
        """Whether the slopes left and right differ, so that there is no derivative to compare with."""
        return _differ(self.left, self.right, KINK)


class GradientReport(Table):
    """The table of a check: a row for each input or entry, and the result of ``f`` on the engine as ``output``."""

    def __init__(self, rows: Sequence[GradientRow], output: float) -> None:
        self.rows, self.output = tuple(rows), output
        yes, no = say("yes"), say("NO")
        cells = [
            [row.name, *map(_short, (row.value, row.mine, row.torch)), _slopes(row), yes if row.agree else no]
            for row in rows
        ]
        header = [say("input"), say("value"), say("mine"), "PyTorch", say("difference quotient"), say("agree")]
        super().__init__(header, cells)


def check_gradients(
    f: Callable[..., Any],
    *inputs: Any,
    value: Callable[[float], Any],
    names: Sequence[str] | None = None,
    epsilon: float = 1e-6,
    tolerance: float = 1e-6,
) -> GradientReport:
    """Run ``f`` on an engine, on PyTorch and on shifted inputs, and compare the gradients.

    Args:
        f: A function of as many nodes as there are inputs; it uses operators and methods that both the engine and
            PyTorch have. Its result is one number.
        *inputs: The numbers or arrays at which to check.
        value: The engine's class: ``value(2.0)`` makes a leaf.
        names: Names of the inputs; without them ``f``'s own parameter names.
        epsilon: Step of the difference quotient.
        tolerance: How far engine and difference quotient may differ, relative to the larger of 1 and the gradient.

    Raises:
        GradientMismatch: A result or a gradient disagrees; names expression, inputs, both numbers and their ratio, or
            both shapes.
        ValueError: There are no inputs, or ``f`` is not finite at them or right beside them.
        TypeError: ``f`` does not return a node of the engine, or PyTorch cannot run it.
    """
    if not inputs:
        raise ValueError(say("check_gradients needs at least one input: check_gradients(f, 2.0, value=Value)."))
    numbers = [_plain(number) for number in inputs]
    code = getattr(f, "__code__", None)
    own = list(code.co_varnames[: code.co_argcount]) if code is not None else []
    numbered = [say("input {place}", place=place) for place in range(1, len(numbers) + 1)]
    labels = list(names or (own if len(own) == len(numbers) else numbered))
    if len(labels) != len(numbers):
        counts = {"inputs": len(numbers), "names": len(labels)}
        raise ValueError(say("check_gradients got {inputs} inputs and {names} names.", **counts))
    leaves = [value(number) for number in numbers]
    root = f(*leaves)
    written = _written(root, leaves, labels)
    where = ", ".join(f"{label} = {_in_short(number)}" for label, number in zip(labels, numbers, strict=True))
    output = _finite(root.data, written, where)
    torch_output, torch_gradients = _torch(f, numbers)
    if _differ(output, torch_output, TORCH_TOLERANCE):
        raise GradientMismatch(
            "{written} at {where}: PyTorch computes {torch}, and your engine {mine}. The gradients are not compared, "
            "since the results already differ.",
            written=written, where=where, torch=_short(torch_output), mine=_short(output),
        )  # fmt: skip
    _run_backward(root)

    def compute(*shifted: float) -> Any:
        return f(*map(value, shifted))

    rows = []
    for index, (leaf, number) in enumerate(zip(leaves, numbers, strict=True)):
        if isinstance(number, float):
            places: list[Any] = [()]
        else:
            _need_shape(leaf, number, labels[index], written, where)
            places = list(_places(number))
        for place in places:
            slopes = (_slope(compute, numbers, index, place, by, output, written) for by in (-epsilon, epsilon))
            left, right = slopes
            mine, theirs = (_entry(grad, place) for grad in (leaf.grad, torch_gradients[index]))
            agree = not _differ(mine, theirs, TORCH_TOLERANCE)
            if not _differ(left, right, KINK):
                agree = agree and not _differ(mine, (left + right) / 2, tolerance)
            name = f"{labels[index]}[{', '.join(map(str, place))}]" if place else labels[index]
            rows.append(GradientRow(name, _entry(number, place), mine, theirs, left, right, agree))
    report = GradientReport(rows, output)
    for row in rows:
        if not row.agree:
            _refuse(row, written, where, report)
    return report


def _plain(given: Any) -> Any:
    """Return a number as a float, and a list or an array as a new array of float64."""
    if not (isinstance(given, list | tuple) or getattr(given, "shape", ())):
        return float(given)
    import numpy

    try:
        return numpy.array(given, dtype=float)
    except (TypeError, ValueError) as error:
        says = say("check_gradients needs numbers and arrays of numbers; it got {thing}.", thing=short_repr(given))
        raise TypeError(says) from error


def _places(array: Any) -> Any:
    import numpy

    return numpy.ndindex(array.shape)


def _entry(numbers: Any, place: tuple[int, ...]) -> float:
    return float(numbers[place]) if place else float(numbers)


def _in_short(number: Any) -> str:
    if isinstance(number, float):
        return _short(number)
    return say("an array of shape {shape}", shape=repr(number.shape))


def _need_shape(leaf: Any, data: Any, name: str, written: str, where: str) -> None:
    shape = tuple(getattr(leaf.grad, "shape", ()))
    if shape != data.shape:
        raise GradientMismatch(
            "{written} at {where}: the gradient of {name} has the shape {shape}; its data has {wanted}. What was "
            "repeated has to be added up.",
            written=written, where=where, name=name, shape=repr(shape), wanted=repr(data.shape),
        )  # fmt: skip


def _written(root: Any, leaves: list[Any], labels: list[str]) -> str:
    if not hasattr(root, "_prev") or not hasattr(root, "data"):
        given = {"got": short_repr(root), "kind": type(root).__name__}
        raise TypeError(say("f must return a node of the engine; it returned {got}, a {kind}.", **given))
    for leaf, label in zip(leaves, labels, strict=True):
        try:
            leaf.label = leaf.label or label
        except AttributeError:  # an engine with __slots__ may have no label
            break
    return expression(read_graph(root, "check_gradients"))


def _torch(f: Callable[..., Any], numbers: list[Any]) -> tuple[float, list[Any]]:
    import torch

    tensors = [torch.tensor(number, dtype=torch.float64, requires_grad=True) for number in numbers]
    try:
        result = f(*tensors)
    except AttributeError as error:
        says = say("PyTorch cannot run f: {error}. Use operators and methods that a tensor has too.", error=error)
        raise TypeError(says) from error
    if not isinstance(result, torch.Tensor):
        says = say(
            "f was given torch tensors and returned {got}, a {kind}. Build the result from the inputs, so that the "
            "same f runs on both.",
            got=short_repr(result), kind=type(result).__name__,
        )  # fmt: skip
        raise TypeError(says)
    if result.requires_grad:  # otherwise no input reaches the result, and every gradient is zero
        result.backward()
    return float(result.detach()), [(one.new_zeros(one.shape) if one.grad is None else one.grad) for one in tensors]


def _run_backward(root: Any) -> None:
    """Run the engine's pass; without ``backward`` each ``_backward`` from the result to the leaves."""
    if hasattr(root, "backward"):
        root.backward()
        return
    root.grad = 1.0
    for node in reversed(read_graph(root, "check_gradients").nodes):
        node.source._backward()


def _slope(
    compute: Callable[..., Any],
    numbers: list[Any],
    index: int,
    entry: tuple[int, ...],
    shift: float,
    output: float,
    written: str,
) -> float:
    """Return the slope from one input, or one entry of it, to the number right beside it."""
    shifted = list(numbers)
    if entry:
        shifted[index] = numbers[index].copy()
        shifted[index][entry] += shift
    else:
        shifted[index] = numbers[index] + shift
    beside = {"place": index + 1, "number": _entry(shifted[index], entry)}
    where = say("input {place} = {number!r}, right beside the point that you ask about", **beside)
    try:
        result = _single(compute(*shifted).data)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        given = {"written": written, "where": where, "error": error}
        raise ValueError(say("{written} can't be computed at {where}: {error}", **given)) from error
    return (_finite(result, written, where) - output) / shift


def _finite(number: Any, written: str, where: str) -> float:
    real = _single(number)
    if not math.isfinite(real):
        given = {"written": written, "real": real, "where": where}
        raise ValueError(say("{written} is {real} at {where}: there is no gradient to compare.", **given))
    return real


def _single(number: Any) -> float:
    """Return the one number that an engine's result holds; ValueError where it holds several."""
    shape = tuple(getattr(number, "shape", ()))
    if math.prod(shape) != 1:
        says = say("f gives an array of shape {shape}. Its result is a single number: sum it.", shape=repr(shape))
        raise ValueError(says)
    return float(number.item()) if shape else float(number)


def _differ(first: float, second: float, tolerance: float) -> bool:
    return not abs(first - second) <= tolerance * max(1.0, abs(first), abs(second))


def _refuse(row: GradientRow, written: str, where: str, report: GradientReport) -> None:
    ratio = (
        say("Their ratio is {ratio}.", ratio=_short(row.mine / row.torch)) if row.torch else say("PyTorch's is zero.")
    )
    raise GradientMismatch(
        "{written} at {where}: the gradient of {name} is {torch} by PyTorch and {quotient} by difference quotient. "
        "Your engine says {mine}. {ratio}\n{report}",
        written=written, where=where, name=row.name, torch=_short(row.torch), quotient=_slopes(row),
        mine=_short(row.mine), ratio=ratio, report=report,
    )  # fmt: skip


def _slopes(row: GradientRow) -> str:
    if row.kink:
        return say("a kink: {left} left, {right} right", left=_short(row.left), right=_short(row.right))
    return _short(row.quotient)


def _short(number: float) -> str:
    return f"{number + 0.0:.6g}"
