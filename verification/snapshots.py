# SPDX-License-Identifier: MIT
"""Snapshots of a day: the verdict on each catalogued mistake, and the reference's answers.

A faulty probe would get the same wrong answer from the reference and the learner, and pass both. The stored answers
make such a change visible.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from judge.asking.ask import ask
from judge.notebooks import course, reference
from judge.run.answers import Answer, to_json
from judge.verdicts import render
from judge.verdicts.catalogue import Misconception
from judge.verdicts.verdict import CORRECT, Verdict
from verification.catalogued import checks_of, judged_catalogue

# The seed of the inputs that the pages show.
SEED = 1


def path(day: course.Day) -> Path:
    """Return the path of a day's page of verdicts."""
    return day.root / "tests" / "snapshots" / f"verdicts_{day.name}.md"


def answers_path(day: course.Day) -> Path:
    """Return the path of a day's right answers."""
    return path(day).with_name(f"right_{day.name}.json")


def python_version() -> str:
    """Return the version of Python, on which the wording of its errors depends."""
    return f"Python {sys.version_info.major}.{sys.version_info.minor}"


def page(day: course.Day) -> str:
    """Return the page: the message on each catalogued mistake of a day, for each check that it fails."""
    head = [
        f"# Verdicts of {day.name}",
        "",
        f"What a learner reads for each catalogued mistake, with the inputs of seed {SEED}.",
        f"Built by `python -m verification snapshot` with {python_version()}: read it, don't edit it.",
    ]
    return "\n\n".join(["\n".join(head), *sections(day).values()]) + "\n"


def sections(day: course.Day, one_in: int = 1) -> dict[str, str]:
    """Return the page's section for each mistake, or for one in ``one_in``, by the mistake's id."""
    return {entry.id: _section(entry, verdicts) for entry, verdicts in judged_catalogue(day, SEED, one_in=one_in)}


def _section(entry: Misconception, verdicts: Mapping[str, Verdict]) -> str:
    lines = [f"## {entry.id}", "", f"{entry.title}."]
    checks_by_message: dict[str, list[str]] = {}
    for check, verdict in verdicts.items():
        if verdict.outcome != CORRECT:
            checks_by_message.setdefault(render.message(verdict).text(), []).append(check)
    for message, checks in checks_by_message.items():
        lines += ["", f"- {', '.join(checks)}", f"  > {message}"]
    return "\n".join(lines)


def right_answers(day: course.Day) -> dict[str, list[Answer]]:
    """Return the reference's answers to the checks of a day."""
    return {check: ask(check, reference.load(check), SEED) for check in checks_of(day)}


def write(day: course.Day) -> None:
    """Write a day's page and its right answers, a line for each check."""
    path(day).write_text(page(day), "utf-8")
    found = {check: [to_json(answer) for answer in answers] for check, answers in right_answers(day).items()}
    lines = [f"{json.dumps(check)}: {json.dumps(answers)}" for check, answers in found.items()]
    answers_path(day).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
