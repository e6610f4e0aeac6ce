# SPDX-License-Identifier: MIT
"""Write ``docs/points.md``: which points are for thinking, as the headers of the checks say."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from building import notebooks
from grading.notebooks import course
from grading.notebooks.cells import exercises

THINKING = re.compile(r'^# %% check="([^"]+)".* thinking=("(?:[^"\\]|\\.)*")', re.MULTILINE)

HEAD = """# Points for thinking, points for typing

Each check of the course, and whether its points are for *thinking* or for *typing*. Thinking is what no card, table or
section of the day spells out: to predict, to derive, to diagnose, to choose, to find the input that shows a fault.
Typing is code, or arithmetic, that follows a rule which stands there. A check is one or the other as a whole; where it
is both, what is harder decides.
"""


def path() -> Path:
    """Return where the page is kept."""
    return course.root() / "docs" / "points.md"


def reasons(day: course.Day) -> dict[str, str]:
    """Return why the points of a check are for thinking, by grade_id; checks for typing have no reason."""
    return {check: json.loads(text) for check, text in THINKING.findall(day.master.read_text("utf-8"))}


def page() -> str:
    """Return the page in Markdown."""
    sums: Counter[tuple[str, bool]] = Counter()
    tables = []
    for day in course.days():
        why = reasons(day)
        rows = ["| Exercise | Check | Points | Why it is for thinking |", "|---|---|---:|---|"]
        for exercise in exercises(notebooks.from_master(day)):
            for check in exercise.checks:
                sums[str(day.number), check.grade_id in why] += check.points
                title = f"{exercise.number} {exercise.title}"
                rows.append(f"| {title} | `{check.grade_id}` | {check.points:g} | {why.get(check.grade_id, '')} |")
        tables += ["", f"## Day {day.number}", "", *rows]
    summary = ["| Day | Thinking | Typing |", "|---|---:|---:|"]
    for day in course.days():
        number = str(day.number)
        summary.append(f"| {number} | {sums[number, True]:g} | {sums[number, False]:g} |")
    thinking, typing = (sum(points for (_, kind), points in sums.items() if kind is one) for one in (True, False))
    summary.append(f"| **All** | **{thinking:g}** | **{typing:g}** |")
    return "\n".join([HEAD, *summary, *tables]) + "\n"


def write() -> bool:
    """Write the page, and tell whether there is a place for it: a copy of the notebooks alone has none."""
    if path().parent.is_dir():
        path().write_text(page(), "utf-8")
    return path().parent.is_dir()
