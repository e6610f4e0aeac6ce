# SPDX-License-Identifier: MIT
"""Write the book: all days as one PDF and one EPUB, to read without a computer: ``make book``.

A chapter is a day as released, with the outputs of its solved notebook and without an answer. What a notebook folds,
such as a hint, stands at the end of its chapter. Pandoc reads the chapters as HTML and writes the EPUB; Typst sets the
pages of the PDF.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bs4 import BeautifulSoup, Tag
from markupsafe import Markup, escape
from matplotlib import get_data_path

import language
from building import editions
from judge.notebooks import course
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, say
from judge.verdicts.pages import rendered
from website.day_cells import cells_of, released_notebook
from website.files import PROJECT, commit, version
from website.markdown import TEXTS, as_html, inline, text_of
from website.shown import code_of, is_left_out, output_of

TEMPLATES = Path(__file__).parent / "templates"
# The PDF has these letters in its figures, and those that Typst brings along in its text.
FONTS = Path(get_data_path()) / "fonts" / "ttf"
# Typst takes a number and a dot at the beginning of a table's cell for a list, unless something stands before it.
NUMBERED = re.compile(r"\d+\. ")
WORD_JOINER = "\u2060"
HEADINGS = ["h1", "h2", "h3", "h4"]


def write(into: Path) -> Iterator[Path]:
    """Write the book in the current language, and yield the path of the EPUB and of the PDF."""
    spoken = LANGUAGE.get()
    stem = f"{PROJECT}{'' if spoken == language.ENGLISH else f'.{spoken}'}"
    page = html()
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        for name, make in ((f"{stem}.epub", write_epub), (f"{stem}.pdf", write_pdf)):
            make(page, work / name)
            replace_file(into / name, (work / name).read_bytes())
            yield into / name


def write_epub(page: str, path: Path) -> None:
    """Write the book's HTML as an EPUB; Pandoc splits it by chapters and makes the contents."""
    import pypandoc  # Here, since only `make book` installs it.

    options = ["--toc", "--toc-depth=2", "--split-level=1", "--mathml", f"--css={TEMPLATES / 'book.css'}"]
    pypandoc.convert_text(page, "epub3", format="html", outputfile=path, extra_args=options)


def write_pdf(page: str, path: Path) -> None:
    """Set the pages: Pandoc writes the text and the pictures for Typst, whose style is in book.typ."""
    import pypandoc
    import typst

    work = path.parent
    options = ["--standalone", "--toc", "--toc-depth=2", "--extract-media=figures"]
    options.append(f"--include-in-header={TEMPLATES / 'book.typ'}")
    text = pypandoc.convert_text(page, "typst", format="html", extra_args=options, cworkdir=work)
    (work / "book.typ").write_text(text, "utf-8")
    typst.compile(work / "book.typ", output=path, root=work, font_paths=[FONTS])


def html(days: Sequence[course.Assignment] | None = None) -> str:
    """Return the book of some days in the current language as HTML, the whole book without them."""
    chapters = [(day.name, chapter(day)) for day in days or course.assignments()]
    return page_of([*chapters, *((name, as_html(text_of(source), "")) for name, source in TEXTS.items())])


def page_of(chapters: Sequence[tuple[str, str]]) -> str:
    """Return a book of some chapters, each with the name that its ids begin with."""
    soups = [_placed(body, name) for name, body in chapters]
    places = {tag["id"] for soup in soups for tag in soup.find_all(id=True)}
    for (name, _), soup in zip(chapters, soups, strict=True):
        for link in soup.find_all("a", href=True):
            _lead(link, name, places)
    written = [Markup(soup) for soup in soups]
    values = {"title": say("Autograd in Five Days"), "version": version(PROJECT), "commit": commit()}
    return rendered("book.html.jinja", TEMPLATES, chapters=written, **values)


def chapter(day: course.Assignment) -> str:
    """Return a day as HTML: what its notebook folds stands at the end."""
    soup = BeautifulSoup("".join(_pieces(day)), "html.parser")
    for inside in soup.select("figure details, style"):
        inside.decompose()
    folds = _unfolded(soup)
    return f"{soup}{folds}"


