# SPDX-License-Identifier: MIT
"""What a course lets its notebooks ask beside verdicts, and what it says in the learner's table and lab.

Its ``course.toml`` names a module for that, under ``beside``. What a notebook asks runs as a submission does, confined
where the system can: the notebook may be a colleague's.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from judge.asking.questions_package import imported
from judge.notebooks import course
from judge.notebooks.about import about
from judge.run.confined.client import Ended
from judge.verdicts import warm
from reading import MOST_BYTES

MOST_SECONDS = 600.0


def is_offered() -> bool:
    """Tell whether the notebooks of the course ask anything beside verdicts."""
    return bool(about().beside)


def report(assignments: Path) -> str:
    """Return what the course says below a learner's table of assignments; "" where it says nothing."""
    return str(_module().report(assignments)) if is_offered() else ""


def environment() -> dict[str, str]:
    """Return the variables that a learner's lab has for the course."""
    return dict(_module().environment()) if is_offered() else {}


def _module() -> Any:
    return imported(about().beside)


def printed(question: dict[str, Any]) -> dict[str, Any]:
    """Return the text that the course's lines for a question printed as ``text``.

    It is "" where there was no answer, and ``late`` tells whether it had no end within the question's ``seconds``.
    """
    lines, seconds = _module().lines(question), question["seconds"]
    if not hasattr(os, "fork"):
        return _beside(lines, seconds)
    try:
        executor = warm.executor_of(course.assignments()[0], True)
    except warm.NotConfinedHere:  # Then it is as with the rest of one's own notebook.
        executor = warm.executor_of(course.assignments()[0], False)
    start, text = time.monotonic(), ""
    with contextlib.closing(executor.session()) as session:
        try:
            outputs, late = session.cell(lines, min(seconds, MOST_SECONDS))
            text = "" if late else _printed_in(outputs)
        except Ended:
            late = time.monotonic() >= start + seconds
    return {"text": text, "late": late}


def _printed_in(outputs: Any) -> str:
    """Return the last line that outputs hold, which come from the process and may be anything."""
    texts = [
        output["text"]
        for output in (outputs if isinstance(outputs, list) else [])
        if isinstance(output, dict) and output.get("name") == "stdout" and isinstance(output.get("text"), str)
    ]
    return "".join(texts).strip().rpartition("\n")[2][:MOST_BYTES]


def _beside(lines: str, seconds: float) -> dict[str, Any]:
    """Do the same in a process that is not confined, where none can be forked: on Windows."""
    late, text = False, ""
    command = [sys.executable, "-c", lines]
    with contextlib.suppress(OSError, ValueError):
        try:
            done = subprocess.run(command, capture_output=True, timeout=seconds, encoding="utf-8", check=False)
            text = done.stdout.strip().rpartition("\n")[2][:MOST_BYTES]
        except subprocess.TimeoutExpired:
            late = True
    return {"text": text, "late": late}
