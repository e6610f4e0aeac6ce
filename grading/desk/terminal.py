# SPDX-License-Identifier: MIT
"""Say the result of a notebook in words, for a terminal."""

from __future__ import annotations

import textwrap

from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET
from grading.judging.marking import CheckResult, Result

__all__ = ["as_text"]

WIDTH = 100
# The mark differs in shape and comes with a word: colour is never the only sign.
MARKS = {CORRECT: "+", NOT_YET: "x", NOT_ATTEMPTED: "."}
COLOURS = {CORRECT: "32", NOT_YET: "33", NOT_ATTEMPTED: "2"}


def as_text(result: Result, colour: bool = False) -> str:
    """Return the result as lines of at most 100 characters.

    Args:
        result: What :func:`grading.judging.marking.grade_file` returned.
        colour: Whether to use the terminal's colours.
    """
    lines = [_spread(result.title or result.day.name, f"{result.points:g} of {result.max_points:g} points"), ""]
    for one in result.exercises:
        head = f"{one.exercise.number} {one.exercise.title}"
        lines.append(_spread(head, f"{one.points:g}/{one.exercise.points:g}  {one.outcome}"))
        if one.outcome != NOT_ATTEMPTED:
            for index, check in enumerate(one.checks):
                messages = [other.message for other in one.checks]
                # What several checks in a row have to say is said once, under the last of them.
                if messages[index + 1 : index + 2] == [check.message]:
                    lines.append(_mark_line(check, colour))
                else:
                    lines.extend(_check_lines(check, colour, alone=messages.count(check.message) == 1))
            lines.append("")
    lines.extend(_wrapped(f"Note: {warning}", "") for warning in result.warnings)
    lines.append(_wrapped(_next(result), ""))
    return "\n".join(lines)


def _check_lines(check: CheckResult, colour: bool, alone: bool) -> list[str]:
    lines = [_mark_line(check, colour)]
    if check.outcome != CORRECT:
        if alone:
            lines.append(_wrapped(f"Claim: {check.check.claim}", " " * 6))
        lines.append(_wrapped(check.message, " " * 6))
    return lines


def _mark_line(check: CheckResult, colour: bool) -> str:
    mark = f"{MARKS[check.outcome]} {check.outcome:<13}"
    if colour:
        mark = f"\x1b[{COLOURS[check.outcome]}m{mark}\x1b[0m"
    return f"  {mark} {check.points:g}/{check.check.points:g}  {check.check.grade_id}"


def _next(result: Result) -> str:
    if all(one.outcome == CORRECT for one in result.exercises):
        return result.next_step
    return f"Next: {result.next_step} Save the notebook, and run the check once more."


def _spread(left: str, right: str) -> str:
    return f"{left}{' ' * max(2, WIDTH - len(left) - len(right))}{right}"


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
