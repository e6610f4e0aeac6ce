# SPDX-License-Identifier: MIT
"""Answers for tests, the reference's solutions as a learner would have typed them; and what stands on a page."""

from __future__ import annotations

import base64
import itertools
import linecache
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from grading.judging import Verdict, render
from grading.judging.marking import source_notebook
from grading.judging.results import CheckResult
from grading.notebooks import course, reference
from grading.notebooks.cells import exercises

__all__ = ["Page", "Shown", "answers_of", "message_of", "pictures", "points_of", "run_as_cell"]


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


def points_of(which: int | str) -> float:
    """Return the points of a day, of an exercise, or of a check, as the course has them."""
    listed = exercises(source_notebook(course.day(which)))
    points = {each.id: each.points for each in listed}
    points |= {check.grade_id: check.points for each in listed for check in each.checks}
    return points.get(str(which), sum(each.points for each in listed))


_numbers = itertools.count()


def run_as_cell(source: str, namespace: dict[str, Any]) -> None:
    """Run a text as a notebook's kernel runs a cell: errors know its lines, and that it is the learner's."""
    name = f"<ipython-input-{next(_numbers)}-test>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), namespace)


class Page(HTMLParser):
    """What stands on an HTML page: elements with attributes, tables, texts by id, headings, and what is left open."""

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
        """Note an element."""
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
        """Note a text in the cell, the heading and the elements with an id in which it stands."""
        if self.cell is not None:
            self.cell[-1] += data
        if self.open and self.open[-1] in ("h1", "h2", "h3", "h4"):
            level, text = self.headings[-1]
            self.headings[-1] = (level, text + data)
        for name in filter(None, self.ids):
            self.texts[name] = self.texts.get(name, "") + data

    def table(self, first: str) -> list[list[str]]:
        """Return the rows under the header that begins with ``first``."""
        return next(table[1:] for table in self.tables if table[0][0] == first)

    def count(self, tag: str) -> int:
        """Return how many elements of a name there are."""
        return sum(name == tag for name, _ in self.elements)


@dataclass(frozen=True)
class Shown:
    """A picture on a page: its text alternative, and its bytes."""

    alternative: str
    content: bytes

    @property
    def svg(self) -> str:
        """Return the picture as SVG text."""
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
