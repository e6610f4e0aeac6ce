# SPDX-License-Identifier: MIT
"""Let cells of a learner's read the ten digits: for ``so_far()`` in a notebook, which shows what comes of it.

They run as a submission does, confined where the system can: a notebook may be a colleague's.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from typing import Any

from companion import ten_digits
from judge.notebooks import course
from judge.run.confined.client import Ended
from judge.verdicts import warm
from reading import MOST_BYTES

MOST_SECONDS = 600.0


def printed(day: int, cells: list[str], seconds: float) -> dict[str, Any]:
    """Return the text that :func:`companion.ten_digits.answered` printed as ``text``.

    It is "" where there was no answer, and ``late`` tells whether it had no end within these seconds.
    """
    question = json.dumps({"day": day, "cells": cells})
    if not hasattr(os, "fork"):
        return _beside(question, seconds)
    try:
        executor = warm.executor_of(course.days()[0], True)
    except warm.NotConfinedHere:  # Then it is as with the rest of one's own notebook.
        executor = warm.executor_of(course.days()[0], False)
    start, text = time.monotonic(), ""
    with contextlib.closing(executor.session()) as session:
        try:
            outputs, late = session.cell(ten_digits.lines(question), min(seconds, MOST_SECONDS))
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


def _beside(question: str, seconds: float) -> dict[str, Any]:
    """Do the same in a process that is not confined, where none can be forked: on Windows."""
    late, text = False, ""
    command = [sys.executable, "-c", ten_digits.lines(question)]
    with contextlib.suppress(OSError, ValueError):
        try:
            done = subprocess.run(command, capture_output=True, timeout=seconds, encoding="utf-8", check=False)
            text = done.stdout.strip().rpartition("\n")[2][:MOST_BYTES]
        except subprocess.TimeoutExpired:
            late = True
    return {"text": text, "late": late}
