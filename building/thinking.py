# SPDX-License-Identifier: MIT
"""Write ``docs/points.md``: which points are for thinking, from the headers of the checks, in two readings."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

from building import notebooks
from judge.notebooks import course
from judge.notebooks.cells import exercises

READINGS = ("thinking", "second")
REASON = r'^# %% check="([^"]+)".* {}=("(?:[^"\\]|\\.)*")'
# With this prefix, the second reader disagrees: the check is typing.
TYPING = "typing: "
# The sentence in docs/instructors.md: the points of all days, and those for thinking.
SAID = "Of {} points {} are for what no card spells out"

HEAD = """# Points for thinking, points for typing

Each check of the course, and whether its points are for *thinking* or for *typing*. Thinking is what no card, table or
section of the day spells out: to predict, to derive, to diagnose, to choose, to find the input that shows a fault.
Typing is code, or arithmetic, that follows a rule given there. A check is one or the other; where it is both, the
harder part decides.

The author of a check says why it is for thinking. A second reader knew the released notebooks alone, and asked of each
check: does the answer follow from a rule, or from an example of the same kind, in the same day? Then it is typing.
Several read Day 6, and disagreed on a few checks; there, the majority counts.
"""


def path() -> Path:
    """Return the path of the page."""
    return course.root() / "docs" / "points.md"


def reasons(day: course.Day, reading: str = "thinking") -> dict[str, str]:
    """Return the reasons why checks are for thinking, in one of the readings, by grade_id."""
    found = re.findall(REASON.format(reading), day.master.read_text("utf-8"), re.MULTILINE)
    return {check: json.loads(text) for check, text in found}


def page() -> str:
    """Return the page in Markdown."""
    sums: Counter[tuple[str, str]] = Counter()
    tables = []
    for day in course.days():
        whys = {reading: reasons(day, reading) for reading in READINGS}
        rows = ["| Exercise | Check | Points | Why it is for thinking | The second reader |", "|---|---|---:|---|---|"]
        for exercise in exercises(notebooks.from_master(day)):
            for check in exercise.checks:
                said = [whys[reading].get(check.grade_id, "") for reading in READINGS]
                called = [bool(why) and not why.startswith(TYPING) for why in said]
                for number in (str(day.number), "All"):
                    sums[number, "all"] += check.points
                    sums[number, "both"] += check.points * all(called)
                    for reading, thinking in zip(READINGS, called, strict=True):
                        sums[number, reading] += check.points * thinking
                title = f"{exercise.number} {exercise.title}"
                rows.append(f"| {title} | `{check.grade_id}` | {check.points:g} | {' | '.join(said)} |")
        tables += ["", f"## Day {day.number}", "", *rows]
    summary = ["| Day | Points | Thinking | Thinking, second reading | Thinking in both |", "|---|---:|---:|---:|---:|"]
    for number in (*(str(day.number) for day in course.days()), "All"):
        cells = [number, *(f"{sums[number, column]:g}" for column in ("all", *READINGS, "both"))]
        summary.append(f"| {' | '.join(f'**{cell}**' if number == 'All' else cell for cell in cells)} |")
    return "\n".join([HEAD, *summary, *tables]) + "\n"


def said_to_instructors(text: str) -> str:
    """Return the page for instructors with the sums that the page of points has now."""
    points, author = re.findall(r"\*\*([\d.]+)\*\*", page())[:2]
    return re.sub(SAID.format(r"[\d.]+", r"[\d.]+"), SAID.format(points, author), text)


def write() -> list[Path]:
    """Write the page and its sums for instructors; return the files written, none in a copy of only the notebooks."""
    if not path().parent.is_dir():
        return []
    instructors = path().with_name("instructors.md")
    before = {file: file.read_text("utf-8") if file.exists() else "" for file in (path(), instructors)}
    after = {path(): page(), instructors: said_to_instructors(before[instructors])}
    written = [file for file in after if after[file] != before[file]]
    for file in written:
        file.write_text(after[file], "utf-8")
    return written
