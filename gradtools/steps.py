# SPDX-License-Identifier: MIT
"""Record a backward pass as an engine really runs it. Drawing it is another room: ``step_pictures``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .graph import Graph, number, read_graph

__all__ = ["Arrival", "Step", "record_backward"]


@dataclass(frozen=True)
class Arrival:
    """What one call of ``_backward`` added to one parent.

    Attributes:
        parent: Place of the parent in the graph's nodes.
        added: The change of the parent's ``grad`` in this call, over all edges to it.
        local: The local derivative, summed over the edges: ``added`` divided by the upstream gradient, or what a nudge
            says; None where the upstream gradient is 0 and nobody has nudged.
        expected: ``local`` times the upstream gradient, where a nudge says that something else was added; else None.
    """

    parent: int
    added: float
    local: float | None
    expected: float | None = None


@dataclass(frozen=True)
class Step:
    """One call of ``_backward``.

    Attributes:
        node: Place of the visited node in the graph's nodes.
        upstream: Its ``grad`` when it was visited.
        arrivals: What reached each distinct parent.
        grads: The ``grad`` of every node after the call, by place.
    """

    node: int
    upstream: float
    arrivals: tuple[Arrival, ...]
    grads: tuple[float, ...]


def record_backward(root: Any) -> tuple[Graph, list[Step]]:
    """Run the backward pass of ``root`` and write down each call of ``_backward``, in the order in which they come.

    An engine with ``backward`` runs that; otherwise the root is seeded with 1.0 and ``_backward`` is called from the
    root to the leaves. The engine's gradients are changed as by any backward pass; its ``_backward`` are as before.

    Args:
        root: The node to start from. Every node needs ``data``, ``grad``, ``_prev`` and ``_backward``.

    Returns:
        The graph as it was before the pass, and a step for every call of a node that has parents.

    Raises:
        TypeError: A node has no ``_backward``, or does not let it be watched.
        ValueError: The graph has a cycle.
    """
    graph = read_graph(root, "record_backward")
    originals: list[tuple[Any, bool, Any]] = []
    steps: list[Step] = []
    try:
        for place, node in enumerate(graph.nodes):
            originals.append(_watch(node.source, place, graph, steps))
        if hasattr(root, "backward"):
            root.backward()
        else:
            root.grad = 1.0
            for node in reversed(graph.nodes):
                node.source._backward()
    finally:
        for source, own, original in originals:
            if own:
                source._backward = original
            else:
                del source._backward
    return graph, steps


def _watch(source: Any, place: int, graph: Graph, steps: list[Step]) -> tuple[Any, bool, Any]:
    """Put a watching function in place of a node's ``_backward``; return what is needed to undo it."""
    original = getattr(source, "_backward", None)
    if not callable(original):
        raise TypeError(f"{graph.nodes[place].name} has no function _backward, so there is no backward pass to watch.")
    own = "_backward" in getattr(source, "__dict__", {})
    try:
        source._backward = functools.partial(_call_and_note, original, place, graph, steps)
    except AttributeError as error:
        raise TypeError(
            f"{graph.nodes[place].name} does not let its _backward be watched (a class with __slots__ and a method "
            "_backward does not). Store it as an attribute of the node."
        ) from error
    # With __slots__ that include _backward there is no __dict__, and the attribute is the node's own.
    return source, own or not hasattr(source, "__dict__"), original


def _call_and_note(original: Callable[[], None], place: int, graph: Graph, steps: list[Step]) -> None:
    parents = sorted(set(graph.nodes[place].parents))
    if not parents:
        original()
        return
    upstream = float(graph.nodes[place].source.grad)
    before = {parent: float(graph.nodes[parent].source.grad) for parent in parents}
    original()
    arrivals = []
    for parent in parents:
        added = float(graph.nodes[parent].source.grad) - before[parent]
        arrivals.append(Arrival(parent, added, added / upstream if upstream else None))
    steps.append(Step(place, upstream, tuple(arrivals), tuple(float(node.source.grad) for node in graph.nodes)))


def told(graph: Graph, steps: list[Step]) -> str:
    """Return the backward pass in words: every step, and the nodes with parents that were never called."""
    lines = [f"A backward pass of {len(steps)} {'step' if len(steps) == 1 else 'steps'}."]
    lines += [told_step(graph, steps, index) for index in range(len(steps))]
    silent = never_called(graph, steps)
    if silent:
        names = ", ".join(graph.nodes[place].name for place in silent)
        lines.append(f"Never called, so nothing is passed on from: {names}.")
    return "\n".join(lines)


def told_step(graph: Graph, steps: list[Step], index: int) -> str:
    """Return one step in words: a line for the step, one for what reached each parent, one where it came too early."""
    step = steps[index]
    node = graph.nodes[step.node]
    lines = [f"Step {index + 1}: {node.name}, made by {node.op or '?'}, upstream gradient {number(step.upstream)}."]
    for arrival in step.arrivals:
        parent = graph.nodes[arrival.parent]
        total = step.grads[arrival.parent]
        local = "unknown" if arrival.local is None else number(arrival.local)
        adds = f"adds {number(arrival.added)}"
        if arrival.expected is not None:
            adds = f"is {number(arrival.expected)} by a nudge, and not the {number(arrival.added)} that is added"
        lines.append(
            f"- to {parent.name}: local derivative {local}, times {number(step.upstream)} {adds}; "
            f"its gradient is {number(total)} now."
        )
    missed = missing_share(steps, index)
    if missed is not None:
        later, added = missed
        lines.append(
            f"- Too early: step {later + 1} adds {number(added)} to {node.name}, "
            f"after {node.name} has passed its gradient on."
        )
    return "\n".join(lines)


def missing_share(steps: list[Step], index: int) -> tuple[int, float] | None:
    """Return the first later step that adds to the node of step ``index``, and how much; ``None`` where none does.

    In a right order there is none: a node is called once all that it receives has arrived.
    """
    node = steps[index].node
    for later in range(index + 1, len(steps)):
        for arrival in steps[later].arrivals:
            if arrival.parent == node and arrival.added != 0.0:
                return later, arrival.added
    return None


def never_called(graph: Graph, steps: list[Step]) -> list[int]:
    """Return the places of the nodes that have parents and were not called."""
    called = {step.node for step in steps}
    return [place for place, node in enumerate(graph.nodes) if node.parents and place not in called]
