# SPDX-License-Identifier: MIT
"""How the nodes of a graph are read: their names, their parents, what can be reached, in which order."""

from __future__ import annotations

import math
from typing import Any


def names_of(nodes: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the objects in ``nodes``, sorted; an object that is not known is called that."""
    names = {id(node): name for name, node in known.items()}
    return sorted(names.get(id(node), "another object") for node in nodes)


def parents_of(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of a node's distinct parents, whatever container holds them."""
    return sorted(set(names_of(out._prev, known)))


def reached(out: Any, known: dict[str, Any]) -> list[str]:
    """Return the names of the known nodes that can be reached from ``out`` along ``_prev``."""
    seen: dict[int, Any] = {}
    waiting = [out]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            waiting.extend(node._prev)
    return sorted(name for name, node in known.items() if id(node) in seen)


def listed(answer: Any) -> str:
    """Say a list of names or edges."""
    if not isinstance(answer, list):
        return str(answer)
    return "nothing" if not answer else ", ".join(str(item) for item in answer)


def too_early(order: list[Any], nodes: dict[str, Any]) -> list[str]:
    """Return the names of nodes that are missing, or whose first place is before that of one of their parents.

    A root that is left out, or all leaves, is one fault, and another question than the order of the rest.
    """
    place: dict[int, int] = {}
    for index, node in enumerate(order):
        place.setdefault(id(node), index)
    missing = {name for name, node in nodes.items() if id(node) not in place}
    leaves = {name for name, node in nodes.items() if not list(node._prev)}
    excused = missing if missing in ({list(nodes)[-1]}, leaves) else set()
    late = math.inf
    return sorted(
        name
        for name, node in nodes.items()
        if name not in excused
        and (
            name in missing
            or any(place.get(id(parent), -1 if excused else late) >= place[id(node)] for parent in node._prev)
        )
    )
