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
from judge.run.words import say, template
from judge.verdicts import processes, warm
from language.text import in_order
from reading import MOST_BYTES

MOST_SECONDS = 600.0


def is_offered() -> bool:
    """Tell whether the notebooks of the course ask anything beside verdicts."""
    return bool(about().beside)


def report(assignments: Path) -> str:
    """Return what the course says below a learner's table of assignments; "" where it says nothing."""
    return str(_module().report(assignments)) if is_offered() else ""


def records() -> tuple[str, ...]:
    """Return the names of the files that the notebooks keep beside the days, for the learner alone."""
    return tuple(_module().records()) if is_offered() and hasattr(_module(), "records") else ()


def take(assignments: Path, name: str, archived: Path, is_newer: bool) -> list[str]:
    """Take an archive's file of such a name into the one beside the days; return sentences on what came of it.

    Raises:
        OSError: The file beside the days can't be written, and is as it was.
    """
    return list(_module().take(assignments, name, archived, is_newer))


def environment() -> dict[str, str]:
    """Return the variables that a learner's lab has for the course."""
    return dict(_module().environment()) if is_offered() else {}


def of_class(assignment: course.Assignment) -> list[dict[str, Any]]:
    """Return the parts that the course adds to a class's page for an assignment.

    Each student's notebooks are read as they were handed in, not in this process: they may hold anything. No points
    hang on it, so what can't be read is said and stops nothing.
    """
    offered = is_offered() and hasattr(_module(), "read_for")
    names = _module().read_for(assignment.name) if offered else ()
    days = [one for one in course.assignments() if one.name in names]
    if not days:
        return []
    handed_in: list[tuple[str, dict[str, Path]]] = []
    for folder in sorted(assignment.root.glob("submitted/*"), key=lambda path: in_order(path.name)):
        notebooks = {one.name: folder / one.name / f"{one.stem}.ipynb" for one in days}
        if there := {name: path for name, path in notebooks.items() if path.is_file()}:
            handed_in.append((folder.name, there))
    found: dict[str, Any] = {}
    notes: list[str] = []
    for (student, _), read in processes.each(_of_student, handed_in, workers=1):
        if isinstance(read, Exception):
            reason = template("{student}: what came beside the answers could not be counted. {error}")
            notes.append(say(reason, student=student, error=read))
        else:
            found[student], said = read
            notes += said
    return list(_module().sections(assignment.name, found, notes))


def _of_student(handed_in: tuple[str, dict[str, Path]]) -> Any:
    """Return what the course's module reads of a student's notebooks.

    Raises:
        RuntimeError: It raised: of this kind, every error can be read in another process.
    """
    try:
        return _module().of_student(*handed_in)
    except Exception as error:
        raise RuntimeError(str(error)) from None


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
