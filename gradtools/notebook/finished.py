# SPDX-License-Identifier: MIT
"""What a learner will have built by the end of Day 4, to look at on Day 1.

The course holds it once, in the cells with which Day 5 begins, and it is read from there. While work is graded it is
not available.
"""

import math
import os
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from ..text import SaidError
from . import kernel

CELLS = ("day5-given-engine", "day5-given-mlp")
PARTS = ("Value", "MLP", "topological_order")


class NotHere(SaidError):
    """The finished engine is not at hand; the message says why, and what to do."""


def finished_engine() -> SimpleNamespace:
    """Return the finished engine and network: ``Value``, ``MLP`` and ``topological_order``.

    Raises:
        NotHere: Day 5's notebook is missing or was changed; or work is graded.
    """
    if os.environ.get(kernel.RUNNING) == "autograde":
        raise NotHere("The finished engine is there to look at. While work is graded, your own engine is used.")
    days = Path(__file__).resolve().parents[2] / "days"
    for folder in (days / "day5", Path.cwd().parent / "day5"):
        for path in sorted(folder.glob("day5_*.ipynb")):
            found = _read(path) if ".kept-" not in path.name else None
            if found is not None:
                return found
    raise NotHere(
        "The finished engine stands in Day 5's notebook, and that is not here, or was changed. Nothing else today "
        "needs it: go on."
    )


def _read(path: Path) -> SimpleNamespace | None:
    """Return what the given cells of a notebook define; None where they don't define it."""
    names: dict[str, Any] = {"math": math, "random": random, "__name__": "finished"}
    try:
        cells = kernel.saved_cells(path)
        given = {cell["metadata"].get("nbgrader", {}).get("grade_id"): kernel.text_of(cell) for cell in cells}
        for name in CELLS:
            exec(compile(given[name], f"<{name}>", "exec"), names)
        return SimpleNamespace(**{part: names[part] for part in PARTS})
    except Exception:  # The file is the learner's, who may have changed anything in it.
        return None
