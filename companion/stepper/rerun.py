# SPDX-License-Identifier: MIT
"""Run a graph's forward pass again through the learner's own class, with other numbers at its leaves.

A graph keeps what was done, in ``_op`` and ``_prev``; the learner's operators do it again on fresh leaves. The result
has to be the number in the graph, or the operation counts as unknown.
"""

import functools
import math
import operator
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gradtools.graph import Graph, copied, entries, entry_of, moved, number, shape_of, short_repr
from language.text import say

from .recording import Amount, CannotStep, error_text

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "add": operator.add, "plus": operator.add, "sum": operator.add,
    "*": operator.mul, "mul": operator.mul, "times": operator.mul, "·": operator.mul, "×": operator.mul,
    "-": operator.sub, "sub": operator.sub, "minus": operator.sub,
    "@": operator.matmul, "matmul": operator.matmul, "dot": operator.matmul,
    "/": operator.truediv, "div": operator.truediv, "truediv": operator.truediv,
}  # fmt: skip
_POWER = re.compile(r"(?:\*\*|\^|pow)\s*\(?\s*(-?[\d.]+(?:[eE][-+]?\d+)?)\s*\)?")


def run_again(graph: Graph, values: Mapping[int, float]) -> list[Any]:
    """Return new nodes for a graph, by place, made by the learner's operators from new ``values`` of some leaves."""
    made: list[Any] = []
    for place, node in enumerate(graph.nodes):
        if not node.parents:
            fresh = _leaf(type(node.source), values.get(place, node.source.data))
        else:
            do, _ = _tried(graph, place)
            try:
                fresh = do(*(made[parent] for parent in node.parents))
            except Exception as error:
                given = {"node": node.name, "error": error_text(error)}
                raise CannotStep("{node} cannot be computed: {error}", **given) from error
            if not hasattr(fresh, "_prev"):
                given = {"node": node.name, "thing": short_repr(fresh)}
                raise CannotStep("{node} came out as {thing}, which is no value.", **given)
        made.append(labelled(fresh, node.label))
    return made


def built(nodes: list[dict[str, Any]], kind: type) -> Any:
    """Return the last of ``{"name", "op", "data", "parents"}``, parents before children, built by a class."""
    made: list[Any] = []
    for one in nodes:
        inputs = [made[place] for place in one["parents"]]
        stopped = ""
        for do in candidates(one["op"], len(inputs)) if inputs else [lambda: _leaf(kind, one["data"])]:  # noqa: B023
            try:
                made.append(labelled(do(*inputs), one["name"]))
                break
            except Exception as error:  # what the learner's class raises is shown
                stopped = stopped or error_text(error)
        else:
            given = {"node": one["name"] or say("a node"), "operation": one["op"], "error": stopped}
            raise CannotStep("Your class can't build {node} with {operation!r}. {error}", **given)
    return made[-1]


@dataclass(frozen=True)
class Slope:
    """How far a node moves for each unit of one of its inputs, measured.

    At a kink the slopes to the left and to the right differ, and each between them is allowed. Where the node or the
    input is an array, these are arrays: the axes of the node first, then those of the input.
    """

    value: Amount  # the central difference quotient
    low: Amount  # the smallest slope that the measurement allows
    high: Amount

    def times(self, upstream: "Slope") -> "Slope":
        """Return the share of a gradient: this local derivative, applied to the gradient of the node."""
        axes = len(shape_of(upstream.value))

        def widened(end: Amount) -> Amount:
            return end.reshape(end.shape + (1,) * (len(shape_of(self.value)) - axes)) if axes else end

        ends = [widened(end) for end in (upstream.low, upstream.high)]
        value = widened(upstream.value) * self.value
        corners = [one * other for one in ends for other in (self.low, self.high)]
        low, high = _least(*corners, value), _most(*corners, value)
        if axes:
            value, low, high = (one.sum(axis=tuple(range(axes))) for one in (value, low, high))
        return Slope(value, low, high)

    def outside(self, got: Amount) -> tuple[int, ...] | None:
        """Return the index of the first entry that is not allowed, ``()`` for a number; None where all are."""
        if not shape_of(got):
            return None if self.low <= got <= self.high else ()
        import numpy

        found = numpy.argwhere(~((self.low <= got) & (got <= self.high)))
        return tuple(map(int, found[0])) if len(found) else None

    def at(self, entry: tuple[int, ...]) -> "Slope":
        """Return the slope of one entry of an array, by its index: value and bounds are single numbers."""
        return Slope(*(entry_of(one, entry) for one in (self.value, self.low, self.high)))

    def wider_than(self, share: float, least: float = 1e-9) -> bool:
        """Return whether the measurement leaves more room, at any entry, than this share of it, or of ``least``."""
        room = self.high - self.low > share * _most(abs(self.value), least)
        return bool(room.any() if shape_of(room) else room)


