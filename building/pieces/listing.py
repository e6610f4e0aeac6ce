# SPDX-License-Identifier: MIT
"""What a page says of the pieces of the days, and what its script knows of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from building.pieces.cutting import Piece, of_day
from judge.notebooks import course
from judge.run.words import say

Address = Callable[[course.Assignment, Piece], str]


def title_of(day: course.Assignment, piece: Piece) -> str:
    """Return how a piece is called where its day is not named."""
    return say(
        "Day {day}, piece {number}: {name}, {minutes} minutes",
        day=day.number,
        number=piece.number,
        name=piece.name,
        minutes=piece.minutes,
    )


def for_page(
    days: Sequence[course.Assignment], address: Address | None = None, after: dict[str, str] | None = None
) -> dict[str, Any]:
    """Return what a page's script, ``pieces.js``, knows of the pieces of some days, and what it says.

    ``address`` tells where one goes on with a piece, where that is not where its link in the list leads; ``after`` has
    the title and the address of what comes after these days.
    """
    found = [
        {
            "day": day.name,
            "title": title_of(day, piece),
            "right": list(piece.right),
            "tried": piece.tried,
            **({"address": address(day, piece)} if address else {}),
        }
        for day in days
        for piece in of_day(day)
    ]
    known = {"pieces": found, "words": {"done": say("done"), "going": say("Go on:")}}
    return {**known, "after": after} if after else known


def in_markdown(days: Sequence[course.Assignment]) -> str:
    """Return the pieces of some days as Markdown for the page beside their folders; where to begin comes first.

    The page's script, ``pieces.js``, finds what it marks by these classes.
    """
    day, piece = days[0], of_day(days[0])[0]
    begin = f'<a href="{escape(_link(day, piece))}">{escape(title_of(day, piece))}</a>'
    lists = []
    for day in days:
        found = of_day(day)
        lines = [f'{piece.number}. <span class="piece">{_linked(day, piece)}</span>' for piece in found]
        summary = say("Day {day} in {count} pieces", day=day.number, count=len(found))
        lists.append("\n".join(["<details>", f"<summary>{summary}</summary>", "", *lines, "", "</details>"]))
    return "\n\n".join([f'<p class="go-on"><span>{say("Begin:")}</span> {begin}</p>', *lists])


def _linked(day: course.Assignment, piece: Piece) -> str:
    minutes = say("{minutes} minutes", minutes=piece.minutes)
    return f"[{piece.name}]({_link(day, piece)}), {minutes}"


def _link(day: course.Assignment, piece: Piece) -> str:
    """Return what leads from the folder of the days to a piece."""
    folder = course.learner_folder(course.root())
    return day.learner_notebook.relative_to(folder).as_posix() + piece.address
