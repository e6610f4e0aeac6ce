# SPDX-License-Identifier: MIT
"""Run a backward pass on the learner's own engine and write down every call of ``_backward``."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any

from gradtools.graph import Graph, is_tensor, read_graph, run_backward, shape_of, short_repr
from language.text import SaidError, say

_MOST_SNAPSHOTS = 300  # nodes of a graph of which all gradients are noted after each step
_MOST_NOTED = 1_000_000  # numbers that such notes hold, where nodes are arrays

Amount = Any  # a float, or an array of doubles where nodes hold arrays


class CannotStep(SaidError, TypeError):
    """There is no pass to step through, or it can't be run again; the text is what the learner reads."""


@dataclass(frozen=True)
class Arrival:
    """What one call of ``_backward`` changed in one parent."""

    parent: int  # its place in the graph's nodes
    before: Amount  # its ``grad`` before the call
    after: Amount  # and after it
    added: Amount  # the change, over all edges from the node to this parent
    local: float | None  # ``added`` divided by the upstream gradient; None where that is 0 or an array
    line: int | None = None  # the line of the step's code that changed it first

    @property
    def changed(self) -> bool:
        """Whether anything was added."""
        return differs(self.added, 0.0)


@dataclass(frozen=True)
class Step:
    """One call of ``_backward`` on a node that has parents."""

    node: int  # its place in the graph's nodes
    upstream: Amount  # its ``grad`` when it was called
    arrivals: tuple[Arrival, ...]  # what changed in each distinct parent
    grads: tuple[Amount, ...]  # of every node after the call; empty for a large graph that is stepped through
    error: str = ""  # what the call raised, as a sentence
    code: CodeType | None = None  # of the function that ran; None where it is none of Python's own


@dataclass(frozen=True)
class Recording:
    """A backward pass from gradients of 0."""

    graph: Graph  # as it was before the pass
    steps: tuple[Step, ...]  # every call, in the order in which the engine made them
    grads: tuple[Amount, ...]  # of each node at the end, by place
    trouble: str = ""  # what stopped the pass, as a sentence


def record(root: Any, order: Iterable[Any] | None = None, who: str = "step") -> Recording:
    """Run the backward pass of ``root`` and write down each call; afterwards every node is as it was before.

    All gradients begin at 0.0, or at as many zeros as the data has entries. An engine with ``backward`` runs that.
    Otherwise, and where an order is given, the root is seeded with 1.0 and ``_backward`` is called on node after node.
    ``who`` is the function that asks, for messages.

    Raises:
        CannotStep: ``root`` is no value, the graph has a cycle, or the engine has no ``_backward`` to watch.
        NotImplementedError: The pass of the engine is not written yet, so there is nothing to show.
    """
    require_value(root, who)
    try:
        graph = read_graph(root, who)
    except (TypeError, ValueError) as error:
        raise CannotStep("{error}", error=error) from error
    _require_backward(graph, who)
    steps: list[Step] = []
    order, trouble = None if order is None else list(order), ""
    with _as_before(graph):
        _clear(graph, who)
        entries = sum(getattr(node.source.data, "size", 1) for node in graph.nodes)
        few = len(graph.nodes) <= _MOST_SNAPSHOTS and entries * len(graph.nodes) <= _MOST_NOTED
        _watch(graph, steps, few)
        try:
            run_backward(graph, order)
        except _TooManyCalls as error:
            trouble = str(error)
        except Exception as error:
            if isinstance(error, NotImplementedError) and not steps:
                raise
            stopped = say("backward() stopped: {error}", error=error_text(error))
            trouble = next((step.error for step in steps if step.error), stopped)
        grads = _grads(graph)
    if not steps and not trouble and any(node.parents for node in graph.nodes):
        raise CannotStep(
            "{who} sees no step: the backward() of this engine calls no `_backward` of its nodes. Its gradients "
            "may be right all the same; check_gradients compares them.",
            who=who,
        )
    return Recording(graph, tuple(steps), grads, trouble)


