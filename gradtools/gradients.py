# SPDX-License-Identifier: MIT
"""Check an engine's gradients two ways: against PyTorch in float64, and against difference quotients.

PyTorch says what the derivative is; the difference quotient needs no rule for derivatives at all. Where both agree with
the engine, a common mistake of two rule books is out of the question.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from language.text import SaidError, say, template

from .graph import copied, entries, entry_of, expression, moved, numbers, read_graph, run_backward, shape_of, short_repr
from .output import Table

TORCH_TOLERANCE, QUOTIENT_TOLERANCE = 1e-9, 1e-6  # relative to the larger of 1 and the gradient
STEP = 1e-6  # of the difference quotient
# The slopes to the left and to the right of a smooth point differ by about STEP times the second derivative.
KINK = 1e-3
MOST_ENTRIES = 2000  # of all arrays together: each costs two more runs of ``f``


class GradientMismatch(SaidError, AssertionError):
    """The engine disagrees with PyTorch or with the difference quotient; the text says where, and by how much."""


@dataclass(frozen=True)
class GradientRow:
    """The gradient of an input, or of one entry of an array, four times."""

    name: str
    value: float
    mine: float  # d(output)/d(input) by the engine
    torch: float  # the same by PyTorch, float64
    left: float  # slope from just below the input's number to it
    right: float  # slope from there to just above
    agree: bool  # whether the engine agrees with the other two

    @classmethod
    def of(cls, name: str, value: float, *, mine: float, torch: float, left: float, right: float) -> "GradientRow":
        """Return the row of an input, with whether the engine agrees; where there is a kink, with PyTorch alone."""
        agree = not _differ(mine, torch, TORCH_TOLERANCE)
        if not _differ(left, right, KINK):
            agree = agree and not _differ(mine, (left + right) / 2, QUOTIENT_TOLERANCE)
        return cls(name, value, mine, torch, left, right, agree)

    @property
    def quotient(self) -> float:
        """The central difference quotient: the mean of both slopes."""
        return (self.left + self.right) / 2

    @property
    def kink(self) -> bool:
        """Whether the slopes left and right differ, so that there is no derivative to compare with."""
        return _differ(self.left, self.right, KINK)


class GradientReport(Table):
    """The table of a check: a row for each number and each entry of an array, and the engine's result, ``output``."""

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
    value: Callable[[Any], Any],
) -> GradientReport:
    """Run ``f`` on an engine, on PyTorch and on shifted inputs, and compare the gradients.

    Args:
        f: A function of as many nodes as there are inputs; it uses operators and methods that both the engine and
            PyTorch have. Its result is one number.
        *inputs: The numbers or arrays of any shape at which to check, together with at most ``MOST_ENTRIES`` entries.
        value: The engine's class: ``value(2.0)`` makes a leaf.

    Raises:
        GradientMismatch: A result or a gradient disagrees; names expression, inputs, both numbers and their ratio.
        ValueError: There are no inputs, an array has no entries or too many, or ``f`` is not finite at the inputs or
            right beside them.
        TypeError: An input is neither a number nor an array of numbers, ``f`` does not return a node of the engine that
            holds a single number, or PyTorch cannot run it.
    """
    if not inputs:
        raise ValueError(say("check_gradients needs at least one input: `check_gradients(f, 2.0, value=Value)`."))
    given = [number_or_array(one, "check_gradients") for one in inputs]
    _refuse_too_many(given)
    labels = _labels(f, len(given))
    leaves = [value(copied(one)) for one in given]
    root = f(*leaves)
    written = _written(root, leaves, labels)
    where = ", ".join(f"{label} = {_short(one)}" for label, one in zip(labels, given, strict=True))
    output = _finite(root.data, written, where)
    torch_output, torch_gradients = _torch(f, given)
    if _differ(output, torch_output, TORCH_TOLERANCE):
        raise GradientMismatch(
            "{written} at {where}: PyTorch computes {torch}, and your engine {mine}. The gradients are not compared, "
            "since the results already differ.",
            written=written, where=where, torch=_short(torch_output), mine=_short(output),
        )  # fmt: skip
    run_backward(read_graph(root, "check_gradients"))
    gradients = [leaf.grad for leaf in leaves]
    _refuse_other_shapes(gradients, given, labels, written)

    def slope(index: int, entry: tuple[int, ...], shift: float) -> float:
        return _slope(lambda *shifted: f(*map(value, shifted)), given, index, entry, shift, output, written)

    places = [(index, entry) for index, one in enumerate(given) for entry in entries(one)]
    rows = [
        GradientRow.of(
            f"{labels[index]}{list(entry) or ''}",
            entry_of(given[index], entry),
            left=slope(index, entry, -STEP),
            right=slope(index, entry, STEP),
            mine=entry_of(gradients[index], entry),
            torch=entry_of(torch_gradients[index], entry),
        )
        for index, entry in places
    ]
    report = GradientReport(rows, output)
    for row in rows:
        if not row.agree:
            _refuse(row, written, where, report)
    return report


def _refuse_too_many(given: list[Any]) -> None:
    count = sum(len(entries(one)) for one in given)
    if count > MOST_ENTRIES:
        too_many = say(
            "check_gradients runs `f` twice an entry, and these inputs have {entries:,}. It takes {most:,} at most: "
            "check smaller arrays.",
            entries=count, most=MOST_ENTRIES,
        )  # fmt: skip
        raise ValueError(too_many)


def _labels(f: Callable[..., Any], count: int) -> list[str]:
    """Return what the inputs are called: as the function's own parameters, where it has as many, or by their number."""
    code = getattr(f, "__code__", None)
    own = list(code.co_varnames[: code.co_argcount]) if code is not None else []
    return own if len(own) == count else [say("input {place}", place=place) for place in range(1, count + 1)]


