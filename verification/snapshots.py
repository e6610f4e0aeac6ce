# SPDX-License-Identifier: MIT
"""The pages of verdicts that reviewers read: what a learner reads for each catalogued mistake of a day."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from grading import judging
from grading.judging import render
from grading.judging.catalogue import Misconception
from grading.notebooks import course
from verification.catalogued import judged_catalogue

# Draws the inputs that the pages show.
SEED = 1


def path(day: course.Day) -> Path:
    """Return where the reviewed page of a day is kept."""
    return day.root / "tests" / "snapshots" / f"verdicts_{day.name}.md"


def python_version() -> str:
    """Return the version in which Python words its errors, such as ``Python 3.11``."""
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"


def page(day: course.Day) -> str:
    """Return what a learner reads for each catalogued mistake of a day, in every check in which it shows."""
    head = [
        f"# Verdicts of {day.name}",
        "",
        f"What a learner reads for each catalogued mistake, with the inputs of seed {SEED}.",
        f"Built by `python -m verification snapshot` with {python_version()}: read it, don't edit it.",
    ]
    return "\n\n".join(["\n".join(head), *sections(day).values()]) + "\n"


def sections(day: course.Day, one_in: int = 1) -> dict[str, str]:
    """Return the page's section of each mistake by its id, or of one mistake in so many."""
    return {entry.id: _section(entry, verdicts) for entry, verdicts in judged_catalogue(day, SEED, one_in=one_in)}


def _section(entry: Misconception, verdicts: Mapping[str, judging.Verdict]) -> str:
    lines = [f"## {entry.id}", "", f"{entry.title}."]
    checks_by_message: dict[str, list[str]] = {}
    for check, verdict in verdicts.items():
        if verdict.outcome != judging.CORRECT:
            checks_by_message.setdefault(render.message(verdict).text(), []).append(check)
    for message, checks in checks_by_message.items():
        lines += ["", f"- {', '.join(checks)}", f"  > {message}"]
    return "\n".join(lines)


def write(day: course.Day) -> Path:
    """Write the page of a day, and return where it stands."""
    file = path(day)
    file.write_text(page(day), "utf-8")
    return file