def record_backward(root: Any) -> tuple[Graph, list[Step]]:
    """Run the backward pass of ``root`` and write down each call of ``_backward``, in the order in which they come.

    An engine with ``backward`` runs that; otherwise the root is seeded with 1.0 and ``_backward`` is called from the
    root to the leaves. The engine's gradients are changed as by any backward pass; all else is as before. The graph
    that is returned is that before the pass.

    Raises:
        TypeError: A node has no ``_backward``, or does not let it be watched.
        ValueError: The graph has a cycle.
    """
    graph = read_graph(root, "record_backward")
    for node in graph.nodes:
        if not callable(getattr(node.source, "_backward", None)):
            raise CannotStep("{node} has no function _backward, so there is no backward pass to watch.", node=node.name)
    steps: list[Step] = []
    with _as_before(graph):
        _watch(graph, steps, snapshots=True)
        run_backward(graph)
        grads = [node.source.grad for node in graph.nodes]
    for node, grad in zip(graph.nodes, grads, strict=True):
        node.source.grad = grad
    return graph, steps


def require_value(root: Any, who: str) -> None:
    """Raise CannotStep for a tensor: PyTorch's own engine cannot be watched at work."""
    if is_tensor(root):
        raise CannotStep(
            "{who} needs a value of your own engine. PyTorch's tensors don't let their steps be watched.", who=who
        )


def _require_backward(graph: Graph, who: str) -> None:
    inner = [node for node in graph.nodes if node.parents]
    without = [node for node in inner if not hasattr(node.source, "_backward")]
    if inner and len(without) == len(inner):
        raise CannotStep(
            "{who} steps through a backward pass, and this engine has none yet: {node} has no `_backward`. You "
            "write it on Day 2. draw_graph draws the graph as it is.",
            who=who, node=inner[-1].name,
        )  # fmt: skip
    if without:
        raise CannotStep(
            "{who}: {node}, made by {operation}, has no `_backward`, and other nodes of this graph do. Each "
            "operation stores one on its result.",
            who=who, node=without[-1].name, operation=without[-1].op or say("an operation"),
        )  # fmt: skip
    for node in (node for node in inner if not callable(node.source._backward)):
        raise CannotStep(
            "{who}: {node} keeps {thing} in `_backward`, where a function belongs. Store the function by its name, "
            "without brackets: `out._backward = _backward`.",
            who=who, node=node.name, thing=short_repr(node.source._backward),
        )  # fmt: skip


@contextmanager
def _as_before(graph: Graph) -> Iterator[None]:
    """Restore afterwards the attributes that the nodes had."""
    kept = [(node.source, _attributes(node.source)) for node in graph.nodes]
    try:
        yield
    finally:
        for source, (own, slots) in kept:
            if own is not None:
                vars(source).clear()
                vars(source).update(own)
            for name, value in slots.items():
                setattr(source, name, value)


