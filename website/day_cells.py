# SPDX-License-Identifier: MIT
"""The cells of a day as HTML: as released, with outputs of the solved notebook, and without an answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from typing import Any

import nbformat
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import language
from building import editions, paragraphs
from building.released_answers import released
from grading import releasing
from gradtools import output
from judge.notebooks import course, reference
from judge.notebooks.cells import is_grade, is_solution
from judge.run.words import LANGUAGE, say, translated
from website import atlas
from website.markdown import as_html

# A shorter English text in an output may be part of another word, or of the markup.
SHORTEST_TEXT = 12
# A value in a text, such as ``{worst:.2f}``.
PLACEHOLDER = re.compile(r"\{[^{}]+\}")
# The first of the signs that stand for placeholders: no text has them, and none is written otherwise in HTML.
FIRST_SIGN = 0xE000
# A picture within HTML, which no text is in.
IMAGE = re.compile(r"(data:image/[^\"]+)")


def released_notebook(day: course.Assignment) -> Any:
    """Return a day's released notebook in the current language: nothing of what somebody works on in days/."""
    return _released_in(LANGUAGE.get(), day)


@cache
def _released_in(_spoken: str, day: course.Assignment) -> Any:
    return nbformat.reads(releasing.released(day).decode(), as_version=4)


def cells_of(day: course.Assignment, entries: Sequence[atlas.Entry]) -> Iterator[dict[str, Any]]:
    """Yield what the page of a day shows of each cell; symptoms lead to the ``entries`` of the atlas."""
    notebook = released_notebook(day)
    with editions.speaking(language.ENGLISH):
        solved = {cell.id: cell for cell in reference.source_notebook(day).cells}
        code = [cell for cell in released_notebook(day).cells if cell.cell_type == "code"]
    words = {text: translated(text) for cell in code for text in paragraphs.texts(cell)}
    if LANGUAGE.get() in language.known():
        of_figures = language.catalogue(LANGUAGE.get(), "gradtools")
        # What depends on a number has several forms.
        words = {text: new for text, new in of_figures.items() if isinstance(text, str)} | words
    known = {entry.symptom.text(): f"../atlas/{entry.mistake.id}.html" for entry in reversed(entries)}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield {"html": as_html(_with_links(cell.source, known), "../")}
        else:
            yield _code_cell(cell, solved[cell.id], words)


def _code_cell(cell: Any, solved: Any, words: dict[str, str]) -> dict[str, Any]:
    """Return what the page shows of a code cell: its code, and what it puts out in the ``solved`` notebook."""
    is_engine = "given" in cell.metadata.get("tags", ())
    code = _without_answers(cell.source) if is_engine or is_solution(cell) else cell.source
    claim = ast.get_docstring(ast.parse(cell.source)) if is_grade(cell) else None
    return {
        "html": "",
        "id": cell.id,
        "answer": is_solution(cell),
        "shortened": code != cell.source,
        "check": claim is not None,
        "summary": " ".join(claim.split()) if claim else _summary(cell),
        "code": Markup(highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))),
        # What an answer cell puts out may say what its answer is; below a question, what came is folded.
        "outputs": [] if is_solution(cell) else list(_outputs(solved, words)),
        # So is what a cell puts out that waits in the notebook until an exercise is answered.
        "reveals": claim is None and any(call in cell.source for call in ("reveal(", "raise NotImplementedError(")),
    }


def _summary(cell: Any) -> str:
    """Return the first line of a cell that the notebook folds, or that asks for a check; "" for any other."""
    is_folded = cell.metadata.get("jupyter", {}).get("source_hidden") or 'import check\n\ncheck("' in cell.source
    first_line = cell.source.partition("\n")[0]
    return first_line.strip("# ") if is_folded else ""


def recorded(days: Sequence[course.Assignment]) -> dict[str, dict[str, list[str]]]:
    """Return what the cells of some days that need PyTorch put out, by language and id, for a kernel that has none."""
    found = {}
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            wanted = {id for day in days for id in needing_pytorch(released_notebook(day).cells)}
            cells = [cell for day in days for cell in cells_of(day, ()) if cell.get("id") in wanted]
            found[name] = {
                cell["id"]: [_folded(html) if cell["reveals"] else html for html in cell["outputs"]]
                for cell in cells
                if cell["outputs"]
            }
    return found


