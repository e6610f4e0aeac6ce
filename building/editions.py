# SPDX-License-Identifier: MIT
"""The days in another language: the same cells, ids, code and checks, with their texts translated.

``python -m building.editions`` writes what the commands read of each language: its compiled translations and, below
``locale/LANGUAGE/source/``, the days with stubs for solutions. Git ignores both; a command that finds one missing or
older than the PO files starts this by itself, see :mod:`language.compiled`.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat
from babel import Locale

import language
from building import notebooks
from building.paragraphs import names_in, rewritten
from building.pieces import ends
from building.translations import compiling, po_files, texts
from judge.notebooks import course, stubs
from judge.notebooks.cells import HEADING
from judge.notebooks.writing import replace_file
from judge.run.messages import address
from judge.run.words import LANGUAGE
from language import compiled
from language.text import in_order

# A link from days/dayN to a file of the course's folder.
_UPWARD = "](../../"
# The pictures of README.md, which `make pictures` draws in each language.
PICTURES = ("docs/verdict.svg", "docs/stepper.svg")
# The command of README.md that opens the course.
_OPENS = re.compile(r"^make lab +#", re.MULTILINE)
# A row of the glossary begins with its term.
_TERM = re.compile(r"^\| \*\*(.*?)\*\*.*$", re.MULTILINE)
# The line of README.md that leads to the other languages; no text to translate, since it begins with a tag.
_OTHERS = re.compile(r'^<p><a href="README\b.*</p>$', re.MULTILINE)


@contextlib.contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak a language for a while."""
    token = LANGUAGE.set(name)
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def offered() -> list[str]:
    """Return the languages beside English in which some text of the days is translated."""
    paths = [po_files.po_path(name, "days") for name in language.known()]
    return [path.parent.name for path in paths if path.exists() and _is_begun(path, path.stat().st_mtime_ns)]


@lru_cache(maxsize=8)
def _is_begun(path: Path, changed: int) -> bool:
    try:
        return bool(po_files.translated(po_files.read(path)))
    except course.CourseError:
        return False


def write(name: str, compare: bool = True) -> list[str]:
    """Compile a language and write its days; return a sentence for each translation that is left in English.

    For ``compare`` see :func:`building.translations.compiling.compile_all`.
    """
    sentences = compiling.compile_all(name, compare)
    locale = language.folder()
    for day in course.assignments():
        new = edition(english(day), name)
        path = compiled.place_of(locale) / name / compiled.NOTEBOOKS / day.name / f"{day.stem}.ipynb"
        replace_file(path, (nbformat.writes(new) + "\n").encode(), time=compiling.time_of(name))
    return sentences


def english(day: course.Assignment) -> Any:
    """Return the notebook of a day's master, with stubs for solutions."""
    notebook = notebooks.from_master(day)
    stubs.clear(notebook)
    return notebook


def edition(notebook: Any, name: str) -> Any:
    """Return an English notebook in another language, which its metadata names.

    Links lead to the translated headings and pages, and out of days/LANGUAGE/.
    """
    known = language.catalogue(name, "days")

    def translate(text: str) -> str:
        return known.get(text, text)

    new = translated(notebook, translate)
    moved = dict(zip(_links(notebook), _links(new), strict=True))
    for cell in new.cells:
        if cell.cell_type == "markdown":
            for old, link in moved.items():
                cell.source = cell.source.replace(old, link)
            for page in texts.PAGES:
                cell.source = cell.source.replace(f"{_UPWARD}{page})", f"{_UPWARD}{page_in(name, page)})")
            cell.source = cell.source.replace(_UPWARD, f"{_UPWARD}../")
    ends.translate(new, name)
    new.metadata[language.KEY] = {"language": name}
    return new


def translated(notebook: Any, translate: Callable[[str], str]) -> Any:
    """Return a copy of a notebook with its texts translated."""
    new = copy.deepcopy(notebook)
    names = names_in(notebook.cells)
    for cell in new.cells:
        cell.source = rewritten(cell, translate, names)
    return new


def pages(name: str) -> dict[str, str]:
    """Return the path in the course and the text of each page beside the days; {} where a language has none of it.

    A copy of only the days has no such pages.
    """
    known = language.catalogue(name, "docs")
    if not known and name != language.ENGLISH:
        return {}
    found = {}
    for page in [page for page in texts.PAGES if (course.root() / page).exists()]:
        cell = nbformat.v4.new_markdown_cell((course.root() / page).read_text("utf-8"))
        text = _OTHERS.sub(_other_readmes(name), rewritten(cell, lambda text: known.get(text, text)))
        for other in (*texts.PAGES, *PICTURES):
            text = text.replace(f"]({other})", f"]({page_in(name, other)})")
        if name != language.ENGLISH and page == "GLOSSARY.md":
            text = _sorted(text, name)
        if name != language.ENGLISH:
            text = _OPENS.sub(f"make lab LANGUAGE={name}  #", text)
        found[page_in(name, page)] = text
    return found


def _sorted(glossary: str, name: str) -> str:
    """Return the glossary with its rows in the order of its own alphabet."""
    with speaking(name):
        rows = iter(sorted(_TERM.finditer(glossary), key=lambda row: in_order(row[1])))
    return _TERM.sub(lambda _: next(rows)[0], glossary)


def page_in(name: str, page: str) -> str:
    """Return the path of a page or a picture in a language: its own where it has one, such as README.es.md."""
    path = Path(page)
    return path.with_suffix(f".{name}{path.suffix}").as_posix() if language.catalogue(name, "docs") else page


def _other_readmes(name: str) -> str:
    links = [
        f'<a href="{page_in(other, "README.md")}" lang="{other}">{Locale.parse(other).get_display_name().title()}</a>'
        for other in (language.ENGLISH, *offered())
        if other != name
    ]
    return f"<p>{' '.join(links)}</p>"


def write_pages(name: str) -> list[Path]:
    """Write the pages of a language that changed, and return their paths."""
    new = {course.root() / page: text.encode() for page, text in pages(name).items()}
    changed = [path for path, text in new.items() if not path.exists() or path.read_bytes() != text]
    for path in changed:
        replace_file(path, new[path])
    return changed


def _links(notebook: Any) -> list[str]:
    """Return the end of a link to each heading."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    return [f"]({address(heading[1])})" for text in texts for heading in HEADING.finditer(text)]


def main(arguments: list[str] | None = None) -> int:
    """Write what the commands read of each language; what has a fault is in English, and named."""
    parser = argparse.ArgumentParser(prog="python -m building.editions", description=__doc__)
    parser.add_argument("language", nargs="*", help="such as es; all without one")
    for name in parser.parse_args(arguments).language or language.known():
        for sentence in write(name, compare=False):
            print(sentence, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
