# SPDX-License-Identifier: MIT
"""How the nodes of a graph are read: names, parents, what can be reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judge.run.messages import Argument, sentence

Leaf = Callable[[float], Any]


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
            waiting.extend(node._prev or ())
    return sorted(name for name, node in known.items() if id(node) in seen)


def listed(answer: Any) -> Argument:
    """Return a list of names or edges as an argument of a sentence; other answers are in words of the question's."""
    if not isinstance(answer, list):
        return sentence("{words:answer}", words=str(answer))
    in_words = [" " in str(one) and (" or " in str(one) or not str(one).startswith("(")) for one in answer]
    named = (
        sentence("{words:answer}", words=one) if words else str(one)
        for one, words in zip(answer, in_words, strict=True)
    )
    return tuple(named) or sentence("nothing")
