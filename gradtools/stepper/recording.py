# SPDX-License-Identifier: MIT
"""Run a backward pass on the learner's own engine, write down every call of ``_backward``, and leave no trace of it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..graph import Graph, is_tensor, read_graph, short_repr

__all__ = ["Call", "CannotStep", "Recording", "Share", "record", "require_value"]


class CannotStep(Exception):
    """There is no backward pass to step through; the text is what the learner reads."""


@dataclass(frozen=True)
class Share:
    """What one call of ``_backward`` changed in one parent.

    Attributes:
        parent: Place of the parent in the graph's nodes.
        before: Its ``grad`` before the call.
        after: Its ``grad`` after the call.
    """

    parent: int
    before: float
    after: float

    @property
    def added(self) -> float:
        """The change, over all edges from the node to this parent."""
        return self.after - self.before


@dataclass(frozen=True)
class Call:
    """One call of ``_backward`` on a node that has parents.

    Attributes:
        node: Place of the node in the graph's nodes.
        upstream: Its ``grad`` when it was called.
        shares: What changed in each distinct parent.
        error: What the call raised, as a sentence; "" where it raised nothing.
    """

    node: int
    upstream: float
    shares: tuple[Share, ...]
    error: str = ""


@dataclass(frozen=True)
class Recording:
    """A backward pass from gradients of 0.

    Attributes:
        graph: The graph as it was before the pass.
        calls: Every call, in the order in which the engine made them.
        grads: The ``grad`` of each node at the end, by place.
        trouble: What stopped the pass, as a sentence; "" where it came to its end.
    """

    graph: Graph
    calls: tuple[Call, ...]
    grads: tuple[float, ...]
    trouble: str = ""


def record(root: Any, order: Iterable[Any] | None = None, who: str = "step") -> Recording:
    """Run the backward pass of ``root`` and write down each call; afterwards every node is as it was before.

    All gradients begin at 0.0. An engine with ``backward`` runs that. Otherwise, and where an order is given, the root
    is seeded with 1.0 and ``_backward`` is called on node after node.

    Args:
        root: The node to start from.
        order: The nodes to call, first to last; without it the engine's own order, or from the root to the leaves.
        who: Name of the function that asks, for messages.

    Raises:
        CannotStep: ``root`` is no value, the graph has a cycle, or the engine has no ``_backward`` to watch.
    """
    require_value(root, who)
    try:
        graph = read_graph(root, who)
    except (TypeError, ValueError) as error:
        raise CannotStep(str(error)) from error
    _require_backward(graph, who)
    calls: list[Call] = []
    with _as_before(graph):
        _clear(graph, who)
        trouble = _run(graph, calls, None if order is None else list(order), who)
        grads = tuple(_grad(node.source) for node in graph.nodes)
    if not calls and not trouble and any(node.parents for node in graph.nodes):
        raise CannotStep(
            f"{who} sees no step: the backward() of this engine calls no `_backward` of its nodes. "
            "Its gradients may be right all the same; check_gradients compares them."
        )
    return Recording(graph, tuple(calls), grads, trouble)


def require_value(root: Any, who: str) -> None:
    """Raise CannotStep for a tensor: PyTorch's own engine cannot be watched at work."""
    if is_tensor(root):
        raise CannotStep(f"{who} needs a value of your own engine. PyTorch's tensors don't let their steps be watched.")


def _require_backward(graph: Graph, who: str) -> None:
    inner = [node for node in graph.nodes if node.parents]
    without = [node for node in inner if not hasattr(node.source, "_backward")]
    if inner and len(without) == len(inner):
        raise CannotStep(
            f"{who} steps through a backward pass, and this engine has none yet: {inner[-1].name} has no `_backward`. "
            "You write it on Day 2. draw_graph draws the graph as it is."
        )
    if without:
        raise CannotStep(
            f"{who}: {without[-1].name}, made by {without[-1].op or 'an operation'}, has no `_backward`, and other "
            "nodes of this graph do. Each operation stores one on its result."
        )
    for node in inner:
        if not callable(node.source._backward):
            raise CannotStep(
                f"{who}: {node.name} keeps {short_repr(node.source._backward)} in `_backward`, where a function "
                "belongs. Store the function by its name, without brackets: `out._backward = _backward`."
            )


