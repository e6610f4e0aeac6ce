# SPDX-License-Identifier: MIT
"""What there is to translate: the texts of the days, the pages, the mistakes and questions, and the answers."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import nbformat
from babel.messages.catalog import Catalog

from building import notebooks, paragraphs, points
from building.translations.templates import doors, said, templates
from grading import spoken
from judge.asking import fresh, probe
from judge.asking.folders import PROOF, exercises_of, folder
from judge.notebooks import course, master, stubs
from judge.run.messages import Sentence
from judge.verdicts import catalogue

# Pages in Markdown that are translated as a whole, beside the page on which the lab opens.
PAGES = ("README.md", "GLOSSARY.md", "docs/rules.md")
START = "source/start_here.py"
RULES = "docs/rules.py"  # what `make rules` says
MAKEFILE = "Makefile"  # what `make help` lists
# Calls whose texts are no answers.
ANSWERS = (
    "silence", "reached", "falls", "rises", "none", "nothing", "number", "numbers", "the counts", "the edits",
    "accepted", "all", "no", "not 0", "not zero", "several", "stays", "still", "still {0}", "yes", "zero",
    "{0} biases", "{0} weights", "a list", "a product", "a Value", "with a gradient that is {0}",
    "the lines", "the programs", "the shortcuts", "{0} degrees", "{0} figures", "{0}, not a list", "about 1e{0}",
    "from 1e{0} to 1e{1}", 'under "{0}" {1}', "a {0}Error",
    "the engine's gradient", "the index counted from 1",
    "{0} or {1}",
)  # fmt: skip
NO_ANSWERS = {
    "probe", "Fresh", "compile", "add", "edits", "AssertionError", "KeyError", "LookupError", "NotImplementedError",
    "RecursionError", "RuntimeError",
}  # fmt: skip


def days() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the days, as their masters have it, with placeholders for points and minutes."""
    for day in course.assignments():
        for raw, _ in of_day(day):
            yield day.name, raw
    for word in points.WORDS + points.NOUN:
        yield "numerals", word


def of_day(day: course.Assignment) -> Iterator[tuple[str, str]]:
    """Yield each text of a day, with placeholders as an author writes it, and with numbers as the notebook has it."""
    notebook = notebooks.from_master(day)
    stubs.clear(notebook)
    raw = iter([cell for cell in master.read(day.master) if cell.cell_type == "markdown"])
    names, made = paragraphs.names_in(notebook.cells), notebooks.headings_below(notebook)
    for cell in notebook.cells:
        written = copy.copy(cell)
        if cell.cell_type == "markdown" and cell.source not in made:
            written = nbformat.v4.new_markdown_cell(points.with_placeholder(next(raw).source))
        yield from zip(paragraphs.texts(written, names), paragraphs.texts(cell, names), strict=True)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the pages beside the days, and of the site."""
    import jupytext

    for name in PAGES:
        page = nbformat.v4.new_markdown_cell((course.root() / name).read_text("utf-8"))
        for text in paragraphs.texts(page):
            yield name, text
    for cell in jupytext.read(course.root() / START).cells:
        for text in paragraphs.texts(cell):
            yield START, text
    yield from templates("docs")
    for text in said(ast.parse((course.root() / RULES).read_text("utf-8"))):
        yield RULES, text
    yield from ((MAKEFILE, does) for _, does in spoken.targets(course.root() / MAKEFILE))


def verdicts() -> Iterator[tuple[str, str]]:
    """Yield the place and each text of the named mistakes and of the questions."""
    for day in course.assignments():
        for entry in catalogue.misconceptions(day.number):
            yield from _of_entry(entry, f"{folder(entry.exercise).name}/{catalogue.FILE}")
        for exercise in exercises_of(day.name):
            place = f"{folder(exercise).name}/probes"
            for one in [one for group in probe.of_exercise(exercise).values() for one in group]:
                yield from (
                    (place, text) for text in (one.ask, one.because, one.share.text if one.share else "") if text
                )
            for again in fresh.of_exercise(exercise):
                texts = (again.ask, again.because, *(one.why for one in again.wrong))
                yield from ((f"{folder(exercise).name}/{fresh.FILE}", text) for text in texts if text)
    for entry in catalogue.general_names().values():
        yield from _of_entry(entry, catalogue.GENERAL.name)


def answers() -> Iterator[tuple[str, str]]:
    """Yield the place and each text in which a question puts an answer into words; ``{0}`` stands for its first value.

    They are found by their look among all texts of the exercises' code.
    """
    known = {text for _, text in verdicts()}
    yield from (("one word", text) for text in ANSWERS)
    for path in sorted((course.root() / "exercises").rglob("*.py")):
        place = path.relative_to(course.root())
        if PROOF in place.parts:
            continue
        for text in paragraphs.phrases(ast.parse(path.read_text("utf-8")), NO_ANSWERS | doors()):
            if text not in known and not re.search(r"\{[a-z]", text):  # A question has fields with names.
                yield place.as_posix(), text


def _of_entry(entry: catalogue.Misconception, place: str) -> Iterator[tuple[str, str]]:
    for text in filter(None, (entry.title, entry.kind, entry.verdict, entry.symptom)):
        yield place, Sentence.quoting(text).template


@cache
def template_of(domain: str) -> Catalog:
    """Return a catalogue of all English texts of a domain, without translations."""
    found: Any = {"days": days, "docs": pages, "answers": answers}.get(domain, lambda: templates(domain))()
    template = Catalog(domain=domain)
    for place, text in [*found, *(verdicts() if domain == "grading" else ())]:
        if paragraphs.has_words(text if isinstance(text, str) else text[0]):
            template.add(text, locations=[(place, None)])
    return template
