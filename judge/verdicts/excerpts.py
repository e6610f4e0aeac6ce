# SPDX-License-Identifier: MIT
"""Excerpts of long answers: of a hundred numbers, those around the first that differs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from judge.run.answers import Answer, PlainArray, PlainValue, same

# An answer with more numbers than this is not shown in full.
MOST_PARTS = 12
# How many entries are shown before the first that differs, and how many after it.
AROUND = 2
# The most characters that are shown of an entry, and of a whole answer.
LONGEST_ENTRY, LONGEST = 80, 400


def excerpts_of(right: Answer, given: Answer | None, phrase: Callable[[Any], str]) -> tuple[str, str, int] | None:
    """Return the parts of two answers in which they differ; None where both are short, or not plain values.

    ``phrase`` puts a plain value into words. The number is the place of the first entry that differs, counted from 1;
    0 unless both are lists.
    """
    if not (isinstance(right, PlainValue) and isinstance(given, PlainValue)):
        return None
    first, second = right.value, given.value
    if max(parts_in(first), parts_in(second)) <= MOST_PARTS:
        return None
    if isinstance(first, dict) and isinstance(second, dict):
        both = first.keys() & second.keys()
        keys = [key for key in {**first, **second} if key not in both or not same(first[key], second[key])]
        keys = keys[: 2 * AROUND]
        return _of_dict(first, keys, phrase), _of_dict(second, keys, phrase), 0
    lists = isinstance(first, list) and isinstance(second, list)
    pairs = zip(first, second, strict=False) if lists else ()
    at = sum(1 for _ in itertools.takewhile(lambda pair: same(*pair), pairs))
    return _of_value(first, at, phrase), _of_value(second, at, phrase), at + 1 if lists else 0


def parts_in(value: Any) -> int:
    """Return how many numbers or texts a plain value is made of."""
    if isinstance(value, dict):
        return sum(map(parts_in, value.values()))
    if isinstance(value, PlainArray):
        return len(value.entries)
    return sum(map(parts_in, value)) if isinstance(value, (list, tuple)) else 1


def _of_dict(entries: dict[str, Any], keys: list[str], phrase: Callable[[Any], str]) -> str:
    shown = [f"{key} {brief(phrase(entries[key]), LONGEST_ENTRY)}" for key in keys if key in entries]
    return f"({', '.join([*shown, '...'])})" if len(entries) > len(shown) else ", ".join(shown)


def _of_value(value: Any, at: int, phrase: Callable[[Any], str]) -> str:
    if not isinstance(value, list):
        return brief(phrase(value))
    # Where the list ends before the first difference, its end is shown.
    at = min(at, max(0, len(value) - 1))
    first, last = max(0, at - AROUND), min(len(value), at + AROUND + 1)
    shown = ", ".join(brief(phrase(entry), LONGEST_ENTRY) for entry in value[first:last])
    return f"[{'..., ' if first else ''}{shown}{', ...' if last < len(value) else ''}]"


def brief(text: str, most: int = LONGEST) -> str:
    """Return a text, cut where it has more than ``most`` characters."""
    return text if len(text) <= most else f"{text[:most]} ..."
