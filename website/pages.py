# SPDX-License-Identifier: MIT
"""Write the pages of the site to read: the front page, the days, the glossary and rules, and the atlas of mistakes.

Each language is written by a process of its own, since what ``gradtools`` draws speaks the language of its process.
English is at the top, another language in a folder of its name. All links are relative, so the site works below any
path. No page shows an answer: answer cells hold their stubs, and given engines lack the lines that answer an exercise.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
from babel import Locale
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

import language
from building import editions, paragraphs
from building.address import lines_to_clone
from building.released_answers import released
from companion.stepper import widget
from companion.stepper.stepping import Stepper
from exercises.shared.proof import met
from grading import releasing
from gradtools import finished_engine, step
from judge.notebooks import course, reference
from judge.notebooks.cells import exercises, is_grade, is_solution
from judge.notebooks.writing import replace_file
from judge.run.messages import Sentence
from judge.run.words import LANGUAGE, say, translated
from judge.verdicts.catalogue import general_names, misconceptions
from judge.verdicts.pages import FOLDER as BASE
from judge.verdicts.pages import rendered
from website import atlas

TEMPLATES = Path(__file__).parent / "templates"
PROJECT = "autograd-in-five-days"
# Pages in Markdown, by the name that each has in the site.
TEXTS = {"glossary": "GLOSSARY.md", "rules": "docs/rules.md"}
# The mistake whose verdict is on the front page.
ON_THE_FRONT = "day2-both-assign"
# A shorter English text in an output may be part of another word, or of the markup.
SHORTEST_TEXT = 12
# At the end of the live figures' script: each figure of the page gets its data, and no kernel.
LIVE = """
for (const given of document.querySelectorAll("script[data-key]")) {
  const get = (name) => (name === "key" ? given.dataset.key : given.textContent);
  const model = { get, on() {}, off() {}, send() {} };
  initialize({ model });
}
"""


def write_pages(into: Path) -> None:
    """Write the pages of all languages into the site's folder.

    Raises:
        CourseError: A language could not be written.
    """
    languages = [language.ENGLISH, *editions.offered()]
    command = [sys.executable, "-m", "website.pages", str(into.absolute()), "--language"]
    running = {
        name: subprocess.Popen([*command, name], cwd=course.root(), env={**os.environ, language.NAMED: name})
        for name in languages
    }
    failed = [name for name, process in running.items() if process.wait()]
    if failed:
        raise course.CourseError("The pages were not written in: {languages}.", languages=", ".join(failed))


def write_language(into: Path) -> None:
    """Write all pages in the language of this process."""
    write_assets(into)
    entries = list(atlas.entries())
    write_atlas(into, entries)
    write_names(into, entries)
    for day in course.days():
        write_day(into, day, entries)
    for name, source in TEXTS.items():
        text = _text(source)
        _write(into, f"{name}.html", "text.html.jinja", title=_title(text), body=_html(text, ""))
    write_front(into, entries)


def write_assets(into: Path) -> None:
    """Write the styles and scripts: one style for all languages, and the words of live figures in each."""
    styles = [BASE / "style.css", TEMPLATES / "site.css", Path(widget.__file__).parent / "page" / "live.css"]
    _put(into / "site.css", "\n".join(path.read_text("utf-8") for path in styles))
    for name in ("atlas.js", "theme.js"):
        _put(into / name, (TEMPLATES / name).read_text("utf-8"))
    _put(_home(into) / "live.js", widget.page() + LIVE)


def write_front(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write the front page; what it says of the course is the README's."""
    readme = _text("README.md").split("\n\n")
    rows = [row.strip("| \n").split(" | ") for block in readme for row in block.split("\n") if re.match(r"\| \d", row)]
    # The paragraph above each of its pictures says what the picture shows.
    lead, stepping = (
        next(text for text, following in pairwise(readme) if f"]({name})" in following)
        for name in ("docs/verdict.svg", "docs/stepper.svg")
    )
    value = finished_engine().Value
    a, b, c = value(2.0, label="a"), value(-3.0, label="b"), value(10.0, label="c")
    d = a * b
    e = d + c
    d.label, e.label = "d", "e"
    _write(
        into,
        "index.html",
        "front.html.jinja",
        title=_title(readme[0]),
        lead=_html(lead, ""),
        stepping=_html(stepping, ""),
        stepper=_live(step(e)),
        shown=next((entry for entry in entries if entry.mistake.id == ON_THE_FRONT), None),
        days=[
            (day, question, *minutes.split("+"), points, _to_do(into, day))
            for day, (_, question, minutes, points) in zip(course.days(), rows, strict=True)
        ],
        count=len(entries),
        clone=lines_to_clone(course.root()),
    )


