# SPDX-License-Identifier: MIT
"""A right order of a graph's nodes, for what calls a ``topological_order``."""

from __future__ import annotations

from typing import Any

ANSWERS = ("day3-topological-order-",)


def sorted_nodes(root: Any) -> list[Any]:
    """Return all nodes behind ``root``, parents before children: the stand-in for ``topological_order``.

    Raises:
        TypeError: Some node has a parent that is no node.
    """
    order, seen, waiting = [], set(), [(root, False)]
    while waiting:
        node, done = waiting.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            for parent in node._prev:
                if isinstance(parent, (int, float, str)) and not hasattr(parent, "_prev"):
                    raise TypeError(f"`_prev` holds {parent!r}, which is no node")
                waiting.append((parent, False))
    return order
