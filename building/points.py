# SPDX-License-Identifier: MIT
"""Fill points and minutes into a day's text, each from the one place that declares it.

Points are declared in the header of a check, minutes on the card of an exercise. The minutes of reading are computed
from the text, see :mod:`building.reading_time`. An author writes placeholders:

- ``{points:1.2}``, ``{minutes:1.2}``: of an exercise, by the number on its card;
- ``{points:day1-value-add}``: of a check;
- ``{points:total}``: of the day;
- ``{minutes:start}``, ``{minutes:section 1}``, ``{minutes:section 1, extra}``, ``{minutes:looking back}``,
  ``{minutes:part two, extra}``: of reading a part of the day;
- ``{minutes:reading}``, ``{minutes:exercises}``, ``{minutes:total}``: of all parts, of the cards, of both;
- ``{minutes:core}``, ``{points:core}``, ``{minutes:extra}``, ``{points:extra}``: of what is not extra, and of what is;
- ``{points in words:1.2}``: as a word, such as *five*.

The noun agrees with the number: ``{points:1.2} points`` may become *1 point*.

A card says ``### Exercise 1.2: trace the graph (about 20 min)``; its points are written before the minutes. In part two
it says ``(extra, about 20 min)``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from nbformat import NotebookNode

from building import reading_time
from judge.notebooks.cells import CARD as ANY_CARD
from judge.notebooks.cells import exercises, misplaced
from judge.notebooks.course import CourseError

CARD = re.compile(r"^(### Exercise (\d+\.\d+): .+? \((?:extra, )?)(\d+ points?, )?(about \d+ min\))$", re.MULTILINE)
PLACEHOLDER = re.compile(r"\{((?:point|minute)[a-z ]*):([^{}]*)\}( points?\b)?")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NOUN = ("point", "points")


def fill(cells: Sequence[Any]) -> list[CourseError]:
    """Fill points and minutes into the Markdown cells of a day, in place, and return the faults.

    Faults are an unknown placeholder, a card that states its points or has no answer cell, a check that belongs to no
    exercise, and an answer cell without a card.
    """
    faults = [CourseError(sentence) for sentence in misplaced(NotebookNode(cells=list(cells)))]
    if faults:
        return faults
    of_day = values(cells)
    for cell in cells:
        if cell.cell_type == "markdown":
            faults.extend(
                CourseError(f"{card[0]!r} is no card: write '### Exercise {card[1]}: the title (about 20 min)'.")
                for card in ANY_CARD.finditer(cell.source)
                if not CARD.match(card[0])
            )
            text = CARD.sub(lambda card: _kept(_card, card, of_day["points"], faults), cell.source)
            cell.source = PLACEHOLDER.sub(lambda placeholder: _kept(_value, placeholder, of_day, faults), text)
    return faults


def with_placeholder(card: str) -> str:
    """Return a text in which a card that an author wrote asks for its points."""
    return CARD.sub(lambda found: f"{found[1]}{{points:{found[2]}}} points, {found[4]}", card)


def _kept(write: Callable[..., str], place: re.Match[str], numbers: Any, faults: list[CourseError]) -> str:
    """Return the replacement for a place in the text; on a fault, record it and keep the text."""
    try:
        return write(place, numbers)
    except CourseError as fault:
        faults.append(fault)
        return place[0]


def values(cells: Sequence[Any]) -> dict[str, dict[str, float]]:
    """Return the points and minutes of a day, such as ``values(cells)["points"]["total"]``."""
    listed, parts = exercises(NotebookNode(cells=list(cells))), reading_time.parts(cells)
    extra = reading_time.extra(cells)
    checks = {check.grade_id: check.points for exercise in listed for check in exercise.checks}
    points = {exercise.number: exercise.points for exercise in listed}
    working: dict[str, float] = {exercise.number: exercise.minutes for exercise in listed}
    minutes: dict[str, float] = {**working, **parts}
    read, work = sum(parts.values()), sum(working.values())
    optional = sum(minutes.get(each, 0) for each in extra)
    all_points, of_extra = sum(points.values()), sum(points.get(each, 0) for each in extra)
    return {
        "points": {
            **points,
            **checks,
            "core": all_points - of_extra,
            "extra": of_extra,
            "total": all_points,
        },
        "minutes": {
            **minutes,
            "reading": read,
            "exercises": work,
            "extra": optional,
            "core": read + work - optional,
            "total": read + work,
        },
    }


def put(text: str, of_day: dict[str, dict[str, float]], word: Callable[[str], str]) -> str:
    """Return a translated text with the numbers of a day in its placeholders.

    ``word`` translates a numeral or the noun, which agrees with its number as in English.
    """
    noun = re.escape(word(NOUN[1]))

    def value(placeholder: re.Match[str]) -> str:
        return " ".join(word(part) if part in WORDS + NOUN else part for part in _value(placeholder, of_day).split())

    return re.sub(PLACEHOLDER.pattern.replace("points?", noun), value, text)


def counted(points: float) -> str:
    """Return a number of points with its noun: ``1 point``, ``2 points``."""
    return f"{points:g} {_noun(points)}"


def _noun(points: float) -> str:
    return NOUN[points != 1]


def _card(card: re.Match[str], points: dict[str, float]) -> str:
    heading, number, typed, minutes = card.groups()
    if typed:
        raise CourseError(
            f"the card of exercise {number} states its points: take {typed!r} out, the builder writes it."
        )
    if number not in points:
        raise CourseError(f"the card of exercise {number} has no answer cell after it.")
    return f"{heading}{counted(points[number])}, {minutes}"


def _value(placeholder: re.Match[str], of_day: dict[str, dict[str, float]]) -> str:
    kind, _, form = placeholder[1].partition(" ")
    written = placeholder[0].removesuffix(placeholder[3] or "")
    if kind not in of_day or form not in ("", "in words"):
        raise CourseError(f"{written} is no placeholder: there are points and minutes, each also 'in words'.")
    value = of_day[kind].get(placeholder[2])
    if value is None:
        raise CourseError(f"{written} names nothing of this day; there are {', '.join(of_day[kind])}.")
    if form and value not in range(len(WORDS)):
        raise CourseError(f"{written}: there is no word for {value:g}; write it in figures.")
    number = WORDS[int(value)] if form else f"{value:g}"
    return f"{number} {_noun(value)}" if placeholder[3] else number
