# SPDX-License-Identifier: MIT
"""Where the learner stands in the course, inside a notebook: the table that `make progress` prints, with links."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from . import kernel, predictions
from .grader import NotGraded, ask
from .output import markdown_table, text_table
from .progress_line import Line

__all__ = ["show_standing"]

QUIET_LINE = "progress() shows how far you are when you run this cell yourself."
HEADER = ["Day", "Title", "Points", "State", "Next"]
BEGIN = "begin"


def show_standing() -> None:
    """Grade the days that were begun, and show the points of each day, what is next, and how predictions came out.

    While a notebook is graded, tested or built by a program, one constant line is printed instead.
    """
    if os.environ.get(kernel.RUNNING):
        print(QUIET_LINE)
        return
    line = Line()
    try:
        days = ask({"days": "all"}, lambda place, count: line.say(f"Looking at day {place} of {count} ..."))["days"]
    except NotGraded as trouble:
        line.end({"text/plain": str(trouble)})
        return
    kept = predictions.place()
    markdown, text = predictions.as_markdown(kept), predictions.as_text(kept)
    line.end(
        {
            "text/markdown": "\n\n".join(filter(None, (as_markdown(days, Path.cwd()), markdown))),
            "text/plain": "\n\n".join(filter(None, (as_text(days), text))),
        }
    )


def as_markdown(days: list[dict[str, Any]], folder: Path) -> str:
    """Return the table with a link to each day's notebook.

    Args:
        days: What the grader said of each day.
        folder: The folder that the links start from.
    """
    rows = []
    for day, row in zip(days, _rows(days), strict=True):
        link = quote(Path(os.path.relpath(day["notebook"], folder)).as_posix())
        rows.append([f"[Day {row[0]}]({link})", *row[1:]])
    return f"{markdown_table(HEADER, rows)}\n\n{_sum(days)}"


def as_text(days: list[dict[str, Any]]) -> str:
    """Return the table as plain text."""
    return f"{text_table(HEADER, _rows(days))}\n\n{_sum(days)}"


def _rows(days: list[dict[str, Any]]) -> list[list[str]]:
    # What to begin is opened by its link; a command is of use in a terminal alone.
    return [
        [
            str(day["day"]),
            day["title"],
            f"{day['points']:g} of {day['max_points']:g}",
            day["state"],
            BEGIN if day["state"] == "not begun" else day["next"],
        ]
        for day in days
    ]


def _sum(days: list[dict[str, Any]]) -> str:
    points, most = (sum(day[name] for day in days) for name in ("points", "max_points"))
    return f"All days: {points:g} of {most:g} points. A day counts as it was saved last."
