# SPDX-License-Identifier: MIT
"""``sheet()``: a page to keep of what the learner built, as one file that asks no host for anything."""

import ast
import io
import os
import re
import time
import tokenize
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import language
from gradtools.output import in_code_marks
from language.text import from_grader, plural, say

from . import files, kernel, mistakes, predictions, standing
from .before_after import learned, sittings
from .grader import Line, NotGraded

FILE = "sheet.html"
ENGINE = ("day3-topological-order", "day3-value")  # the answer cells that are the engine
GIVEN = ("day4-given",)  # the cell with which Day 4 begins: the same engine, of the course
NETS = re.compile(r"\b(?:digit_net|moon_net)\b")  # the learner's trained nets on Day 4
PICTURE = re.compile(r"data:image/(?:png|svg\+xml);base64,[A-Za-z0-9+/=]+")
# Nothing that is not a comment, a line break or an indent is code.
LAYOUT = (
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
)  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A table of the page, whose cells are text, and what is said below it or in its place."""

    header: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    words: str = ""


@dataclass(frozen=True)
class Image:
    """A picture of the page: its data, "" where there is none, and its words or why there is none."""

    source: str
    words: str


def sheet() -> None:
    """Write a page to keep: your engine, its lines, your points, predictions, mistakes, and a figure of your net.

    It is the file ``sheet.html`` beside the folders of the days. It stays on this computer. What is missing is said in
    its place. Silent while a program runs the notebook.
    """
    if os.environ.get(kernel.RUNNING):
        return
    line = Line()
    folder = files.folder()
    try:
        days = standing.ask_of_days(line)
        points = Table([*map(say, standing.HEADER[:-1])], standing.rows(days), standing.in_all(days))
    except NotGraded as trouble:
        points = Table(words=str(trouble))
    path = folder / FILE
    try:
        files.replace(path, page(folder, points))
    except OSError as error:
        said = say("The sheet could not be written to {file}: {error}.", file=path, error=error.strerror)
        line.end({"text/plain": said})
        return
    link = os.path.relpath(path)
    markdown, text = (
        say("Your sheet is written: {file}. Open it in a browser to read or print it. It is sent nowhere.", file=file)
        for file in (f"[{FILE}]({quote(Path(link).as_posix())})", link)
    )
    line.end({"text/markdown": markdown, "text/plain": text})


def page(folder: Path, points: Table) -> str:
    """Return the sheet as HTML; ``folder`` holds the folders of the days."""
    import jinja2  # It is needed here alone, and a browser's kernel has none.

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        undefined=jinja2.StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    engine, about = engine_of(folder)
    met, trouble = mistakes.most(files.shared(folder) / mistakes.FILE)
    said = [
        plural(times, "{mistake} (once)", "{mistake} ({count} times)", mistake=from_grader(title))
        for title, times in met
    ]
    return environment.get_template(f"{FILE}.jinja").render(
        say=say,
        language=language.here(),
        title=say("Autograd in Five Days: what you built"),
        date=time.strftime("%Y-%m-%d"),
        points=points,
        about=about,
        figure=figure_of(folder),
        heading_of_predictions=predictions.HEADING,
        foreseen=Table(*predictions.scores(files.shared(folder) / predictions.FILE)),
        heading_of_tests=learned.HEADING,
        learned=learned_of(folder),
        met=[in_code_marks(one) for one in said],
        trouble=trouble,
        engine=engine,
    )


def learned_of(folder: Path) -> Table:
    """Return what the learner answered before the course and after it, by idea, or why there is nothing to compare."""
    path = files.shared(folder) / sittings.FILE
    known, complete = sittings.load(path)
    header, rows, words = learned.scores(known)
    said = [words] if known or complete else []
    return Table(header, rows, " ".join([*said, *([] if complete else [say(sittings.UNREADABLE, file=path.name)])]))


def engine_of(folder: Path) -> tuple[str, str]:
    """Return the text of the learner's engine, "" without one, and sentences that say how long it is."""
    try:
        own = "\n\n\n".join(files.cells(folder, 3, ENGINE))
    except files.Unreadable as error:
        return "", str(error)
    try:
        lines = code_lines(own)
    except (SyntaxError, tokenize.TokenError, RecursionError, ValueError):
        return own, say("Python can't read the engine of your Day 3 as it is saved, so its lines are not counted.")
    parts = [plural(lines, "Your engine has 1 line of code.", "Your engine has {count} lines of code.")]
    raised = [ast.unparse(node) for node in ast.walk(ast.parse(own)) if isinstance(node, ast.Raise)]
    if any("NotImplementedError" in text for text in raised):
        parts.append(say("A part of it is not written yet."))
    try:
        parts.append(say("The course's own engine has {count}.", count=code_lines(*files.course_cells(4, GIVEN))))
    except (files.Unreadable, SyntaxError, tokenize.TokenError, RecursionError, ValueError):
        parts.append(say("The course's own, with which Day 4 begins, is not there to compare."))
    return own, " ".join([*parts, say("Blank lines, comments and docstrings are not counted.")])


def code_lines(source: str) -> int:
    """Return how many lines of a program hold code: no blank lines, no comments, no docstrings."""
    kinds, docstrings = (ast.Module, ast.ClassDef, ast.FunctionDef), []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            docstrings.append(((first.lineno, first.col_offset), (first.end_lineno, first.end_col_offset)))
    rows: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT and not any(start <= token.start < end for start, end in docstrings):
            rows.update(range(token.start[0], token.end[0] + 1))
    return len(rows)


def figure_of(folder: Path) -> Image:
    """Return the last saved picture of a trained net of Day 4, or the sentence that says why there is none."""
    try:
        cells = files.saved(folder, 4)
    except files.Unreadable as error:
        return Image("", str(error))
    for cell in reversed(cells):
        if cell.get("cell_type") == "code" and NETS.search(kernel.text_of(cell)):
            found = _Images()
            for html in _html_of(cell.get("outputs")):
                found.feed(html)
            if found.images:
                return found.images[-1]
    return Image("", say("Your Day 4 holds no saved figure of a trained net. Run it, save it, and call sheet() again."))


class _Images(HTMLParser):
    """The pictures in HTML that hold their own data: each with its words."""

    def __init__(self) -> None:
        super().__init__()
        self.images: list[Image] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img" and PICTURE.fullmatch(given.get("src") or ""):
            self.images.append(Image(given["src"] or "", given.get("alt") or ""))


def _html_of(outputs: Any) -> Iterable[str]:
    for output in outputs if isinstance(outputs, list) else []:
        data = output.get("data") if isinstance(output, dict) else None
        html = data.get("text/html", "") if isinstance(data, dict) else ""
        yield html if isinstance(html, str) else "".join(map(str, html))
