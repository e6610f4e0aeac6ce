# SPDX-License-Identifier: MIT
"""Show the result of a notebook in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from judge.notebooks import safe_text
from judge.run.words import say, template
from judge.verdicts import render
from judge.verdicts.results import ExerciseResult, Finding, Result
from judge.verdicts.verdict import CORRECT, MARKS, NOT_ATTEMPTED, NOT_YET

WIDTH = 100
# The terminal's codes. A mark and a word say the same.
COLOURS: Mapping[str, str] = {CORRECT: "32", NOT_YET: "33", NOT_ATTEMPTED: "2"}


def as_text(result: Result, colour: bool = False) -> str:
    """Return the result as lines of at most 100 characters."""
    of = template("{points:g} of {most:g} points")
    if result.unjudged:
        of = template("{points:g} of {most:g} points, {unjudged:g} not judged")
    points = say(of, points=result.points, most=result.max_points, unjudged=result.unjudged_points)
    lines = [] if result.confined else [_wrapped(render.unconfined_message().text()), ""]
    lines += [_spread(result.title or result.assignment.name, points), ""]
    for each in result.exercises:
        lines += _exercise_lines(each, colour)
    lines += [_wrapped(say("Note: {warning}", warning=warning)) for warning in result.warnings]
    sentence = render.next_message(result.next_step, result.assignment.name).text()
    again = template("Next: {sentence} Save the notebook, and run the check once more.")
    lines.append(_wrapped(say(again, sentence=sentence) if result.next_step.number else sentence))
    return "\n".join(lines)


def _exercise_lines(result: ExerciseResult, colour: bool) -> list[str]:
    head = f"{result.exercise.number} {result.exercise.title}"
    lines = [_spread(head, f"{result.points:g}/{result.exercise.points:g}  {say(result.outcome)}")]
    if result.outcome == NOT_ATTEMPTED:
        return lines
    findings = {finding.checks[-1].check.grade_id: finding for finding in result.findings}
    for check in result.checks:
        mark = coloured(f"{MARKS[check.outcome]} {say(check.outcome):<13}", COLOURS[check.outcome], colour)
        lines.append(f"  {mark} {check.points:g}/{check.check.points:g}  {check.check.grade_id}")
        # A cause is reported once, under the last of the checks that it fails.
        if check.check.grade_id in findings:
            lines += _finding_lines(findings[check.check.grade_id])
    return [*lines, ""]


def _finding_lines(finding: Finding) -> list[str]:
    indent = " " * 6
    message = render.finding_message(finding).text()
    if len(finding.checks) == 1:
        claim = say("Claim: {claim}", claim=finding.first.check.claim)
        return [_wrapped(claim, indent), _wrapped(message, indent)]
    return [_wrapped(message, indent), _wrapped(render.costs_message(finding).text(), indent)]


def coloured(text: str, code: str, colour: bool) -> str:
    """Return a text in a colour of the terminal, or as it is."""
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _spread(left: str, right: str) -> str:
    return f"{left}{' ' * max(2, WIDTH - len(left) - len(right))}{right}"


def _wrapped(text: str, indent: str = "") -> str:
    text = safe_text.line(text.replace("\n", " "), len(text))
    indents = {"initial_indent": indent, "subsequent_indent": indent}
    return textwrap.fill(text, WIDTH, **indents, break_long_words=False, break_on_hyphens=False)
