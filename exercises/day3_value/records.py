# SPDX-License-Identifier: MIT
"""The collections in which an engine may keep a record of every node, such as a tape."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary, WeakSet, WeakValueDictionary

# What a class or a notebook may write down about every node.
RECORDS = (list, dict, set, deque, WeakSet, WeakKeyDictionary, WeakValueDictionary)
# By id: a class of the learner's may say that it equals any other, and every question looks through all names.
_IDS = frozenset(map(id, RECORDS))


# What the latest namespace held, and where it may keep collections: most questions look at the same namespace as the
# question before.
_looked: tuple[list[Any], tuple[list[Any], list[Any]]] = [], ([], [])


def records_in(namespace: Mapping[str, Any]) -> list[Any]:
    """Return the collections that a notebook keeps under its own names, in its classes and in their instances."""
    records, owners = _places(namespace)
    parts = chain(records, *(vars(owner).values() for owner in owners))
    return list({id(part): part for part in parts if id(type(part)) in _IDS}.values())


def _places(namespace: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """Return the collections under a notebook's own names, and the classes and instances that may keep others."""
    global _looked
    held = [*namespace, *namespace.values()]
    before, found = _looked
    if len(held) != len(before) or not all(map(operator.is_, held, before)):
        found = _found_places(namespace)
        _looked = held, found
    return found


def _found_places(namespace: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    things = [thing for name, thing in namespace.items() if not name.startswith("__")]
    here = namespace.get("__name__", "builtins")
    classes = [thing for thing in things if isinstance(thing, type) and vars(thing).get("__module__") == here]
    known = set(map(id, classes))
    instances = [thing for thing in things if id(type(thing)) in known and hasattr(thing, "__dict__")]
    return [thing for thing in things if id(type(thing)) in _IDS], [*classes, *instances]


@contextmanager
def emptied(records: list[Any]) -> Iterator[None]:
    """Empty collections for as long as this lasts; afterwards they hold again what they held."""
    kept = [record.copy() for record in records]
    for record in records:
        record.clear()
    try:
        yield
    finally:
        for record, before in zip(records, kept, strict=True):
            record.clear()
            fill = record.update if hasattr(record, "update") else record.extend
            fill(before)
