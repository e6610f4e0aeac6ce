# SPDX-License-Identifier: MIT
"""``compare_orders(loss)``: the same graph under two orders, side by side, stepping together."""

from collections.abc import Callable
from typing import Any

from gradtools.graph import numbers, read_graph
from language.text import say, template

from . import still
from .model import described, in_words
from .recording import CannotStep, Recording, record, require_value
from .stepping import MOST_NODES
from .widget import LiveFigure

_MOST_DRAWN = 20  # nodes of a still picture
_MOST_TOLD = 40  # steps in words


def reached(root: Any, depth_first: bool) -> list[Any]:
    """Return the nodes in the order in which a walk from the root first comes to each of them."""
    order, seen, waiting = [], set(), [root]
    while waiting:
        node = waiting.pop(0)
        if id(node) not in seen:
            seen.add(id(node))
            order.append(node)
            waiting = [*node._prev, *waiting] if depth_first else [*waiting, *node._prev]
    return order


def topological(root: Any) -> list[Any]:
    """Return the nodes so that each comes after all of its children."""
    return [node.source for node in reversed(read_graph(root, "compare_orders").nodes)]


ORDERS: dict[str, Callable[[Any], list[Any]]] = {
    template("first arrival"): lambda root: reached(root, depth_first=True),  # as a recursion skips what it has called
    template("topological"): topological,
    template("level by level"): lambda root: reached(root, depth_first=False),
}


class ComparedOrders(LiveFigure):
    """One graph under several orders. Shows two of them side by side, live, and all of them as text elsewhere.

    ``recordings`` has the recorded pass by the name of the order.
    """

    summary = template("The orders in words")

    def __init__(self, recordings: dict[str, Recording], caption: str) -> None:
        self.recordings = recordings
        boards = [{"title": name[:1].upper() + name[1:], **described(one)} for name, one in recordings.items()]
        super().__init__("orders", _compared(recordings, boards), caption, boards)

    def drawn(self) -> str:
        """Return a revealing moment of the first two orders."""
        # The turn of the first node that is called too early, else of the last that is called.
        early = [step["node"] for board in self.boards[:2] for step in board["steps"] if step["early"]]
        node = int([*early, *(step["node"] for step in self.boards[0]["steps"][-1:]), 0][0])
        drawn = [
            still.moment(one, board, next((place for place, step in enumerate(one.steps) if step.node == node), 0))
            for one, board in list(zip(self.recordings.values(), self.boards, strict=True))[:2]
            if len(one.graph.nodes) <= _MOST_DRAWN
        ]
        return "\n".join(drawn)


def compare_orders(loss: Any, *, caption: str = "") -> LiveFigure:
    """Step through one graph under two orders, side by side.

    Each node's own ``_backward`` is called once, in each of ``ORDERS``, from gradients of 0. Afterwards the nodes are
    as they were.

    Args:
        loss: The node to start from.
        caption: One or two sentences shown beneath the figure.
    """
    try:
        require_value(loss, "compare_orders")
        nodes = topological(loss)
        if len(nodes) > MOST_NODES:
            raise CannotStep(
                "compare_orders draws up to {most:,} nodes, and this graph has {count:,}. Start from a node "
                "further inside.",
                most=MOST_NODES, count=len(nodes),
            )  # fmt: skip
        recordings = {say(name): record(loss, order(loss), "compare_orders") for name, order in ORDERS.items()}
        return ComparedOrders(recordings, caption)
    except (TypeError, ValueError) as trouble:
        return LiveFigure("orders", str(trouble), caption, [])


def _compared(recordings: dict[str, Recording], boards: list[dict[str, Any]]) -> str:
    """Return the words of each order, after the gradients that differ between them."""
    lines = []
    for place, node in enumerate(next(iter(recordings.values())).graph.nodes):
        ends = {name: numbers(one.grads[place]) for name, one in recordings.items()}
        if len(set(ends.values())) > 1 and node.label:
            lines.append(f"{node.name}.grad: {', '.join(f'{end} {name}' for name, end in ends.items())}.")
    head = say("At the end these gradients differ:") if lines else say("At the end all gradients are equal.")
    parts = ["\n".join([head, *lines])]
    parts += [f"{board['title']}\n{in_words(board)}" for board in boards if len(board["steps"]) <= _MOST_TOLD]
    return "\n\n".join(parts)