def _attributes(source: Any) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return what a node keeps in its own dictionary, and in its slots."""
    own = dict(vars(source)) if hasattr(source, "__dict__") else None
    named = [kind.__dict__.get("__slots__", ()) for kind in type(source).__mro__]
    slots = {name for one in named for name in ((one,) if isinstance(one, str) else one)}
    kept = [name for name in ("grad", "_backward") if name in slots and name not in (own or ())]
    return own, {name: getattr(source, name, None) for name in kept}


def _clear(graph: Graph, who: str) -> None:
    for node in graph.nodes:
        try:
            node.source.grad = 0.0 * amount(node.source, "data") if node.shape else 0.0
        except (AttributeError, TypeError) as error:
            given = {"who": who, "node": node.name, "error": error}
            raise CannotStep("{who} cannot set `grad` of {node}: {error}.", **given) from error


def _watch(graph: Graph, steps: list[Step], snapshots: bool) -> None:
    """Let each call of a ``_backward`` add a step; with ``snapshots`` the gradients of all nodes are noted in it."""
    for place, node in enumerate(graph.nodes):
        if not hasattr(node.source, "_backward"):
            continue  # a leaf without one; what calls it says so
        try:
            node.source._backward = _watched(node.source._backward, place, graph, steps, snapshots)
        except (AttributeError, TypeError) as error:
            raise CannotStep(
                "{node} does not let its `_backward` be watched (a class with __slots__ and a method `_backward` "
                "does not). Store it as an attribute of the node.",
                node=node.name,
            ) from error


class _TooManyCalls(SaidError):
    """A pass that walks every path would take for ever."""


def _watched(original: Callable[[], None], place: int, graph: Graph, steps: list[Step], snapshots: bool) -> Callable:
    """Return a ``_backward`` that runs the original one of the node at a place, and adds a step for each call."""
    if not graph.nodes[place].parents:
        return original
    most = 2 * len(graph.nodes) + 2000

    def call_and_note() -> None:
        if len(steps) >= most:
            raise _TooManyCalls(
                "The pass was ended after {calls:,} calls. The graph has {nodes:,} nodes, and in a right order "
                "each is called once.",
                calls=most, nodes=len(graph.nodes),
            )  # fmt: skip
        call = _Call(graph, place, getattr(original, "__code__", None))
        try:
            with _traced(call.code, call.note_line):
                original()
        except _TooManyCalls:
            raise
        except Exception as raised:
            call.fail(raised)
            raise
        finally:
            # A call that calls others has its step after theirs.
            steps.append(call.step(_grads(graph) if snapshots else ()))

    return call_and_note


class _Call:
    """One call of a ``_backward`` while it runs: the gradients before it, and the line that changed each first."""

    def __init__(self, graph: Graph, place: int, code: CodeType | None) -> None:
        self._graph, self._place, self.code = graph, place, code
        self._upstream = self._grad(place)
        self._before = {parent: self._grad(parent) for parent in sorted(set(graph.nodes[place].parents))}
        self._lines: dict[int, int] = {}
        self._error = ""

    def _grad(self, place: int) -> Amount:
        return amount(self._graph.nodes[place].source, "grad")

    def note_line(self, line: int) -> None:
        """Note a line that has run, for each parent whose gradient differs now for the first time."""
        for parent, before in self._before.items():
            if parent not in self._lines and differs(self._grad(parent), before):
                self._lines[parent] = line

    def fail(self, error: Exception) -> None:
        """Note what the call raised."""
        name = self._graph.nodes[self._place].name
        self._error = say("`_backward` of {node} stopped: {error}", node=name, error=error_text(error))

    def step(self, grads: tuple[Amount, ...]) -> Step:
        """Return the step that the call was; ``grads`` are those of all nodes now, or none."""
        arrivals = tuple(map(self._arrival, self._before))
        return Step(self._place, self._upstream, arrivals, grads, self._error, self.code)

    def _arrival(self, parent: int) -> Arrival:
        before, after = self._before[parent], self._grad(parent)
        added = _difference(after, before)
        are_floats = type(self._upstream) is type(added) is float
        local = added / self._upstream if are_floats and self._upstream else None
        return Arrival(parent, before, after, added, local, self._lines.get(parent))


@contextmanager
def _traced(code: CodeType | None, note: Callable[[int], None]) -> Iterator[None]:
    """Call ``note`` with the number of each line of ``code`` once it has run; nothing where somebody else traces."""
    before = sys.gettrace()
    if code is None or (before is not None and not hasattr(before, "is_of_a_step")):
        yield
        return

    def enter(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code is not code:
            return None
        line = frame.f_lineno

        def ran(frame: Any, event: str, argument: Any) -> Any:
            nonlocal line
            if event in ("line", "return"):
                note(line)
                line = frame.f_lineno
            return ran

        return ran

    enter.is_of_a_step = True  # type: ignore[attr-defined]
    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(before)


def _grads(graph: Graph) -> tuple[Amount, ...]:
    return tuple(amount(node.source, "grad") for node in graph.nodes)


def amount(source: Any, name: str) -> Amount:
    """Return an attribute of a node as a float, or as an array of doubles of its own; NaN where it holds neither."""
    try:
        held = getattr(source, name)
        return held.astype(float) if shape_of(held) else float(held)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return float("nan")


def differs(one: Amount, other: Amount) -> bool:
    """Return whether two amounts differ in shape or in any entry."""
    if shape_of(one) != shape_of(other) and shape_of(one) and shape_of(other):
        return True
    unequal = one != other
    return bool(unequal.any() if shape_of(unequal) else unequal)


def _difference(after: Amount, before: Amount) -> Amount:
    """Return what was added; all of ``after`` where the shapes don't fit, as a gradient that was replaced has it."""
    try:
        return after - before
    except ValueError:
        return after


def error_text(error: BaseException) -> str:
    """Return kind and text of an error on one line, not too long."""
    text = " ".join(str(error).split())
    text = text if len(text) <= 200 else text[:197] + "..."
    return f"{type(error).__name__}: {text}" if text else f"{type(error).__name__}."