def write_atlas(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write a page for each mistake, and the page that lists and searches them."""
    numbers = list(dict.fromkeys((entry.exercise.number, entry.exercise.title) for entry in entries))
    groups = [(*key, [one for one in entries if one.exercise.number == key[0]]) for key in numbers]
    _write(into, "atlas/index.html", "atlas.html.jinja", groups=groups, count=len(entries))
    for entry in entries:
        day, live = course.day(entry.mistake.exercise), _live(entry.stepper)
        drawing = Markup(entry.drawing.bundle()["text/html"]) if entry.drawing else ""
        values = {"entry": entry, "day": day, "drawing": drawing, "stepper": live, "to_do": _to_do(into, day)}
        values["places"] = Markup(", ").join(Markup("<code>{}</code>").format(name) for name in entry.places)
        _write(into, f"atlas/{entry.mistake.id}.html", "mistake.html.jinja", **values)


def write_names(into: Path, entries: Sequence[atlas.Entry]) -> None:
    """Write the page for teachers: how many generated programs of each exercise got which name."""
    listed = [mistake for day in course.days() for mistake in misconceptions(day.number)]
    named = {**general_names(), **{mistake.id: mistake for mistake in listed}}
    titles = {name: Sentence.quoting(mistake.title).message() for name, mistake in named.items()}
    counted, groups = met.of_exercises(), []
    for exercise in (each for day in course.days() for each in exercises(reference.source_notebook(day))):
        if counts := counted.get(exercise.id):
            names = [(name, titles[name], count) for name, count in counts.names.items() if name in titles]
            groups.append((exercise.number, exercise.title, counts.programs, counts.unnamed, names))
    pages = {entry.mistake.id for entry in entries}
    _write(into, "names.html", "names.html.jinja", title=say("Names of mistakes"), groups=groups, pages=pages)


def write_day(into: Path, day: course.Day, entries: Sequence[atlas.Entry]) -> None:
    """Write a day as a page to read: its released cells, with outputs of the solved notebook."""
    cells = list(_cells(day, entries))
    title = _title(_released(day).cells[0].source)
    values = {"shortened": any(cell.get("shortened") for cell in cells), "to_do": _to_do(into, day)}
    _write(into, f"days/{day.name}.html", "day.html.jinja", title=title, cells=cells, **values)


# A day's cells


def _released(day: course.Day) -> Any:
    """Return a day's released notebook in the current language: nothing of what somebody works on in days/."""
    return _released_in(LANGUAGE.get(), day)


@cache
def _released_in(_spoken: str, day: course.Day) -> Any:
    return nbformat.reads(releasing.released(day).decode(), as_version=4)


def _cells(day: course.Day, entries: Sequence[atlas.Entry]) -> Iterator[dict[str, Any]]:
    notebook = _released(day)
    with editions.speaking(language.ENGLISH):
        solved = {cell.id: cell for cell in reference.source_notebook(day).cells}
        code = [cell for cell in _released(day).cells if cell.cell_type == "code"]
    words = {text: translated(text) for cell in code for text in paragraphs.texts(cell)}
    known = {entry.symptom.text(): f"../atlas/{entry.mistake.id}.html" for entry in reversed(entries)}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            yield {"html": _html(_with_links(cell.source, known), "../")}
            continue
        is_engine = "given" in cell.metadata.get("tags", ())
        code = _without_answers(cell.source) if is_engine or is_solution(cell) else cell.source
        first = cell.source.partition("\n")[0]
        folded = cell.metadata.get("jupyter", {}).get("source_hidden") or "gradtools.check(" in cell.source
        claim = re.match(r'"""(.+?)"""', cell.source, re.DOTALL) if is_grade(cell) else None
        summary = " ".join(claim[1].split()) if claim else first.strip("# ") if folded else ""
        yield {
            "html": "",
            "id": cell.id,
            "answer": is_solution(cell),
            "shortened": code != cell.source,
            "check": claim is not None,
            "summary": summary,
            "code": Markup(highlight(code, PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))),
            # What an answer cell puts out may say what its answer is; below a question, what came is folded.
            "outputs": [] if is_solution(cell) else list(_outputs(solved[cell.id], words)),
            # So is what a cell puts out that waits in the notebook until an exercise is answered.
            "reveals": claim is None and any(call in cell.source for call in ("reveal(", "raise NotImplementedError(")),
        }