def _refuse_other_shapes(gradients: list[Any], given: list[Any], labels: list[str], written: str) -> None:
    for gradient, one, label in zip(gradients, given, labels, strict=True):
        got, wanted = shape_of(gradient), shape_of(one)
        if got != wanted:
            raise GradientMismatch("{written}: {trouble}.", written=written, trouble=shape_trouble(got, wanted, label))


def number_or_array(given: Any, who: str) -> Any:
    """Return a number as a float, and an array or nested lists of numbers as a new array of doubles, of their shape.

    ``who`` is the function that asks, for messages.

    Raises:
        TypeError: It is neither, its rows differ in length, or its entries are no real numbers.
        ValueError: It is an array without entries.
    """
    if not isinstance(given, list | tuple) and not shape_of(given):
        try:
            return float(given)
        except (TypeError, ValueError):
            pass
    import numpy

    try:
        made = numpy.array(given)
    except ValueError as error:
        what = say("{who} got {thing}: its rows differ in length.", who=who, thing=short_repr(given))
        raise TypeError(what) from error
    if made.dtype.kind not in "biuf" or (made.size and not made.ndim):
        given = {"who": who, "thing": short_repr(given), "kind": type(given).__name__}
        raise TypeError(say("{who} takes numbers and arrays of real numbers; it got {thing}, a {kind}.", **given))
    if not made.size:
        raise ValueError(say("{who} got an array of shape {shape}: it has no entry.", who=who, shape=made.shape))
    return made.astype(float)


def shape_trouble(got: tuple[int, ...], wanted: tuple[int, ...], name: str) -> str:
    """Return a sentence on a gradient of another shape than its data."""
    matching = zip(reversed(got), (*reversed(wanted), *[1] * len(got)), strict=False)
    if len(got) >= len(wanted) and all(one in (size, 1) for size, one in matching):
        what = template(
            "the gradient of {name} has shape {got}; its data has {wanted}: what was repeated has to be added up"
        )
    else:
        what = template(
            "the gradient of {name} has shape {got}; its data has {wanted}: a gradient has the shape of its data"
        )
    return say(what, name=name, got=got, wanted=wanted)


def _written(root: Any, leaves: list[Any], labels: list[str]) -> str:
    if not hasattr(root, "_prev") or not hasattr(root, "data"):
        given = {"got": short_repr(root), "kind": type(root).__name__}
        raise TypeError(say("`f` must return a node of the engine; it returned {got}, a {kind}.", **given))
    for leaf, label in zip(leaves, labels, strict=True):
        try:
            leaf.label = leaf.label or label
        except AttributeError:  # an engine with __slots__ may have no label
            break
    return expression(read_graph(root, "check_gradients"))


def _torch(f: Callable[..., Any], given: list[Any]) -> tuple[float, list[Any]]:
    import torch

    tensors = [torch.tensor(one, dtype=torch.float64, requires_grad=True) for one in given]
    try:
        result = f(*tensors)
    except AttributeError as error:
        says = say("PyTorch cannot run `f`: {error}. Use operators and methods that a tensor has too.", error=error)
        raise TypeError(says) from error
    if not isinstance(result, torch.Tensor):
        says = say(
            "`f` was given torch tensors and returned {got}, a {kind}. Build the result from the inputs, so that the "
            "same `f` runs on both.",
            got=short_repr(result), kind=type(result).__name__,
        )  # fmt: skip
        raise TypeError(says)
    if result.requires_grad:  # otherwise no input reaches the result, and every gradient is zero
        result.backward()
    none = torch.zeros((), dtype=torch.float64)
    return float(result.detach()), [
        (none.expand(one.shape) if one.grad is None else one.grad).numpy() for one in tensors
    ]


def _slope(
    compute: Callable[..., Any],
    given: list[Any],
    index: int,
    entry: tuple[int, ...],
    shift: float,
    output: float,
    written: str,
) -> float:
    """Return the slope from one input, or one entry of it, to the number right beside it."""
    shifted = moved(given, index, entry, shift)
    beside = {"place": index + 1, "number": entry_of(shifted[index], entry)}
    where = say("input {place} = {number!r}, right beside the point that you ask about", **beside)
    try:
        result = float(compute(*shifted).data)
    except (ValueError, ZeroDivisionError, OverflowError) as error:
        given = {"written": written, "where": where, "error": error}
        raise ValueError(say("{written} can't be computed at {where}: {error}", **given)) from error
    return (_finite(result, written, where) - output) / shift


def _finite(number: Any, written: str, where: str) -> float:
    if shape_of(number):
        given = {"written": written, "shape": shape_of(number)}
        raise TypeError(
            say("{written} has shape {shape}: a gradient is of one number. Return a sum, such as out.sum().", **given)
        )
    real = float(number)
    if not math.isfinite(real):
        given = {"written": written, "real": real, "where": where}
        raise ValueError(say("{written} is {real} at {where}: there is no gradient to compare.", **given))
    return real


def _differ(first: float, second: float, tolerance: float) -> bool:
    return not abs(first - second) <= tolerance * max(1.0, abs(first), abs(second))


def _refuse(row: GradientRow, written: str, where: str, report: GradientReport) -> None:
    ratio = say("PyTorch's is zero.")
    if row.torch:
        ratio = say("Their ratio is {ratio}.", ratio=_short(row.mine / row.torch))
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


def _short(number: Any) -> str:
    return numbers(number) if shape_of(number) else f"{number + 0.0:.6g}"
