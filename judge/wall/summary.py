# SPDX-License-Identifier: MIT
"""What a run says at its end: which submissions wait for a look of the instructor's, and which were stopped for time.

Several processes grade; each notes what it finds in one file, and the first reads it when all have ended.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Collection
from typing import Any

from judge.notebooks.safe_text import line
from judge.run.words import say, template

# Names in a line.
MOST_NAMES = 10
# Characters of a line: a name may be an address.
LONGEST = 2_000
WAITING = template(
    "Waiting for your look in formgrader (checks: {checks}, submissions: {submissions}): {names}. An answer there has "
    "a type that does not cross, and the check 0 points until you decide."
)
STOPPED = template("Stopped for time (submissions: {submissions}): {names}.")
MORE = template("{names} and {count} more")


class Summary:
    """Notes of a run; whoever was forked from its process writes into the same file."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile("a+b", buffering=0)  # noqa: SIM115 -- it is open as long as the run

    def waits(self, student: str) -> None:
        """Note that a check of a submission waits for a look."""
        self._note("waits", student)

    def was_stopped(self, student: str) -> None:
        """Note that something of a submission was stopped for time."""
        self._note("stopped", student)

    def _note(self, what: str, student: str) -> None:
        self._file.write(json.dumps([what, student]).encode() + b"\n")

    def say(self, log: Any) -> None:
        """Log a line for each kind of note, where there are any."""
        self._file.seek(0)
        found: dict[str, Counter[str]] = {"waits": Counter(), "stopped": Counter()}
        for note in self._file:
            what, student = json.loads(note)
            found[what][student] += 1
        for what, text in (("waits", WAITING), ("stopped", STOPPED)):
            if students := found[what]:
                counts = {"checks": students.total(), "submissions": len(students)}
                log.warning(line(say(text, names=_names(students), **counts), LONGEST))


def _names(students: Collection[str]) -> str:
    names = sorted(students)
    shown = ", ".join(names[:MOST_NAMES])
    more = len(names) - MOST_NAMES
    return shown if more <= 0 else say(MORE, names=shown, count=more)


def say_at_end(step: Any) -> None:
    """Let nbgrader's Autograde, which is about to go through its submissions, log what came of them at its end."""
    step.summary = Summary()
    inner = step.convert_notebooks

    def convert() -> None:
        try:
            inner()
        finally:
            step.summary.say(step.log)

    step.convert_notebooks = convert