def recorded(days: Sequence[course.Day]) -> dict[str, dict[str, list[str]]]:
    """Return what the cells of some days put out, by language and id, for a kernel that can't run all of them."""
    found = {}
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            cells = [cell for day in days for cell in _cells(day, ()) if cell.get("outputs")]
            found[name] = {
                cell["id"]: [_folded(html) if cell["reveals"] else html for html in cell["outputs"]] for cell in cells
            }
    return found


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
    for day in course.days():
        stubs = released(day.number)
        for name, source in reference.solutions(day.number).items():
            lines |= {*map(_bare, source.split("\n"))} - {*map(_bare, stubs[name].split("\n"))}
    return frozenset(line for line in lines if line and not line.startswith('"""'))


def _bare(line: str) -> str:
    """Return a line of code without its place and its comment, which differs between languages."""
    return re.split(r"(?:^|  )# ", line.strip())[0].strip()


def _outputs(cell: Any, words: dict[str, str]) -> Iterator[Markup]:
    """Yield what a cell puts out, with those of its English words that the notebook has in the page's language."""
    texts = [(old, new) for old, new in words.items() if old != new and len(old) >= SHORTEST_TEXT]
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output.output_type == "stream":
            html = f"<pre>{escape(output.text.rstrip(), quote=False)}</pre>"
        elif "text/html" in data:
            html = data["text/html"]
        elif "text/markdown" in data:
            html = _html(data["text/markdown"], "../")
        else:  # The verdict on a right answer, which the line of the check repeats.
            continue
        for old, new in texts:
            html = html.replace(escape(old, quote=False), escape(new, quote=False))
            html = html.replace(escape(old), escape(new))
        yield Markup(html)


def _with_links(text: str, addresses: dict[str, str]) -> str:
    """Return a text in which the first column of a table of symptoms leads to the atlas."""
    for symptom, address in addresses.items():
        if symptom:
            text = text.replace(f"| {symptom} |", f"| [{symptom}]({address}) |")
    return text


# Markdown


def _text(source: str) -> str:
    """Return a text of the project in the reader's language."""
    cell = nbformat.v4.new_markdown_cell((course.root() / source).read_text("utf-8"))
    return paragraphs.rewritten(cell, translated)


def _title(text: str) -> str:
    return text.lstrip().partition("\n")[0].strip("# ")


def _html(text: str, home: str) -> Markup:
    """Return Markdown as HTML: headings that can be linked to, formulas as MathML, tables that scroll by keyboard."""
    markdown = _markdown()
    tokens, heading, tables = markdown.parse(text), say("Table"), Counter[str]()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[place + 1].content
            token.attrSet("id", heading.replace(" ", "-"))
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "table_open":
            tables[heading] += 1
            token.meta["name"] = f"{heading} ({tables[heading]})" if tables[heading] > 1 else heading
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("href", _target(str(inner.attrGet("href")), home))
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def _inline(text: str) -> Markup:
    return Markup(_markdown().renderInline(text))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.use(dollarmath_plugin, allow_space=False, renderer=_formula)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", lambda *_arguments: "</table></div>\n")
    return markdown


