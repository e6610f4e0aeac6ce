# SPDX-License-Identifier: MIT
"""The result of a notebook as JSON: the data, and beside it the sentences of one language."""

from __future__ import annotations

from typing import Any

from grading.judging import MARKS, render
from grading.judging.messages import Message
from grading.judging.results import CheckResult, ExerciseResult, Finding, Result

__all__ = ["as_json"]


def as_json(result: Result, language: str = "en") -> dict[str, Any]:
    """Return the result as plain data; the shape is documented in docs/architecture.md."""
    step = result.next_step
    next_message = render.next_message(step, result.day.name, language)
    return {
        "assignment": result.day.name,
        "only": result.only,
        **({} if result.confined else {"unconfined": render.unconfined_message(language).text()}),
        "points": result.points,
        "max_points": result.max_points,
        **({"unjudged_points": result.unjudged_points} if result.unjudged else {}),
        "exercises": [_exercise(each, language) for each in result.exercises],
        "warnings": list(result.warnings),
        "next": next_message.text(),
        "next_markdown": next_message.markdown(),
        "next_step": {**vars(step)},
    }


def _exercise(result: ExerciseResult, language: str) -> dict[str, Any]:
    return {
        "id": result.exercise.id,
        "number": result.exercise.number,
        "title": result.exercise.title,
        "points": result.points,
        "max_points": result.exercise.points,
        "outcome": result.outcome,
        "mark": MARKS[result.outcome],
        "checks": [_check(check, language) for check in result.checks],
        "findings": [_finding(finding, language) for finding in result.findings],
    }


def _check(result: CheckResult, language: str) -> dict[str, Any]:
    verdict = result.verdict
    return {
        "grade_id": result.check.grade_id,
        "points": result.points,
        "max_points": result.check.points,
        "outcome": result.outcome,
        "mark": MARKS[result.outcome],
        "misconceptions": list(result.misconceptions),
        **_words(render.check_message(result, language)),
        "seed": verdict.seed if verdict else None,
        "graph": result.graph,
        "obstacle": _obstacle(result),
        "verdict": verdict.as_json() if verdict else None,
    }


def _finding(finding: Finding, language: str) -> dict[str, Any]:
    return {
        "checks": [check.check.grade_id for check in finding.checks],
        "points_lost": finding.lost,
        "outcome": finding.first.outcome,
        "misconceptions": list(finding.first.misconceptions),
        "section": finding.first.section,
        **_words(render.finding_message(finding, language)),
    }


def _words(message: Message) -> dict[str, Any]:
    """Return a message as plain text and as Markdown: who shows it need not read it."""
    return {"message": message.text(), "markdown": message.markdown()}


def _obstacle(result: CheckResult) -> dict[str, Any] | None:
    """Return what stood in the way of a check: its kind, and what is known of it."""
    if result.obstacle is None:
        return None
    known = {name: dict(vars(value)) if name == "stop" else value for name, value in vars(result.obstacle).items()}
    return {"kind": type(result.obstacle).__name__, **known}