@contextmanager
def _as_before(graph: Graph) -> Iterator[None]:
    """Put back afterwards whatever attributes the nodes had."""
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
    """Return what stands in a node's own dictionary, and in its slots."""
    own = dict(vars(source)) if hasattr(source, "__dict__") else None
    slots = {}
    for name in ("grad", "_backward"):
        if (own is None or name not in own) and any(name in _slots(kind) for kind in type(source).__mro__):
            slots[name] = getattr(source, name, None)
    return own, slots


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _clear(graph: Graph, who: str) -> None:
    for place, node in enumerate(graph.nodes):
        try:
            node.source.grad = 0.0
        except (AttributeError, TypeError) as error:
            raise CannotStep(f"{who} cannot set `grad` of {node.name}: {error}.") from error
        if not hasattr(node.source, "_backward"):
            continue  # a leaf without one; what calls it says so
        try:
            node.source._backward = functools.partial(_call_and_note, node.source._backward, place, graph)
        except (AttributeError, TypeError) as error:
            raise CannotStep(
                f"{node.name} does not let its `_backward` be watched (a class with __slots__ and a method `_backward` "
                "does not). Store it as an attribute of the node."
            ) from error


class _TooManyCalls(RuntimeError):
    """A pass that walks every path would take for ever."""


# The calls of the pass that is being recorded. A pass may call other passes; each notes in its own list.
_notes: list[list[Call]] = []


def _run(graph: Graph, calls: list[Call], order: list[Any] | None, who: str) -> str:
    """Run the pass; return what stopped it as a sentence, "" where nothing did."""
    root = graph.nodes[-1].source
    _notes.append(calls)
    try:
        if order is None and hasattr(root, "backward"):
            root.backward()
        else:
            root.grad = 1.0
            nodes: Iterable[Any] = (node.source for node in reversed(graph.nodes)) if order is None else order
            for node in nodes:
                node._backward()
    except _TooManyCalls as error:
        return str(error)
    except Exception as error:
        stopped = next((call for call in calls if call.error), None)
        if stopped is not None:
            return stopped.error
        return f"backward() stopped: {_told(error)}"
    finally:
        _notes.pop()
    return ""


def _call_and_note(original: Callable[[], None], place: int, graph: Graph) -> None:
    parents = sorted(set(graph.nodes[place].parents))
    if not parents:
        original()
        return
    most = 2 * len(graph.nodes) + 2000
    if len(_notes[-1]) >= most:
        raise _TooManyCalls(
            f"The pass was ended after {most:,} calls. The graph has {len(graph.nodes):,} nodes, and in a right order "
            "each is called once."
        )
    upstream = _grad(graph.nodes[place].source)
    before = {parent: _grad(graph.nodes[parent].source) for parent in parents}
    error = ""
    try:
        original()
    except _TooManyCalls:
        raise
    except Exception as raised:
        error = f"`_backward` of {graph.nodes[place].name} stopped: {_told(raised)}"
        raise
    finally:
        shares = tuple(Share(parent, before[parent], _grad(graph.nodes[parent].source)) for parent in parents)
        _notes[-1].append(Call(place, upstream, shares, error))


def _grad(source: Any) -> float:
    try:
        return float(source.grad)
    except (TypeError, ValueError, AttributeError, OverflowError):
        return float("nan")


def _told(error: BaseException) -> str:
    text = " ".join(str(error).split())
    text = text if len(text) <= 200 else text[:197] + "..."
    return f"{type(error).__name__}: {text}" if text else f"{type(error).__name__}."
