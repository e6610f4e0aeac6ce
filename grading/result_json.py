# SPDX-License-Identifier: MIT
"""The result of a notebook as JSON: the data, and beside it the sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from judge.asking import fresh
from judge.notebooks import course
from judge.notebooks.cells import headings
from judge.run.messages import address
from judge.verdicts import marking, render
from judge.verdicts.card import Part, as_html, as_message, in_steps
from judge.verdicts.results import CheckResult, ExerciseResult, Finding, Result
from judge.verdicts.verdict import MARKS, NOT_YET


def as_json(result: Result, folder: Path | None = None) -> dict[str, Any]:
    """Return the result as plain data; docs/architecture.md documents the shape.

    Links to other assignments start from ``folder``, the notebook's own; from that of the learner's if None.
    """
    places = places_of(result.assignment, folder or result.assignment.learner_notebook.parent)
    next_message = render.next_message(result.next_step, result.assignment.name)
    return {
        "assignment": result.assignment.name,
        "only": result.only,
        **({} if result.confined else {"unconfined": render.unconfined_message().text()}),
        "points": result.points,
        "max_points": result.max_points,
        **({"unjudged_points": result.unjudged_points} if result.unjudged else {}),
        "exercises": [_exercise(each, places, result.first_to_fix) for each in result.exercises],
        "warnings": list(result.warnings),
        **({"core_done": render.core_message(result).text()} if result.core_done else {}),
        "next": next_message.text(),
        "next_markdown": next_message.markdown(places),
        "next_step": {**vars(result.next_step)},
    }


def places_of(assignment: course.Assignment, folder: Path) -> Mapping[str, str]:
    """Return the addresses of an assignment's sections and exercises, and those of the other assignments."""
    sections = {name: address(full) for name, full in headings(marking.source_notebook(assignment)).items()}
    files = {
        render.assignment_name(each.name): os.path.relpath(each.learner_notebook, folder)
        for each in course.assignments()
    }
    return {**sections, **{name: quote(Path(file).as_posix()) for name, file in files.items()}}


def _exercise(result: ExerciseResult, places: Mapping[str, str], opened: Finding | None = None) -> dict[str, Any]:
    return {
        "id": result.exercise.id,
        "number": result.exercise.number,
        "title": result.exercise.title,
        "address": places.get(result.exercise.number, ""),
        **_points(result, result.exercise.points),
        "checks": [_check(check, places) for check in result.checks],
        "findings": [{**_finding(finding, places), "open": finding == opened} for finding in result.findings],
    }


def _points(result: CheckResult | ExerciseResult, most: float) -> dict[str, Any]:
    outcome = result.outcome
    return {"points": result.points, "max_points": most, "outcome": outcome, "mark": MARKS[outcome]}


def _check(result: CheckResult, places: Mapping[str, str]) -> dict[str, Any]:
    verdict = result.verdict
    return {
        "grade_id": result.check.grade_id,
        **_points(result, result.check.points),
        "misconceptions": list(result.misconceptions),
        "claim": result.check.called,
        **words(render.check_card(result), places),
        "seed": verdict.seed if verdict else None,
        "graph": result.graph,
        "obstacle": _obstacle(result),
        "verdict": verdict.as_json() if verdict else None,
    }


def _finding(finding: Finding, places: Mapping[str, str]) -> dict[str, Any]:
    card = render.finding_card(finding)
    is_shared = len(finding.checks) > 1 and finding.first.outcome == NOT_YET
    return {
        "checks": [check.check.grade_id for check in finding.checks],
        "points_lost": finding.lost,
        "costs": render.costs_message(finding).text() if is_shared else "",
        "outcome": finding.first.outcome,
        "mark": MARKS[finding.first.outcome],
        "misconceptions": list(finding.first.misconceptions),
        "section": finding.first.section,
        **words(card, places),
        "steps": [words(step, places) for step in in_steps(card)],
        "again": bool(fresh.of_check(finding.first.check.grade_id)),
    }


def words(card: Sequence[Part], places: Mapping[str, str]) -> dict[str, str]:
    """Return a card as plain text and as HTML, with links to ``places``."""
    return {"message": as_message(card).text(), "html": as_html(card, places)}


def _obstacle(result: CheckResult) -> dict[str, Any] | None:
    """Return the kind of what stopped a check, and what is known of it."""
    if result.obstacle is None:
        return None
    known = {name: dict(vars(value)) if name == "stop" else value for name, value in vars(result.obstacle).items()}
    return {"kind": type(result.obstacle).__name__, **known}
