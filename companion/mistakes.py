# SPDX-License-Identifier: MIT
"""How often ``check()`` named which mistake: for the learner alone, beside the predictions."""

import contextlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

from . import files

FILE = ".mistakes.json"


def note(result: dict[str, Any], path: Path) -> None:
    """Count the mistakes that the grader's result names. One that was there at the last check does not count again."""
    counts, open_ones = _read(path)
    for exercise in result["exercises"]:
        named = sorted({name for check in exercise["checks"] for name in _named(check)})
        counts.update(name for name in named if name not in open_ones.get(exercise["id"], []))
        open_ones[exercise["id"]] = named
    # A result is shown even where nothing can be written.
    with contextlib.suppress(OSError):
        files.replace(path, json.dumps({"counts": counts, "open": open_ones}, indent=1))


def most(path: Path, count: int = 3) -> list[tuple[str, int]]:
    """Return the mistakes that were met most, and how often; of those met equally often, the earlier ones first."""
    return _read(path)[0].most_common(count)


def _named(check: dict[str, Any]) -> list[str]:
    """Return the title of the catalogued mistake that explains a check; none where several do, since one was made."""
    names = (check.get("verdict") or {}).get("names", [])
    return [names[0]["title"]] if len(names) == 1 and names[0]["exercise"] else []


def _read(path: Path) -> tuple[Counter[str], dict[str, list[str]]]:
    """Return what a file holds; nothing where it can't be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
        counts = Counter({str(name): int(times) for name, times in found["counts"].items()})
        return counts, {str(name): list(map(str, titles)) for name, titles in found["open"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Counter(), {}
