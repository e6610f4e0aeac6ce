# SPDX-License-Identifier: MIT
"""``sheet()``: a page to keep of what the learner built, as one file that asks no host for anything."""

import ast
import io
import os
import re
import time
import tokenize
from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from .. import language
from ..output import inline
from ..text import from_grader, plural, say
from . import files, kernel, mistakes, predictions, standing
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
STYLE = """
:root { color-scheme: light }
body { font: 16px/1.5 Helvetica, Arial, sans-serif; color: #1a1a1a; background: #fff }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse }
th, td { border: 1px solid #767676; padding: 3px 10px; text-align: left }
img { max-width: 100%; height: auto }
pre { font-size: 12px; line-height: 1.35; white-space: pre-wrap; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } h2 { break-after: avoid } tr, img { break-inside: avoid } }
"""


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
        points = _table([*map(say, standing.HEADER[:-1])], standing.rows(days)) + _paragraph(standing.in_all(days))
    except NotGraded as trouble:
        points = _paragraph(str(trouble))
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
        for file in (f"[{FILE}]({link})", link)
    )
    line.end({"text/markdown": markdown, "text/plain": text})


def page(folder: Path, points: str) -> str:
    """Return the sheet as HTML; ``folder`` holds the folders of the days, and ``points`` are HTML already."""
    engine, about = engine_of(folder)
    header, rows, trouble = predictions.scores(files.shared(folder) / predictions.FILE)
    foreseen = _table(header, rows) if rows else _paragraph(say("You have locked no prediction that was compared."))
    met = [
        plural(times, "{mistake} (once)", "{mistake} ({count} times)", mistake=from_grader(title))
        for title, times in mistakes.most(files.shared(folder) / mistakes.FILE)
    ]
    listed = "".join(f"<li>{inline(one)}</li>" for one in met)
    sections = [
        (say("Your points"), points),
        (say("Your engine in numbers"), _paragraph(about)),
        (say("A figure of your net"), figure_of(folder)),
        (say(predictions.HEADING), foreseen + (_paragraph(trouble) if trouble else "")),
        (say("The mistakes you met most"), f"<ol>{listed}</ol>" if met else _paragraph(say("No check has named one."))),
        (say("Your engine"), f"<pre>{escape(engine)}</pre>" if engine else _paragraph(say("It is not here."))),
    ]
    body = "\n".join(f"<h2>{escape(title)}</h2>\n{html}" for title, html in sections)
    title = say("Autograd in Five Days: what you built")
    return f"""<!DOCTYPE html>
<html lang="{language.here()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
{_paragraph(say("As saved on {date}.", date=time.strftime("%Y-%m-%d")))}
{body}
</main>
</body>
</html>
"""


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


def figure_of(folder: Path) -> str:
    """Return the last saved picture of a trained net of Day 4 as HTML, or the sentence that says why there is none."""
    try:
        cells = files.saved(folder, 4)
    except files.Unreadable as error:
        return _paragraph(str(error))
    for cell in reversed(cells):
        if cell.get("cell_type") == "code" and NETS.search(kernel.text_of(cell)):
            found = _Images()
            for html in _html_of(cell.get("outputs")):
                found.feed(html)
            if found.images:
                source, words = found.images[-1]
                return f'<p><img src="{source}" alt="{escape(words)}"></p>'
    return _paragraph(
        say("Your Day 4 holds no saved figure of a trained net. Run it, save it, and call sheet() again.")
    )


class _Images(HTMLParser):
    """The pictures in HTML that hold their own data: each with its words."""

    def __init__(self) -> None:
        super().__init__()
        self.images: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img" and PICTURE.fullmatch(given.get("src") or ""):
            self.images.append((given["src"] or "", given.get("alt") or ""))


def _html_of(outputs: Any) -> Iterable[str]:
    for output in outputs if isinstance(outputs, list) else []:
        data = output.get("data") if isinstance(output, dict) else None
        html = data.get("text/html", "") if isinstance(data, dict) else ""
        yield html if isinstance(html, str) else "".join(map(str, html))


def _paragraph(text: str) -> str:
    return f"<p>{escape(text, quote=False)}</p>"


def _table(header: list[str], rows: list[list[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in header)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>{lines}</tbody>\n</table>"
