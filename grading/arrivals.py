# SPDX-License-Identifier: MIT
"""What was handed in, one notebook each, and what an instructor reads of all of it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from grading.roster import Label
from judge.notebooks import choosing, course, safe_text, submission
from judge.notebooks.choosing import TOUCHED, UNTOUCHED
from judge.run.words import say, template

UNCHANGED = template("as it was")
MOST_NAMES = 4  # of what lies beside a notebook
ANOTHER_DAY = template("it is a notebook of {day}.")
LEFT_BESIDE = template("{who}: left out beside the notebook: {files}.")


@dataclass(frozen=True)
class Arrival:
    """A notebook of the assignment, and when its student handed it in."""

    student: str
    time: datetime
    copy: Path
    sha256: str
    shown: str
    label: Label
    order: tuple[int, str] = (0, "")  # among those of one time
    secret: str = ""
    group: str = ""  # what lies in one .zip was handed in at once
    file: str = ""
    work: int = TOUCHED  # how many exercises are answered in it, as for choosing.work_in
    saved: float = 0.0  # when its student saved it, by their own clock
    place: str = ""  # what lies in one place was handed in together


@dataclass
class Collected:
    """What was collected: what was done for each student, and a sentence for each thing that was left out."""

    done: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # By student, the names of what came with their notebooks and is no notebook.
    files: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def lines(self, assignment: course.Assignment) -> list[str]:
        """Return what an instructor reads: each student, then what was left out, then a sum.

        Names that strangers chose may hold a terminal's commands.
        """
        lines = [f"{student}: {what}" for student, what in sorted(self.done.items())] + self.notes
        if self.left_out:
            lines += [say("Left out:"), *(f"    {line}" for line in self.left_out)]
        summary = say(
            "{name}: {count} collected, {new} of them new or renewed; {left_out} left out. Next: `{command}`.",
            name=assignment.name,
            count=len(self.done),
            new=sum(what != say(UNCHANGED) for what in self.done.values()),
            left_out=len(self.left_out),
            command=course.command("grade", assignment),
        )
        return [safe_text.line(line) for line in (*lines, summary)]


def left_beside(who: str, names: Sequence[str]) -> str:
    """Return a note on files of a student's that are no notebooks; at most ``MOST_NAMES`` are named."""
    listed = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        listed.append("...")
    return say(LEFT_BESIDE, who=who, files=", ".join(listed))


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def looked_at(assignment: course.Assignment, copy: Path) -> tuple[str, int]:
    """Return why a file is no notebook of an assignment, "" where it is one, and how many exercises it answers."""
    try:
        notebook = submission.read(copy, outputs=False)
        of = submission.assignment_of(notebook, copy)
        if of != assignment:
            return say(ANOTHER_DAY, day=of.name), UNTOUCHED
        return "", choosing.work_in(notebook, assignment)
    except submission.UnreadableNotebook as error:
        return error.reason, UNTOUCHED
    except Exception as error:  # Whatever a stranger's file does to a reader, the others are collected.
        return say("it can't be read ({why}).", why=type(error).__name__), UNTOUCHED


def shown(when: datetime) -> str:
    """Return a time in UTC, to the minute, as an instructor reads it."""
    return f"{when:%Y-%m-%d %H:%M} UTC"
