# SPDX-License-Identifier: MIT
"""How far the learner is in the course, and how far a loop is."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..output import markdown_table, text_table
from ..stepper.training import with_bar
from ..text import say
from . import kernel, predictions
from .grader import NotGraded, ask
from .line import Line

QUIET_LINE = say("standing() shows how far you are when you run this cell yourself.")
HEADER = [say("Day"), say("Title"), say("Points"), say("State"), say("Next")]


def standing() -> None:
    """Show how far you are in the course: the table that ``make progress`` prints, with links to the days.

    While a notebook is graded, tested or built by a program, one constant line is printed instead.
    """
    if os.environ.get(kernel.RUNNING):
        print(QUIET_LINE)
        return
    line = Line()
    try:
        days = ask({"days": "all"}, lambda place, count: line.write(_under_way(place, count)))["days"]
    except NotGraded as trouble:
        line.end({"text/plain": str(trouble)})
        return
    kept = predictions.place()
    markdown = [as_markdown(days, Path.cwd()), predictions.as_markdown(kept)]
    text = [as_text(days), predictions.as_text(kept)]
    line.end({"text/markdown": "\n\n".join(filter(None, markdown)), "text/plain": "\n\n".join(filter(None, text))})


def progress(iterable: Iterable[Any] | None = None, label: str = "") -> Iterator[Any] | None:
    """Show how far a loop is. While a notebook is graded, built or tested no bar is shown.

    Args:
        iterable: What to loop over. Without it :func:`standing` is called, as earlier notebooks ask for it.
        label: What is being done, shown before the bar.

    Returns:
        The items, unchanged.
    """
    return standing() if iterable is None else with_bar(iterable, label)


def as_markdown(days: list[dict[str, Any]], folder: Path) -> str:
    """Return the table of what the grader said of each day, with links from a folder to each day's notebook."""
    rows = _rows(days)
    for day, row in zip(days, rows, strict=True):
        link = quote(Path(os.path.relpath(day["notebook"], folder)).as_posix())
        row[0] = f"[{say('Day {day}', day=row[0])}]({link})"
    return f"{markdown_table(HEADER, rows)}\n\n{_sum(days)}"


def as_text(days: list[dict[str, Any]]) -> str:
    """Return the table as plain text."""
    return f"{text_table(HEADER, _rows(days))}\n\n{_sum(days)}"


def _under_way(place: int, count: int) -> str:
    return say("Looking at day {place} of {count} ...", place=place, count=count)


def _rows(days: list[dict[str, Any]]) -> list[list[str]]:
    rows = []
    for day in days:
        points = say("{points:g} of {most:g}", points=day["points"], most=day["max_points"])
        # The link opens a day that is not begun. The grader names a command, which is of use in a terminal alone.
        following = say("begin") if day["state"] == "not begun" else day["next"]
        rows.append([str(day["day"]), day["title"], points, day["state"], following])
    return rows


def _sum(days: list[dict[str, Any]]) -> str:
    points, most = (sum(day[name] for day in days) for name in ("points", "max_points"))
    return say("All days: {points:g} of {most:g} points. A day counts as it was saved last.", points=points, most=most)
