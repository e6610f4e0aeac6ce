# SPDX-License-Identifier: MIT
"""Show the result of a notebook in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from judge.notebooks import safe_text
from judge.run.words import say, template
from judge.verdicts import render
from judge.verdicts.card import as_lines, has_more
from judge.verdicts.results import CheckResult, ExerciseResult, Finding, Result
from judge.verdicts.verdict import CORRECT, MARKS, NOT_ATTEMPTED, NOT_YET

# The most characters of a line, and the fewest: a narrower terminal breaks them by itself.
WIDTH, NARROWEST = 100, 40
# Before a card, which stands under the checks that it explains.
INDENT = " " * 6
# The terminal's codes. A mark and a word say the same.
COLOURS: Mapping[str, str] = {CORRECT: "32", NOT_YET: "33", NOT_ATTEMPTED: "2"}
BOLD = "1"


@dataclass(frozen=True)
class Screen:
    """Where a result is shown."""

    width: int = WIDTH  # of a line, in characters
    colour: bool = False
    whole: bool = False  # whether cards show what is folded elsewhere


def as_text(result: Result, colour: bool = False, columns: int = WIDTH) -> str:
    """Return the result as lines for a terminal with so many columns, of at most 100 characters."""
    screen = Screen(max(NARROWEST, min(columns, WIDTH)), colour, whole=bool(result.only))
    of = template("{points:g} of {most:g} points")
    if result.unjudged:
        of = template("{points:g} of {most:g} points, {unjudged:g} not judged")
    points = say(of, points=result.points, most=result.max_points, unjudged=result.unjudged_points)
    lines = [] if result.confined else [_wrapped(render.unconfined_message().text(), screen), ""]
    lines += [_spread(result.title or result.assignment.name, points, screen), ""]
    for each in result.exercises:
        lines += _exercise_lines(each, result.first_to_fix, screen)
    lines += [_wrapped(say("Note: {warning}", warning=warning), screen) for warning in result.warnings]
    if result.core_done:
        lines.append(_wrapped(render.core_message(result).text(), screen))
    sentence = render.next_message(result.next_step, result.assignment.name).text()
    following = template("Next: {sentence} Then save the notebook, and run the check once more.")
    if result.core_done:
        following = template("If you want more: {sentence}")
    lines.append(_wrapped(say(following, sentence=sentence) if result.next_step.is_work else sentence, screen))
    return "\n".join(lines)


def _exercise_lines(result: ExerciseResult, opened: Finding | None, screen: Screen) -> list[str]:
    head = f"{result.exercise.number} {result.exercise.title}"
    lines = [_spread(head, f"{result.points:g}/{result.exercise.points:g}  {say(result.outcome)}", screen)]
    if result.outcome == NOT_ATTEMPTED:
        return lines
    findings = {finding.first.check.grade_id: finding for finding in result.findings}
    is_open = opened in findings.values()
    explained = {check.check.grade_id for finding in findings.values() for check in finding.checks}
    for check in result.checks:
        # A cause is reported once, under all the checks that it fails.
        if finding := findings.get(check.check.grade_id):
            lines += [line for each in finding.checks for line in _check_lines(each, screen)]
            lines += _finding_lines(finding, result.exercise.number, screen) if is_open else []
        elif check.check.grade_id not in explained:
            lines += _check_lines(check, screen)
    if findings and not is_open:
        says_why = say('In the notebook, check("{number}") says why.', number=result.exercise.number)
        lines.append(_wrapped(says_why, screen, INDENT))
    return [*lines, ""] if lines[-1] else lines


def _check_lines(check: CheckResult, screen: Screen) -> list[str]:
    """Return a check by its claim, with its mark and its points."""
    mark = f"{MARKS[check.outcome]} {say(check.outcome):<13}"
    points = f"{check.points:g}/{check.check.points:g}"
    column = " " * (len(mark) + len(points) + 5)
    first, *others = textwrap.wrap(check.check.called, screen.width - len(column), break_on_hyphens=False)
    shown = coloured(mark, COLOURS[check.outcome], screen.colour)
    return [f"  {shown} {points}  {first}", *(column + line for line in others)]


def _finding_lines(finding: Finding, number: str, screen: Screen) -> list[str]:
    card, room = render.finding_card(finding), screen.width - len(INDENT)
    strong = partial(coloured, code=BOLD, colour=screen.colour)
    lines = [INDENT + line for line in as_lines(card, room, whole=screen.whole, strong=strong)]
    if has_more(card) and not screen.whole:
        lines.append(_wrapped(say('In the notebook, check("{number}") says more.', number=number), screen, INDENT))
    if len(finding.checks) > 1:
        lines.append(_wrapped(render.costs_message(finding).text(), screen, INDENT))
    return [*lines, ""]


def coloured(text: str, code: str, colour: bool) -> str:
    """Return a text in a colour of the terminal, or as it is."""
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _spread(left: str, right: str, screen: Screen) -> str:
    return f"{left}{' ' * max(2, screen.width - len(left) - len(right))}{right}"


def _wrapped(text: str, screen: Screen, indent: str = "") -> str:
    text = safe_text.line(text.replace("\n", " "), len(text))
    indents = {"initial_indent": indent, "subsequent_indent": indent}
    return textwrap.fill(text, screen.width, **indents, break_long_words=False, break_on_hyphens=False)
