# SPDX-License-Identifier: MIT
"""How far the learner is in the course, and how far a loop is."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from gradtools.output import markdown_table, text_table
from language.text import from_grader, say, template

from . import kernel, predictions
from .grader import Line, NotGraded, ask
from .stepper.training import with_bar

QUIET_LINE = template("standing() shows how far you are when you run this cell yourself.")
HEADER = [template("Day"), template("Title"), template("Points"), template("State"), template("Next")]


def standing() -> None:
    """Show how far you are in the course: the table that ``make progress`` prints, with links to the days.

    While a notebook is graded, tested or built by a program, one constant line is printed instead.
    """
    if os.environ.get(kernel.RUNNING):
        print(say(QUIET_LINE))
        return
    line = Line()
    try:
        days = ask_of_days(line)
    except NotGraded as trouble:
        line.end({"text/plain": str(trouble)})
        return
    reports = zip(report(days, Path.cwd()), predictions.report(predictions.place()), strict=True)
    markdown, text = ("\n\n".join(filter(None, each)) for each in reports)
    line.end({"text/markdown": markdown, "text/plain": text})


def ask_of_days(line: Line) -> list[dict[str, Any]]:
    """Return what the grader says of each day; ``line`` shows meanwhile how far it is."""

    def on_the_way(place: int, count: int) -> None:
        line.show({"text/plain": say("Looking at day {place} of {count} ...", place=place, count=count)})

    return ask({"days": "all"}, on_the_way)["days"]


def progress(iterable: Iterable[Any] | None = None, label: str = "") -> Iterator[Any] | None:
    """Yield the items of a loop and show how far it is; while a notebook is graded, built or tested no bar is shown.

    Without items :func:`standing` is called, as earlier notebooks ask for it.
    """
    return standing() if iterable is None else with_bar(iterable, label)


def report(days: list[dict[str, Any]], folder: Path) -> tuple[str, str]:
    """Return what the grader said of each day, as Markdown with links from a folder to the days, and as plain text."""
    lines, linked = [], []
    for day, row in zip(days, rows(days), strict=True):
        # The link opens a day that is not begun. The grader names a command, which is of use in a terminal alone.
        lines.append([*row, say("begin") if day["state"] == "not begun" else day["next"]])
        link = quote(Path(os.path.relpath(day["notebook"], folder)).as_posix())
        linked.append([f"[{say('Day {day}', day=day['day'])}]({link})", *lines[-1][1:]])
    all_days, header = in_all(days), [*map(say, HEADER)]
    return f"{markdown_table(header, linked)}\n\n{all_days}", f"{text_table(header, lines)}\n\n{all_days}"


def rows(days: list[dict[str, Any]]) -> list[list[str]]:
    """Return number, title, points and state of each day."""
    return [
        [
            str(day["day"]),
            day["title"],
            say("{points:g} of {most:g}", points=day["points"], most=day["max_points"]),
            from_grader(day["state"]),
        ]
        for day in days
    ]


def in_all(days: list[dict[str, Any]]) -> str:
    """Return the points of all days together, in a sentence."""
    points, most = (sum(day[name] for day in days) for name in ("points", "max_points"))
    return say("All days: {points:g} of {most:g} points. A day counts as it was saved last.", points=points, most=most)
