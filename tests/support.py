# SPDX-License-Identifier: MIT
"""Helpers for tests: notebooks with the reference's answers, running programs, and reading HTML pages."""

from __future__ import annotations

import base64
import contextlib
import io
import itertools
import json
import linecache
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from filelock import FileLock

from judge.asking.ask import ask
from judge.notebooks import course, reference, submission
from judge.notebooks.cells import exercises, grade_id, is_grade
from judge.run.confined.client import can_confine
from judge.verdicts import catalogue, render
from judge.verdicts.decide import decide
from judge.verdicts.marking import source_notebook
from judge.verdicts.results import CheckResult
from judge.verdicts.verdict import CORRECT, VERDICT_MIME, Verdict

ROOT = Path(__file__).resolve().parent.parent
# The packages that are installed; authors run the others from a checkout.
INSTALLED = ("language", "reading", "gradtools", "judge", "exercises", "companion", "grading")
needs_confinement = pytest.mark.skipif(not can_confine(), reason="strangers' code is confined on Linux alone")


def made_once(name: str, make: Callable[[Path], None], factory: pytest.TempPathFactory) -> Path:
    """Return a folder that one worker fills with ``make``, which takes seconds, and all read."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = factory.mktemp(name)
        make(folder)
        return folder
    # The folders of all workers are in one.
    folder = factory.getbasetemp().parent / name
    done = folder.with_suffix(".done")
    with FileLock(f"{folder}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


def answers_of(day: int) -> dict[str, str]:
    """Return the solution of each answer cell by grade_id, without the marks that only authors see."""
    return {
        name: "\n".join(line for line in text.split("\n") if not _mark(line))
        for name, text in reference.solutions(day).items()
    }


def _mark(line: str) -> bool:
    return line.lstrip().startswith(("### BEGIN SOLUTION", "### END SOLUTION", "#: "))


def message_of(result: Verdict | CheckResult) -> str:
    """Return what a learner reads of a check, as plain text."""
    message = render.message(result) if isinstance(result, Verdict) else render.check_message(result)
    return message.text()


def verdict_of(check: str, *edits: tuple[str, ...], seed: int = 4, add: str = "") -> Verdict:
    """Return the verdict on the reference with some edits, and with some code run after it."""
    namespace = reference.load(check, [reference.Edit(*edit) for edit in edits])
    exec(add, namespace)
    return decide(check, ask(check, namespace, seed), seed)


def sampled(cases: Mapping[str, Any], *ordinary: str) -> list[Any]:
    """Return a parameter for each named case; those that are not ``ordinary`` are run with --all only."""
    assert set(ordinary) <= set(cases), sorted(set(ordinary) - set(cases))
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            id=name,
            marks=[pytest.mark.exhaustive] * (name not in ordinary),
        )
        for name, case in cases.items()
    ]


def points_of(which: int | str) -> float:
    """Return the points of a day, of an exercise, or of a check, as the course has them."""
    listed = exercises(source_notebook(course.assignment(which)))
    points = {each.id: each.points for each in listed}
    points |= {check.grade_id: check.points for each in listed for check in each.checks}
    return points.get(str(which), sum(each.points for each in listed))


def times_adds() -> dict[str, str]:
    """Return the answers of Day 1 in which ``*`` adds the data."""
    answers = answers_of(1)
    return answers | {"day1-value": answers["day1-value"].replace("self.data * other.data", "self.data + other.data")}


def filled(answers: Mapping[str, str], number: int = 1) -> Any:
    """Return the released notebook of a day with these answers, by grade_id, in it."""
    notebook = nbformat.read(course.assignment(number).learner_notebook, as_version=4)
    for cell in notebook.cells:
        cell.source = answers.get(str(grade_id(cell)), cell.source)
    return notebook


def hand_in(root: Path, student: str, answers: dict[str, str], number: int = 1) -> Path:
    day, notebook = course.assignment(number), filled(answers, number)
    path = root / "submitted" / student / day.name / f"{day.stem}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
    return path


def served(questions: Iterable[str]) -> list[Any]:
    """Return what the grader that stays answers to lines of JSON."""
    from grading import serve

    answers = io.StringIO()
    serve.serve(questions, answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


ABOUT = {"assignment_id": "day1", "notebook_id": "x", "submission_id": "s", "index": 0, "total": 1, "base_url": "/"}
ABOUT |= {"student": "eve", "last_name": "", "first_name": "", "notebook_path": "x.ipynb", "metadata": {}}


def formgraders_page(notebook: Any, **about: str) -> str:
    """Return the page, made as formgrader makes it: of its own configuration, and the course's file on top."""
    from nbconvert.exporters import HTMLExporter
    from nbgrader.server_extensions.formgrader import handlers
    from traitlets.config import PyFileConfigLoader

    config = PyFileConfigLoader("nbgrader_config.py", path=str(course.root())).load_config()
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [handlers.template_path]
    return str(HTMLExporter(config=config).from_notebook_node(notebook, resources={**ABOUT, **about})[0])


