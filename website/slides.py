# SPDX-License-Identifier: MIT
"""Write slides for a class, a file for each day and language: ``make slides``.

Nobody writes a slide. A day gives its title and aims, each section's question, each question that asks for a
prediction, what came, each figure with its caption, the exercises by name, and the principle. nbconvert makes slides
for reveal.js of them, and each file holds all that it needs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from bs4 import BeautifulSoup, Tag
from nbconvert import SlidesExporter

import language
from building import editions
from judge.notebooks import course
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, say
from website import npm
from website.day_cells import cells_of, released_notebook
from website.markdown import as_html
from website.shown import is_left_out, output_of

TEMPLATES = Path(__file__).parent / "templates"
# What a paragraph in bold begins with where it asks the reader, and the heading above the principle: in English, whose
# texts stand at the same places in each language.
ASKING = ("Predict", "Guess", "Before you", "Which", "Where", "Work it out", "On paper")
PRINCIPLE = "One principle"
# A longer output is nothing for a slide.
MOST_LINES = 14


def write(into: Path, day: course.Assignment, style: str, script: str) -> Path:
    """Write the slides of a day in the current language, and return the path of the file."""
    slides = [nbformat.v4.new_raw_cell(html, metadata=_on_its_own()) for html in slides_of(day)]
    notebook = nbformat.v4.new_notebook(cells=slides)
    notebook.metadata.title = BeautifulSoup(slides[0].source, "html.parser").h1.get_text()
    exporter = SlidesExporter(
        extra_template_basedirs=[str(TEMPLATES)], template_name="slides", language_code=LANGUAGE.get()
    )
    page, _ = exporter.from_notebook_node(notebook, resources={"slides": {"style": style, "script": script}})
    spoken = "" if LANGUAGE.get() == language.ENGLISH else f".{LANGUAGE.get()}"
    path = into / f"{day.name}{spoken}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, page.encode())
    return path


def _on_its_own() -> dict[str, Any]:
    return {"raw_mimetype": "text/html", "slideshow": {"slide_type": "slide"}}


def slides_of(day: course.Assignment) -> Iterator[str]:
    """Yield the slides of a day as HTML."""
    with editions.speaking(language.ENGLISH):
        english = [cell.source for cell in released_notebook(day).cells]
    where = ""
    for cell, shown, source in zip(released_notebook(day).cells, cells_of(day, ()), english, strict=True):
        if is_left_out(cell) or shown.get("answer") or shown.get("check"):
            continue
        if cell.cell_type == "markdown":
            body, original = (
                BeautifulSoup(shown["html"], "html.parser"),
                BeautifulSoup(as_html(source, ""), "html.parser"),
            )
            for part in (*body.find_all("details"), *original.find_all("details")):
                part.decompose()
            for slide, heading in _of_text(body, original):
                where = heading or where
                yield slide if heading else f'{slide}<p class="where">{where}</p>'
        else:
            yield from _of_output(BeautifulSoup(output_of(shown), "html.parser"), shown["reveals"])


def _unfolded(html: str) -> BeautifulSoup:
    """Return a text without what it folds."""
    soup = BeautifulSoup(html, "html.parser")
    for fold in soup.find_all("details"):
        fold.decompose()
    return soup


def _of_text(body: BeautifulSoup, original: BeautifulSoup) -> Iterator[tuple[str, str]]:
    """Yield the slides of a text, each with the heading of the section that it begins, or ""."""
    for tag, english in zip(_blocks(body), _blocks(original), strict=True):
        bold = [strong.get_text() for strong in english.find_all("strong")]
        following = tag.find_next_sibling("p")
        if tag.name == "h1" or (tag.name == "h2" and english.get_text() == PRINCIPLE):
            yield f"{tag}{following}", tag.get_text()
        elif tag.name == "h2" and tag.get_text()[0].isdigit():
            yield f"{tag}{_question(tag)}", tag.get_text()
        elif tag.name == "h3" and following is not None and "(" in tag.get_text():
            # Where a card begins with its signature, the title is enough.
            yield f"{tag}{'' if following.em else following}", ""
        elif tag.name == "p" and bold and bold[0].startswith(ASKING):
            yield str(tag), ""
        elif tag.name == "p" and bold == [english.get_text()] and getattr(_next(tag), "name", "") == "ul":
            yield f"<h2>{tag.get_text()}</h2>{_next(tag)}", ""


def _blocks(soup: BeautifulSoup) -> list[Tag]:
    return soup.find_all(["h1", "h2", "h3", "p"], recursive=False)


def _next(tag: Tag) -> Any:
    return tag.find_next_sibling(True)


def _question(heading: Tag) -> str:
    """Return the question of a section: the first bold words below its heading that end with a question mark."""
    found = [bold for bold in heading.find_all_next("strong") if bold.get_text().endswith("?")]
    return f"<p>{found[0]}</p>" if found else ""


def _of_output(output: BeautifulSoup, reveals: bool) -> Iterator[str]:
    """Yield a slide for each picture of an output, and one for the text that answers a prediction."""
    for text in output.find_all("pre", recursive=False) if reveals else ():
        if len(text.get_text().splitlines()) <= MOST_LINES:
            yield f"<h3>{say('What came')}</h3>{text}"
    for picture in output.find_all("img"):
        del picture["style"]
        caption = picture.find_next("figcaption")
        yield f"<figure>{picture}{caption or ''}</figure>"


@course.says_faults("slides")
def main(arguments: list[str] | None = None) -> int:
    """Write the slides of all days in every language, and return the exit code: 0 done, 2 failed."""
    argparse.ArgumentParser(prog="python -m website.slides", description=__doc__).parse_args(arguments)
    into = course.root() / "build" / "slides"
    with tempfile.TemporaryDirectory() as work:
        shown = npm.fetched(Path(work), npm.REVEAL) / "dist"
        script = (shown / "reveal.js").read_text("utf-8")
        styles = [shown / "reset.css", shown / "reveal.css", TEMPLATES / "slides" / "slides.css"]
        style = "\n".join(path.read_text("utf-8") for path in styles)
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            for day in course.assignments():
                path = write(into, day, style, script)
                print(f"{path.relative_to(course.root())} written: {path.stat().st_size / 1e6:.1f} MB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