def needing_pytorch(cells: Sequence[Any]) -> Iterator[str]:
    """Yield the id of each cell that needs PyTorch, or a name that only a cell above which does would make."""
    lacking: set[str] = set()
    for cell in (cell for cell in cells if cell.cell_type == "code"):
        names = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Name)]
        made = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        made |= {node.name for node in ast.parse(cell.source).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        if "torch" in cell.source or ({node.id for node in names} - made) & lacking:
            lacking |= made
            yield cell.id
        else:
            lacking -= made


def _folded(html: str) -> str:
    return f"<details><summary>{escape(say('What came: predict or answer first'))}</summary>{html}</details>"


def _without_answers(code: str) -> str:
    """Return a given engine, or a stub that begins with one, without the lines that answer an exercise."""
    lines = [
        f"{line[: len(line) - len(line.lstrip())]}..." if _bare(line) in answer_lines() else line
        for line in code.split("\n")
    ]
    return re.sub(r"^( *\.\.\.)(?:\s*\n *\.\.\.)+$", r"\1", "\n".join(lines), flags=re.MULTILINE)


@cache
def answer_lines() -> frozenset[str]:
    """Return the lines of code that the answers of all days have and their stubs lack."""
    lines: set[str] = set()
    for day in course.assignments():
        stubs = released(day.number)
        for name, source in reference.solutions(day.number).items():
            lines |= {*map(_bare, source.split("\n"))} - {*map(_bare, stubs[name].split("\n"))}
    return frozenset(line for line in lines if line and not line.startswith('"""'))


def _bare(line: str) -> str:
    """Return a line of code without its place and its comment, which differs between languages."""
    # Two blanks stand before a comment, wherever it stands.
    return f"  {line.strip()}".partition("  # ")[0].strip()


def _outputs(cell: Any, words: dict[str, str]) -> Iterator[Markup]:
    """Yield what a cell puts out, with those of its English words that the notebook has in the page's language."""
    for each in cell.get("outputs", []):
        data = each.get("data", {})
        if each.output_type == "stream":
            html = f"<pre>{escape(each.text.rstrip(), quote=False)}</pre>"
        elif "text/html" in data:
            html = data["text/html"]
        elif "text/markdown" in data:
            html = as_html(data["text/markdown"], "../")
        else:  # The verdict on a right answer, which the line of the check repeats.
            continue
        yield Markup(in_other_words(html, words))


def in_other_words(html: str, words: dict[str, str]) -> str:
    """Return HTML with texts exchanged for others, the longest first, and whole words alone.

    A text may have placeholders: what stands for one is kept. Pictures stay as they are.
    """
    parts = IMAGE.split(html)
    parts[::2] = [_all_exchanged(part, words) for part in parts[::2]]  # between them stand the pictures
    return "".join(parts)


def _all_exchanged(html: str, words: dict[str, str]) -> str:
    for old, new in sorted(words.items(), key=lambda pair: -len(pair[0])):
        plain = _longest_plain(old)
        if old != new and len(plain) >= SHORTEST_TEXT and plain in html:
            html = _exchanged(html, old, new)
    return html


@cache
def _longest_plain(text: str) -> str:
    """Return the longest part of a text that is the same as HTML: without values, code and other signs."""
    return max(re.split(r"\{[^{}]+\}|[^\w ,.:;-]", text), key=len)


def _exchanged(html: str, old: str, new: str) -> str:
    """Return HTML with one text exchanged, however its signs and its code are written there."""
    fields = dict.fromkeys(PLACEHOLDER.findall(old))
    if not fields.keys() >= {*PLACEHOLDER.findall(new)}:
        return html
    signs = {field: chr(FIRST_SIGN + place) for place, field in enumerate(fields)}
    old, new = (PLACEHOLDER.sub(lambda found: signs[found[0]], text) for text in (old, new))
    groups = {sign: f"value{place}" for place, sign in enumerate(signs.values())}
    for write in (partial(escape, quote=False), escape, output.inline):
        pattern, text = "".join(_patterns(write(old), groups)), write(new)
        html = re.sub(
            rf"(?<!\w){pattern}(?!\w)",
            lambda found, text=text: "".join(found[groups[one]] if one in groups else one for one in text),
            html,
        )
    return html


def _patterns(text: str, groups: Mapping[str, str]) -> Iterator[str]:
    """Yield a pattern for each sign of a text: itself, or any value in the group for which it stands."""
    seen: set[str] = set()
    for sign in text:
        if sign not in groups:
            yield re.escape(sign)
        else:
            yield f"(?P={groups[sign]})" if sign in seen else f"(?P<{groups[sign]}>[^<]{{0,200}}?)"
            seen.add(sign)


def _with_links(text: str, addresses: dict[str, str]) -> str:
    """Return a text in which the first column of a table of symptoms leads to the atlas."""
    for symptom, address in addresses.items():
        if symptom:
            text = text.replace(f"| {symptom} |", f"| [{symptom}]({address}) |")
    return text
