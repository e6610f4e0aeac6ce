# SPDX-License-Identifier: MIT
"""Whether right code may stand in for parts of an answer while a question lasts, and for which parts it did.

A question that needs a part which another check asks for gets a right one in its place where the learner's own does not
work. What comes then is not what the learner's code gives by itself, so it is known which parts these were, and the
same question can be asked of the learner's code alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

# The lists of those who want to know, and how many ask the learner's code alone.
_listening: list[list[str]] = []
_alone: list[None] = []


def may_stand_in() -> bool:
    """Tell whether right code may stand in for parts of an answer; not while the learner's code is asked by itself."""
    return not _alone


def note(names: Iterable[str]) -> None:
    """Note that right code stands in for parts with these names."""
    for heard in _listening:
        heard.extend(name for name in names if name not in heard)


@contextmanager
def noted() -> Iterator[list[str]]:
    """Give a list that has the names of the parts for which right code stood in, each once, when this ends."""
    heard: list[str] = []
    _listening.append(heard)
    try:
        yield heard
    finally:
        _listening.pop()


@contextmanager
def by_itself() -> Iterator[None]:
    """Ask the learner's code by itself for as long as this lasts."""
    _alone.append(None)
    try:
        yield
    finally:
        _alone.pop()