def _formula(text: str, options: dict[str, Any]) -> str:
    text = text.replace(r"\mathrel{+}", "+")  # An operator in a row of its own is no MathML.
    if options["display_mode"]:
        return f'<div class="wide" tabindex="0">{convert(text, display="block")}</div>'
    return convert(text)


def _table_open(_renderer: Any, tokens: Sequence[Token], place: int, *_rest: Any) -> str:
    return f'<div class="wide" role="region" aria-label="{escape(tokens[place].meta["name"])}" tabindex="0"><table>\n'


def _target(link: str, home: str) -> str:
    """Return where a link of a notebook or of a page in Markdown leads in the site."""
    pages = {Path(source).name: f"{name}.html" for name, source in TEXTS.items()}
    pages |= {f"{day.stem}.ipynb": f"days/{day.name}.html" for day in course.days()}
    path, mark, place = link.partition("#")
    if not path or ":" in path or path.startswith("../atlas/"):
        return link
    return f"{home}{pages.get(Path(path).name, 'index.html')}{mark}{place}"


# Files


def _live(stepper: Stepper | None) -> dict[str, Any] | None:
    """Return a stepper's still figure, and what its live one shows; None where there is none."""
    if stepper is None:
        return None
    data = {"kind": stepper.kind, "caption": stepper.caption, "boards": stepper.boards}
    # In a script no other sign could end it.
    shown = Markup(json.dumps(data).replace("<", r"\u003c"))
    return {"key": stepper.key, "data": shown, "html": Markup(stepper.bundle()["text/html"])}


def _to_do(into: Path, day: course.Day) -> str:
    """Return where a day can be done in the browser, from the top of the site; "" where the lab lacks it."""
    place = place_of(day)
    return f"lab/lab/index.html?path={place}" if (into / "lab" / "files" / place).exists() else ""


def place_of(day: course.Day) -> str:
    """Return where the lab has a day's notebook: as below days/."""
    return day.learner_notebook.relative_to(course.root() / "days").as_posix()


def _home(into: Path) -> Path:
    return into if LANGUAGE.get() == language.ENGLISH else into / LANGUAGE.get()


def _write(into: Path, path: str, name: str, **values: Any) -> None:
    """Write a page from its template; ``path`` is its place in the folder of its language."""
    spoken, home = LANGUAGE.get(), "../" * path.count("/")
    up = home if spoken == language.ENGLISH else f"../{home}"
    folders = {language.ENGLISH: "", **{other: f"{other}/" for other in editions.offered()}}
    others = [
        (other, Locale.parse(other).get_display_name().capitalize(), f"{up}{folder}{path}")
        for other, folder in folders.items()
        if other != spoken
    ]
    known = {
        "inline": _inline,
        "home": home,
        "up": up,
        "others": others,
        "version": version(PROJECT),
        "commit": _commit(),
    }
    _put(_home(into) / path, rendered(name, TEMPLATES, course_days=course.days(), **known, **values) + "\n")


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())


@cache
def _commit() -> str:
    """Return the commit that the site is built from; "" where this is no checkout."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=course.root(), capture_output=True, text=True, check=False).stdout.strip()


def main(arguments: list[str] | None = None) -> int:
    """Write the pages and return the exit code: 0 done, 2 failed."""
    parser = argparse.ArgumentParser(prog="python -m website.pages", description=__doc__)
    parser.add_argument("into", type=Path, help="the folder of the site")
    parser.add_argument("--language", help="this one alone, in a process that speaks it")
    options = parser.parse_args(arguments)
    try:
        write_language(options.into) if options.language else write_pages(options.into)
    except course.CourseError as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"site: {course.refusal(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