def is_finite(*amounts: Amount) -> bool:
    """Return whether no amount, and no entry of one, is infinite or no number."""
    return all(math.isfinite(abs(one).sum() if shape_of(one) else one) for one in amounts)


def _least(*amounts: Amount) -> Amount:
    if not any(map(shape_of, amounts)):
        return min(amounts)
    import numpy

    return functools.reduce(numpy.minimum, amounts)


def _most(*amounts: Amount) -> Amount:
    if not any(map(shape_of, amounts)):
        return max(amounts)
    return -_least(*(-one for one in amounts))


# Where numbers are huge, rounding spoils a small step, and a larger one is taken.
_STEPS = (1e-6, 1e-4, 1e-2)
_ROUNDING = 4 * sys.float_info.epsilon
_MOST_SLOPES = 20_000  # of one use: the entries of the node times those of its input


def slopes(graph: Graph, place: int) -> list[Slope] | None:
    """Return the local derivatives of a node, one for every use of a parent, found by nudging that use alone.

    The learner's operator is run on fresh leaves, a little above and a little below. None means an operation that
    cannot be run again, has no number there, or has too many entries to nudge each.
    """
    node = graph.nodes[place]
    try:
        do, middle = _tried(graph, place)
        at = [_data_of(graph.nodes[parent].source) for parent in node.parents]
    except (TypeError, ValueError):
        return None
    if any(math.prod(shape_of(middle) + shape_of(one)) > _MOST_SLOPES for one in at):
        return None

    def run(use: int, entry: tuple[int, ...], by: float) -> tuple[float, Amount]:
        numbers = moved(at, use, entry, by)
        out = do(*(_leaf(type(node.source), one) for one in numbers))
        return entry_of(numbers[use], entry), _data_of(out)

    found = []
    for use, one in enumerate(at):
        measured = [
            _measured(functools.partial(run, use, entry), entry_of(one, entry), middle) for entry in entries(one)
        ]
        if None in measured:
            return None
        found.append(_stacked(measured, shape_of(one)) if shape_of(one) else measured[0])
    return found


def _measured(run: Callable[[float], tuple[float, Amount]], here: float, middle: Amount) -> Slope | None:
    slope = None
    for step in _STEPS:
        slope = _slope(run, here, middle, step * max(1.0, abs(here))) or slope
        if slope is not None and not slope.wider_than(1e-3, 1.0):
            break
    return slope


def _stacked(measured: list[Slope], shape: tuple[int, ...]) -> Slope:
    """Return the slopes of the entries of an input as one, with the axes of the input last."""
    import numpy

    ends = [[getattr(slope, name) for slope in measured] for name in ("value", "low", "high")]
    stacked = [numpy.stack([numpy.asarray(one) for one in end], axis=-1) for end in ends]
    return Slope(*(one.reshape(one.shape[:-1] + shape) for one in stacked))


def _slope(run: Callable[[float], tuple[float, Amount]], here: float, middle: Amount, size: float) -> Slope | None:
    try:
        (left, down), (right, up) = run(-size), run(size)
    except Exception:  # a log just above 0, say, has no number a step below
        return None
    value = (up - down) / (right - left)
    if not is_finite(value):
        return None
    sides = (middle - down) / (here - left), (up - middle) / (right - here)
    unsure = 1e-4 * abs(value) + _ROUNDING * _most(abs(up), abs(down)) / size
    return Slope(value, _least(*sides, value) - unsure, _most(*sides, value) + unsure)


