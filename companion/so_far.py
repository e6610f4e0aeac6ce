# SPDX-License-Identifier: MIT
"""``so_far(day)``: the ten digits, as the learner's own work of the days before reads them."""

import json
import os
from html import escape
from typing import Any

import reading
from gradtools.figures import Figure
from gradtools.output import accessible_svg, show
from gradtools.palette import COLOURS
from language.text import SaidError, say, template

from . import browser, files, finished, kernel, ten_digits
from .grader import NotGraded, ask
from .sheet import ENGINE
from .ten_digits import DIGITS, PIXELS
from .waiting import STUB

SECONDS = 5.0  # for each try: the learner's own work, with the course's engine or without it, and the course's alone
LINES = 2_000_000  # of Python for each, where a browser can't stop them by the clock: about as long
NET = ("day4-mlp", "day4-loss", "day4-train")
# For each day the work that is run, the first that comes to an end: what is said of it, and where its cells are. The
# course's own engine comes last.
OWN = {
    2: [(template("Your engine of Day 1 ran."), [(1, ("day1-value",))])],
    3: [(template("Your engine of Day 2 ran."), [(2, ("day2-value",))])],
    4: [(template("Your engine of Day 3 ran."), [(3, ENGINE)])],
    5: [
        (template("Your engine of Day 3 and your network of Day 4 ran."), [(3, ENGINE), (4, NET)]),
        (template("Your network of Day 4 ran, with the course's engine."), [(0, ()), (4, NET)]),
    ],
}
# The counts that belong to the answer, by the day.
COUNTS: dict[int, tuple[str, ...]] = {2: ("nodes",), 3: ("nodes", "reached"), 4: (), 5: ("steps",)}
MOST_COUNTED, LONGEST = 10**9, 200
NO_ANSWER = template("Yours ended without an answer.")
# How many digits right work gets right.
RIGHT = {2: 0, 3: 0, 4: 3, 5: 10}
WIDE, TALL = 54, 96  # of each digit; they stand in two rows, so that a narrow column can be read


class _Failed(SaidError):
    """The work came to no answer; the text says why."""


def so_far(day: int) -> Figure | None:
    """Return a figure of the ten digits of Day 4, as your work of the days before ``day`` reads them.

    Your saved answer cells run in a process of their own. Where they are missing, come to no end or fail, the course's
    engine runs in their place, and does no more than yours could by then. Silent while a program runs the notebook.

    Raises:
        ValueError: ``day`` is none of 2 to 5.
    """
    if day not in OWN:
        raise ValueError(say("so_far: the days are 2 to 5; it got {given!r}.", given=day))
    if os.environ.get(kernel.RUNNING):
        return None
    course, reasons = next(finished.given_cells(), []), []
    for who, places in OWN[day]:
        try:
            texts = [files.cells(files.folder(), of, names) if of else course[:1] for of, names in places]
            found = _run(day, [text for some in texts for text in some])
            return _figure(day, " ".join([say(who), *reasons]), found)
        except SaidError as error:
            reasons = list(dict.fromkeys([*reasons, str(error)]))
    try:
        found = _run(day, course)
    except _Failed:
        nothing = template(
            "Nothing reads the ten digits now: the course's engine gave no answer, either. Run this cell again."
        )
        if not course:
            nothing = template("Nothing reads the ten digits here: the course's files lack the finished engine.")
        show({"text/plain": " ".join([*reasons, say(nothing)])})
        return None
    return _figure(day, " ".join([say("The course's engine ran in place of yours."), *reasons]), found)


def _run(day: int, cells: list[str]) -> dict[str, Any]:
    """Return what :mod:`.ten_digits` answers; _Failed with a sentence where it has no answer in time."""
    return _read(day, _here(day, cells) if browser.IS_HERE else _apart(day, cells))


def _here(day: int, cells: list[str]) -> str:
    """Return the answer of cells that run in this process, as they do in a browser, which starts no other."""
    from IPython.utils.capture import capture_output

    question = json.dumps({"day": day, "cells": cells})
    os.environ[kernel.RUNNING] = "so_far"
    try:
        with capture_output():  # What they show goes nowhere.
            return str(browser.bounded(ten_digits.answered, question, lines=LINES))
    except browser.NoEnd:
        raise _Failed("Yours came to no end within {count:,} lines.", count=LINES) from None
    finally:
        del os.environ[kernel.RUNNING]


def _apart(day: int, cells: list[str]) -> str:
    """Return the answer of cells that the grader runs, confined where the system can."""
    try:
        answer = ask({"digits": day, "cells": cells, "seconds": SECONDS}).get("digits", {})
    except NotGraded:
        raise _Failed(NO_ANSWER) from None
    if answer.get("late"):
        raise _Failed("Yours came to no end within {seconds:g} seconds.", seconds=SECONDS)
    return str(answer.get("text", ""))