def _pieces(day: course.Assignment) -> Iterator[str]:
    """Yield what a chapter has of each cell, and of the checks of an exercise together."""
    pairs = zip(released_notebook(day).cells, cells_of(day, ()), strict=True)
    for is_check, group in groupby(pairs, key=lambda pair: bool(pair[1].get("check"))):
        if is_check:
            claims = "".join(f"<li>{inline(shown['summary'])}</li>" for _, shown in group)
            yield f"<p><strong>{escape(say('What is checked:'))}</strong></p>\n<ul>{claims}</ul>\n"
        else:
            yield from (_piece(cell, shown) for cell, shown in group if not is_left_out(cell))


def _piece(cell: Any, shown: dict[str, Any]) -> str:
    """Return a text; or a cell's code, unless it only draws, and its output."""
    if cell.cell_type == "markdown":
        return shown["html"]
    output = output_of(shown)
    code = f'<pre class="python"><code>{escape(code_of(shown))}</code></pre>\n'
    if "given" in cell.metadata.get("tags", ()):
        code = f"<p><em>{escape(say('Here the notebook has the finished engine of the days before.'))}</em></p>\n"
    elif shown["answer"]:
        code = f"<p><strong>{escape(say('You write here:'))}</strong></p>\n{code}"
    elif shown["summary"]:
        code = f"<p><em>{inline(shown['summary'])}</em></p>\n" if output and "<figure" not in output else ""
    if output and shown["reveals"]:
        output = f"<p><strong>{escape(say('What came: predict or answer first'))}</strong></p>\n{output}"
    return code + output


def _unfolded(soup: BeautifulSoup) -> str:
    """Take the folds out of a chapter, leave a link in the place of each, and return them as its last section."""
    last, parts = None, [f"<h2>{escape(say('Folded in the notebook'))}</h2>\n"]
    for number, fold in enumerate(soup.find_all("details"), 1):
        above = fold.find_previous(HEADINGS)
        if above is not last:
            parts.append(f"<h3>{above.decode_contents()}</h3>\n")
            last = above
        summary = fold.summary.extract().decode_contents()
        parts.append(f'<h4 id="fold-{number}">{summary}</h4>\n{fold.decode_contents()}\n')
        fold.replace_with(BeautifulSoup(f'<p>▸ <a href="#fold-{number}">{summary}</a></p>', "html.parser"))
    return "".join(parts)


def _placed(body: str, name: str) -> BeautifulSoup:
    """Return a chapter whose ids are its own in the book, and whose headings and tables are ready for Pandoc."""
    soup = BeautifulSoup(body, "html.parser")
    for tag in soup.find_all(id=True):
        tag["id"] = _place(name, tag["id"])
    soup.find("h1")["id"] = name
    for heading in soup.find_all("h2"):
        # Of a day, the contents list the numbered sections alone.
        if name not in TEXTS and not heading.get_text()[0].isdigit():
            heading["class"] = ["unlisted", "unnumbered"]
    for cell in soup.find_all("td"):
        if NUMBERED.match(cell.get_text()):
            cell.insert(0, WORD_JOINER)
    return soup


def _place(name: str, heading: str) -> str:
    """Return an id that any format takes: of a heading, only letters, digits and hyphens are left."""
    return f"{name}-{'-'.join(filter(None, ''.join(one if one.isalnum() else '-' for one in heading).split('-')))}"


def _lead(link: Tag, name: str, places: set[str]) -> None:
    """Let a link of a page of the site lead to a place in the book, or be plain text where the book has none such."""
    page, mark, heading = str(link["href"]).partition("#")
    if ":" in page:
        return
    chapter = Path(page).stem if page else name
    place = _place(chapter, unquote(heading)) if mark else chapter
    if place in places:
        link["href"] = f"#{place}"
    else:
        link.unwrap()


@course.says_faults("book")
def main(arguments: list[str] | None = None) -> int:
    """Write the book in every language, and return the exit code: 0 done, 2 failed."""
    argparse.ArgumentParser(prog="python -m website.book", description=__doc__).parse_args(arguments)
    into = course.root() / "build" / "book"
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            for path in write(into):
                print(f"{path.relative_to(course.root())} written: {path.stat().st_size / 1e6:.1f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
