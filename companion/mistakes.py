# SPDX-License-Identifier: MIT
"""How often ``check()`` named which mistake: for the learner alone, beside the predictions."""

import contextlib
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import reading
from language.text import say, template

from . import files

FILE = ".mistakes.json"
UNREADABLE = template("The file of the mistakes that you met, {file}, could not be read whole.")
MOST_TIMES = 10**6


@dataclass
class _Kept:
    """What a file holds: how often each mistake was met, and those that were there at the last check."""

    counts: Counter[str] = field(default_factory=Counter)
    open: dict[str, list[str]] = field(default_factory=dict)
    complete: bool = True  # whether all of the file could be read


def note(result: dict[str, Any], path: Path) -> list[str]:
    """Count the mistakes that the grader's result names. One that was there at the last check does not count again.

    Return sentences where the file could not be read: it is kept under another name.
    """
    kept, said = _read(path), []
    for exercise in result["exercises"]:
        named = sorted({name for check in exercise["checks"] for name in _named(check)})
        kept.counts.update(name for name in named if name not in kept.open.get(exercise["id"], []))
        kept.open[exercise["id"]] = named
    # A result is shown even where nothing can be written.
    with contextlib.suppress(OSError):
        said = [] if kept.complete else files.set_aside(path, UNREADABLE)
        files.replace(path, json.dumps({"counts": kept.counts, "open": kept.open}, indent=1))
    return said


def most(path: Path, count: int = 3) -> tuple[list[tuple[str, int]], str]:
    """Return the mistakes that were met most, and how often; and a sentence where the file can't be read, else "".

    Of those met equally often, the earlier ones come first.
    """
    kept = _read(path)
    return kept.counts.most_common(count), "" if kept.complete else say(UNREADABLE, file=path.name)


def _named(check: dict[str, Any]) -> list[str]:
    """Return the title of the catalogued mistake that explains a check; none where several do, since one was made."""
    names = (check.get("verdict") or {}).get("names", [])
    return [names[0]["title"]] if len(names) == 1 and names[0]["exercise"] else []


def _read(path: Path) -> _Kept:
    """Return what a file holds, of which only what is right is taken."""
    try:
        found = reading.data_in(path)
    except FileNotFoundError:
        return _Kept()
    except reading.Unread:
        return _Kept(complete=False)
    parts = [found.get(name) if isinstance(found, dict) else None for name in ("counts", "open")]
    counted, still = (part if isinstance(part, dict) else {} for part in parts)
    counts = {name: times for name, times in counted.items() if type(times) is int and 0 < times <= MOST_TIMES}
    there = {
        exercise: titles
        for exercise, titles in still.items()
        if isinstance(titles, list) and all(isinstance(title, str) for title in titles)
    }
    return _Kept(Counter(counts), there, (counts, there) == (parts[0], parts[1]))