def _read(day: int, text: str) -> dict[str, Any]:
    """Return the answer that a text holds: the learner's own lines may have written anything there."""
    try:
        found = reading.data_of(text)
    except reading.Unread:
        raise _Failed(NO_ANSWER) from None
    found = found if isinstance(found, dict) else {}
    stub, error = (found.get(name) for name in ("stub", "error"))
    if isinstance(stub, str):
        if number := STUB.match(stub):
            raise _Failed("Exercise {number} is not written yet.", number=number[1])
        raise _Failed("{reason}", reason=stub[:LONGEST])
    if isinstance(error, str):
        raise _Failed("Yours stopped with {error}.", error=error[:LONGEST].rstrip("."))
    said, counts = found.get("said"), {name: found.get(name) for name in COUNTS[day]}
    if not (isinstance(said, list) and len(said) == len(DIGITS) and all(one is None or _is_digit(one) for one in said)):
        raise _Failed(NO_ANSWER)
    if not all(type(count) is int and 0 <= count <= MOST_COUNTED for count in counts.values()):
        raise _Failed(NO_ANSWER)
    return {"said": said, **counts}


def _is_digit(one: Any) -> bool:
    return type(one) is int and one in DIGITS


def _figure(day: int, who: str, found: dict[str, Any]) -> Figure:
    said = found["said"]
    right = sum(one == digit for digit, one in zip(DIGITS, said, strict=True))
    read = template("Figure {day}.0. Ten digits, and what a net makes of them: {right} of 10 right.")
    if not right:
        read = template("Figure {day}.0. Ten digits, and what a net makes of them: none is right.")
    parts = [say(read, day=day, right=right), who, _why(day, found)]
    if right < RIGHT[day]:
        less = template("The course's engine gets {count} right here. `check()` on Day {day} says where yours differs.")
        parts.append(say(less, count=RIGHT[day], day=day - 1))
    words = "\n".join(f"{digit}: {_taken(digit, one)}" for digit, one in zip(DIGITS, said, strict=True))
    svg = accessible_svg(_svg(said), say("Ten drawings of 5 x 7 pixels, and what each is taken for"), words)
    return Figure(svg, " ".join(parts), words)


def _why(day: int, found: dict[str, Any]) -> str:
    """Return what the work of the days before can do, and what it can't do yet."""
    if day == 2:
        return say(
            "It computes each answer from {nodes} numbers. The weights stay as chance drew them, since "
            "nothing says which way to change one. Gradients do, and they begin today.",
            **found,
        )
    if day == 3:
        return say(
            "You call each `_backward()` yourself. One call reaches {reached} of the {nodes:,} nodes behind a loss, "
            "and no weight, so none has changed yet. Today your engine goes the whole way by itself.",
            **found,
        )
    if day == 4:
        return say(
            "`backward()` reaches every weight, so each has moved by one step. There is no class for a net yet, and no "
            "loop that takes the next step: both come today."
        )
    return say("It took {steps} steps. The net has one layer; today you see what becomes of gradients in ten.", **found)


def _taken(digit: int, said: int | None) -> str:
    if said is None:
        return say("no answer")
    return say("right") if said == digit else say("taken for {said}", said=said)


def _svg(said: list[int | None]) -> str:
    """Return the ten drawings, each with a sign and a word below it."""
    size = f'width="{5 * WIDE}" height="{2 * TALL}" viewBox="0 0 {5 * WIDE} {2 * TALL}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    for digit, one in zip(DIGITS, said, strict=True):
        left, top = digit % 5 * WIDE + 7, digit // 5 * TALL
        middle = left + 20
        for place, ink in enumerate(PIXELS[digit]):
            look = f'fill="{"#000000" if ink else "#ffffff"}" stroke="{COLOURS["grey"]}"'
            parts.append(
                f'<rect x="{left + place % 5 * 8}" y="{top + 6 + place // 5 * 8}" width="8" height="8" {look}/>'
            )
        # A tick, a cross, or a dash: the sign says it without a colour.
        sign = {digit: "l4 5 8 -11", None: "h12"}.get(one, "l10 -10 m-10 0 l10 10")
        start = f"M{middle - 6} {top + (76 if one in (digit, None) else 81)}"
        parts.append(f'<path d="{start}{sign}" fill="none" stroke="#000000" stroke-width="2.5"/>')
        word = _taken(digit, one) if one in (digit, None) else say("as a {said}", said=one)
        text = f'x="{middle}" y="{top + 93}" text-anchor="middle" font-family="Helvetica, sans-serif" font-size="11"'
        parts.append(f"<text {text}>{escape(word, quote=False)}</text>")
    return "\n".join([*parts, "</svg>"])