def scores_of(day: course.Assignment) -> dict[str, float]:
    """Return each student's autograded score of a day from the gradebook."""
    from grading.by_nbgrader.calling import api_of
    from grading.by_nbgrader.gradebook import gradebook_of

    with gradebook_of(api_of(day)) as gradebook:
        return {one.student.id: one.score for one in gradebook.assignment_submissions(day.name)}


def wrong(seed: int, number: int = 1) -> dict[str, str]:
    """Return the reference's answers with up to three catalogued mistakes, and one of them left out at times."""
    draw = random.Random(seed)
    answers = reference.solutions(number)
    entries = [entry for entry in catalogue.misconceptions(number) if "end" not in entry.id]
    for entry in draw.sample(entries, draw.randint(0, 3)):
        trial = dict(answers)
        with contextlib.suppress(course.CourseError):
            for edit in entry.edits:
                reference.apply(edit, trial)
            answers = trial
    return {name: text for name, text in answers.items() if draw.random() < 0.9}


def sentences(*templates: str, **arguments: Any) -> str:
    """Return what a reader sees of some templates, one after the other, with their arguments: the words stay theirs."""
    return " ".join(template.format(**arguments) for template in templates)


def ran(*command: str | Path, code: int | None = 0, env: Mapping[str, str] | None = None, **options: Any) -> Any:
    """Run a program in the course's folder, with more variables in ``env``; it has to end with a code, if one is given.

    Other options are those of ``subprocess.run``.
    """
    environment = {**os.environ, **(env or {})}
    options = {"cwd": ROOT, "capture_output": True, "text": True, "check": False, **options}
    done = subprocess.run(command, env=environment, **options)
    assert code in (None, done.returncode), f"{done.stdout[-3000:]}{done.stderr}"
    return done


_numbers = itertools.count()


def run_as_cell(source: str, namespace: dict[str, Any]) -> None:
    """Run a text as a notebook's kernel runs a cell: errors know its lines, and that it is the learner's."""
    name = f"<ipython-input-{next(_numbers)}-test>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), namespace)


def judged_notebook(answers: Mapping[str, str], seed: int = 3) -> Any:
    """Return Day 1 with these answers and the judge's verdicts on them, as a run leaves it; no kernel runs it."""
    notebook, _ = submission.rebuild(filled(answers), source_notebook(course.assignment(1)), seed=seed)
    namespace: dict[str, Any] = {}
    for cell in notebook.cells:
        name = str(grade_id(cell))
        if is_grade(cell):
            verdict = decide(name, ask(name, namespace, seed), seed, more=lambda other: ask(other, namespace, seed))
            data = {"text/plain": f"{name}: {verdict.outcome}.", VERDICT_MIME: verdict.as_json()}
            cell.outputs = [nbformat.v4.new_output("display_data", data)]
            if verdict.outcome != CORRECT:
                text = message_of(verdict)
                cell.outputs.append(nbformat.v4.new_output("error", ename="NotYet", evalue=text, traceback=[text]))
        elif grade_id(cell) is not None and cell.cell_type == "code":
            run_as_cell(cell.source, namespace)
    return notebook


class Page(HTMLParser):
    """The content of an HTML page: elements with attributes, tables, texts by id, headings, and unclosed elements."""

    VOID = ("meta", "img", "br", "rect", "line")

    def __init__(self, text: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.ids: list[str | None] = []
        self.tables: list[list[list[str]]] = []
        self.cell: list[str] | None = None
        self.headings: list[tuple[int, str]] = []
        self.texts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
            self.ids.append(dict(attrs).get("id"))
        if tag in ("h1", "h2", "h3", "h4"):
            self.headings.append((int(tag[1]), ""))
        elif tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.cell = self.tables[-1][-1]

    def handle_endtag(self, tag: str) -> None:
        """Close an element, which has to be the latest that was opened."""
        if tag not in self.VOID:
            assert self.open.pop() == tag
            self.ids.pop()
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell[-1] += data
        if self.open and self.open[-1] in ("h1", "h2", "h3", "h4"):
            level, text = self.headings[-1]
            self.headings[-1] = (level, text + data)
        for name in filter(None, self.ids):
            self.texts[name] = self.texts.get(name, "") + data

    def table(self, first: str) -> list[list[str]]:
        return next(table[1:] for table in self.tables if table[0][0] == first)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)


@dataclass(frozen=True)
class Shown:
    """A picture on a page: its text alternative, and its bytes."""

    alternative: str
    content: bytes

    @property
    def svg(self) -> str:
        return self.content.decode()


def pictures(html: str) -> list[Shown]:
    """Return the pictures of a page or of an output; each must be part of it."""
    found = []
    for tag, attributes in Page(html).elements:
        if tag == "img":
            kind, _, data = attributes["src"].partition(";base64,")
            assert kind in ("data:image/svg+xml", "data:image/png"), kind
            found.append(Shown(attributes.get("alt") or "", base64.b64decode(data, validate=True)))
    return found


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted(luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
