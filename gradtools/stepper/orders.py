# SPDX-License-Identifier: MIT
"""``compare_orders(loss)``: the same graph under two orders, side by side, stepping together."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..graph import number, topological_order
from ..output import show
from . import still
from .model import described, for_page, told
from .recording import CannotStep, Recording, record, require_value
from .stepping import MOST_NODES
from .widget import bring_to_life, can_live, place_of

__all__ = ["ORDERS", "ComparedOrders", "compare_orders"]


def first_arrival(root: Any) -> list[Any]:
    """Return the nodes as a recursion calls them that skips those it has called before."""
    order, seen, waiting = [], set(), [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            order.append(node)
            waiting.extend(reversed(list(node._prev)))
    return order


def level_by_level(root: Any) -> list[Any]:
    """Return the nodes by their distance from the root: first the root, then its parents, then theirs."""
    order, seen, level = [], set(), [root]
    while level:
        following = []
        for node in level:
            if id(node) not in seen:
                seen.add(id(node))
                order.append(node)
                following.extend(node._prev)
        level = following
    return order


def topological(root: Any) -> list[Any]:
    """Return the nodes so that each stands after all of its children."""
    return topological_order(root, "compare_orders")[::-1]


ORDERS: dict[str, Callable[[Any], list[Any]]] = {
    "first arrival": first_arrival,
    "topological": topological,
    "level by level": level_by_level,
}


_MOST_DRAWN = 20  # nodes of a still picture


class ComparedOrders:
    """One graph under several orders. Shows two of them side by side, live, and all of them as text elsewhere.

    Attributes:
        recordings: The name of an order -> the recorded pass; empty where there is none.
        words: All of them in words, or the sentence that says why there is none.
        caption: The caption as given.
    """

    def __init__(self, recordings: dict[str, Recording], caption: str, sentence: str = "") -> None:
        self.recordings, self.caption = recordings, caption
        self.boards = [{"title": _title(name), **described(one)} for name, one in recordings.items()]
        self.words = sentence or _compared(recordings, self.boards)

    def __repr__(self) -> str:
        return self.words

    def bundle(self) -> dict[str, Any]:
        """Return what the saved notebook holds: a telling moment of the first two orders, and the words."""
        if not self.recordings:
            return still.notice(self.words)
        names = list(self.recordings)[:2]
        node = _of_interest([self.boards[place] for place in range(len(names))])
        drawn = [
            still.moment(one, board, _turn_of(node, one))
            for one, board in zip(self.recordings.values(), self.boards, strict=True)
            if board["title"] in map(_title, names) and len(one.graph.nodes) <= _MOST_DRAWN
        ]
        return still.page(self._key, "\n".join(drawn), self.caption, self.words, "The orders in words")

    @functools.cached_property
    def _key(self) -> str:
        return place_of("orders", self.caption, self.boards)

    def _ipython_display_(self) -> None:
        show([self.bundle()])
        if self.boards and can_live():
            data = {"kind": "orders", "caption": self.caption, "boards": list(map(for_page, self.boards))}
            bring_to_life(self._key, data, lambda request: {})


def compare_orders(
    loss: Any, orders: Mapping[str, Iterable[Any]] | Iterable[str] | None = None, *, caption: str = ""
) -> ComparedOrders:
    """Step through one graph under two orders, side by side.

    Each node's own ``_backward`` is called once, in each of the orders, from gradients of 0. Afterwards the nodes are
    as they were.

    Args:
        loss: The node to start from.
        orders: Names of ``ORDERS``, or a name -> the nodes, first to last. Without it: first arrival, topological, and
            level by level.
        caption: One or two sentences shown beneath the figure.

    Returns:
        The comparison, the last line of a cell. Where there is none, it says why in a sentence.
    """
    try:
        require_value(loss, "compare_orders")
        nodes = topological(loss)
        if len(nodes) > MOST_NODES:
            raise CannotStep(
                f"compare_orders draws up to {MOST_NODES:,} nodes, and this graph has {len(nodes):,}. "
                "Start from a node further inside."
            )
        chosen = _chosen(loss, orders)
        return ComparedOrders({name: record(loss, order, "compare_orders") for name, order in chosen.items()}, caption)
    except (CannotStep, TypeError, ValueError) as trouble:
        return ComparedOrders({}, caption, str(trouble))


def _chosen(loss: Any, orders: Mapping[str, Iterable[Any]] | Iterable[str] | None) -> dict[str, list[Any]]:
    if isinstance(orders, Mapping):
        return {str(name): list(order) for name, order in orders.items()}
    names = list(ORDERS if orders is None else orders)
    unknown = [name for name in names if name not in ORDERS]
    if unknown or len(names) < 2:
        raise CannotStep(f"compare_orders takes two or more of: {', '.join(ORDERS)}; or a name and the nodes for each.")
    return {name: ORDERS[name](loss) for name in names}


def _of_interest(boards: list[dict[str, Any]]) -> int:
    """Return the node whose turn the still pictures show: the first that is called too early, else the last called."""
    early = [step["node"] for board in boards for step in board["steps"] if step["early"]]
    return int(early[0] if early else boards[0]["steps"][-1]["node"]) if boards[0]["steps"] else 0


def _turn_of(node: int, recording: Recording) -> int:
    """Return at which call a node has its turn."""
    return next((index for index, call in enumerate(recording.calls) if call.node == node), 0)


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def _compared(recordings: dict[str, Recording], boards: list[dict[str, Any]]) -> str:
    """Return the words of each order, after the gradients that differ between them."""
    names = list(recordings)
    graph = recordings[names[0]].graph
    lines = []
    for place, node in enumerate(graph.nodes):
        ends = [number(recordings[name].grads[place]) for name in names]
        if len(set(ends)) > 1 and node.label:
            lines.append(
                f"{node.name}.grad: " + ", ".join(f"{end} {name}" for name, end in zip(names, ends, strict=True)) + "."
            )
    head = ["At the end these gradients differ:", *lines] if lines else ["At the end all gradients are equal."]
    parts = ["\n".join(head)]
    parts += [f"{board['title']}\n{told(board)}" for board in boards if len(board["steps"]) <= 40]
    return "\n\n".join(parts)