def _data_of(node: Any) -> Amount:
    """Return what a node holds, as a float or as an array of doubles of its own."""
    return node.data.astype(float) if shape_of(node.data) else float(node.data)


def _tried(graph: Graph, place: int) -> tuple[Callable[..., Any], float]:
    """Return what makes a node of its parents, in the graph's order of parents, and the number that it gave now."""
    node = graph.nodes[place]
    sources = [graph.nodes[parent].source for parent in node.parents]
    try:
        *numbers, expected = [_data_of(source) for source in (*sources, node.source)]
    except (TypeError, ValueError) as error:
        raise CannotStep("{node} or one of its parents holds no number.", node=node.name) from error
    stopped = None
    for do in candidates(node.op, len(numbers)):
        try:
            came = _data_of(do(*(_leaf(type(source), one) for source, one in zip(sources, numbers, strict=True))))
        except Exception as error:  # a candidate that does not fit may raise anything
            stopped = stopped or error
            continue
        if _same(came, expected):
            return do, came
    if stopped is not None and node.op.strip().lower() in _BINARY:
        raise CannotStep(
            "{node} cannot be computed again: {error} If you have run the cell of your class since, run this cell "
            "again, too.",
            node=node.name, error=error_text(stopped),
        )  # fmt: skip
    made = say("the operation {name!r}", name=node.op) if node.op else say("an operation without a name in `_op`")
    raise CannotStep(
        "{node} was made by {operation}, which can't be run again from its name. Hand over the function instead: "
        '`step(lambda a, b: ..., {{"a": 2.0, "b": -3.0}}, value=Value)`.',
        node=node.name, operation=made,
    )  # fmt: skip


def _same(came: Amount, expected: Amount) -> bool:
    if not shape_of(came) and not shape_of(expected):
        same = came == expected or math.isclose(came, expected, rel_tol=1e-12)
        return same or (came != came and expected != expected)
    import numpy

    alike = shape_of(came) == shape_of(expected)
    return alike and numpy.allclose(came, expected, rtol=1e-12, atol=0.0, equal_nan=True)


def candidates(op: str, count: int) -> list[Callable[..., Any]]:
    """Return what an operation of ``count`` inputs may mean by its name, the likeliest first."""
    name = op.strip().lower()
    if name.startswith("__") and name.endswith("__"):
        name = name[2:-2]
    found: list[Callable[..., Any]] = []
    binary = _BINARY.get(name)
    if binary is not None and count == 2:
        found += [binary, lambda one, other: binary(other, one)]  # a set keeps no order
    if binary is not None and count == 1:  # a set keeps one entry of a + a
        found.append(lambda one: binary(one, one))
    if count == 1 and name in ("-", "neg", "sub", "minus"):
        found.append(operator.neg)
    power = _POWER.fullmatch(name)
    if power is not None and count == 1:
        text = power[1]
        found += [lambda one: one ** int(text)] if re.fullmatch(r"-?\d+", text) else []
        found.append(lambda one: one ** float(text))
    if name.isidentifier():
        found.append(lambda one, *others: getattr(one, name)(*others))
        for axis in (0, 1, 2, None) if count == 1 else ():  # a sum over an axis, which the name does not say
            found.append(lambda one, axis=axis: getattr(one, name)(axis=axis))
            found.append(lambda one, axis=axis: getattr(one, name)(axis=axis, keepdims=True))
    return found


def _leaf(kind: type, data: Any) -> Any:
    try:
        return kind(copied(data))
    except Exception as error:
        given = {"made": f"{kind.__name__}({number(data)})", "error": error_text(error)}
        raise CannotStep("{made} stopped: {error}", **given) from error


def labelled(node: Any, label: str) -> Any:
    """Return a node, which has a label now if its class has any."""
    if label and hasattr(node, "label"):
        with suppress(AttributeError):  # a label that cannot be set is one that is not missed
            node.label = label
    return node
