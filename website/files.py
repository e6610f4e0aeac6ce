# SPDX-License-Identifier: MIT
"""Write the files of the site: its pages from their templates, its styles and its scripts."""

from __future__ import annotations

import subprocess
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from babel import Locale

import language
from building import editions
from companion.stepper import widget
from judge.notebooks import course
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE
from judge.verdicts.pages import FOLDER as BASE
from judge.verdicts.pages import rendered
from website import npm
from website.markdown import inline

TEMPLATES = Path(__file__).parent / "templates"
# What marks the pieces of the days, in the lab, too.
PIECES = course.root() / "grading/jupyter/everyone/labextensions/autograd-in-five-days/static/pieces.js"
PROJECT = "autograd-in-five-days"
# At the end of the live figures' script: each figure of the page gets its data, and no kernel.
LIVE = """
for (const given of document.querySelectorAll("script[data-key]")) {
  const get = (name) => (name === "key" ? given.dataset.key : given.textContent);
  const model = { get, on() {}, off() {}, send() {} };
  initialize({ model });
}
"""


def write_assets(into: Path) -> None:
    """Write the styles and scripts: one style for all languages, and the words of live figures in each."""
    styles = [BASE / "style.css", TEMPLATES / "site.css", Path(widget.__file__).parent / "page" / "live.css"]
    _put(into / "site.css", "\n".join(path.read_text("utf-8") for path in styles))
    for name in ("atlas.js", "search.js", "theme.js", "kept.js", "first_try.js", "first_try_worker.js", "done.js"):
        _put(into / name, (TEMPLATES / name).read_text("utf-8"))
    _put(into / PIECES.name, PIECES.read_text("utf-8"))
    _put(_home(into) / "live.js", widget.page() + LIVE)


def write_minisearch(into: Path) -> None:
    """Fetch what ranks the pages of the atlas, and write it as it is, with its licence, beside what asks it.

    Raises:
        CourseError: npm can't fetch it. Without it the atlas is a list.
    """
    with tempfile.TemporaryDirectory() as work:
        package = npm.fetched(Path(work), npm.MINISEARCH)
        _put(into / "minisearch.js", (package / "dist" / "es" / "index.js").read_text("utf-8"))
        _put(into / "minisearch.LICENSE.txt", (package / "LICENSE.txt").read_text("utf-8"))


def _home(into: Path) -> Path:
    return into if LANGUAGE.get() == language.ENGLISH else into / LANGUAGE.get()


def write(into: Path, path: str, name: str, **values: Any) -> None:
    """Write a page from its template; ``path`` is its place in the folder of its language."""
    spoken, up = LANGUAGE.get(), up_to(path)
    home = "../" * path.count("/")
    folders = {language.ENGLISH: ""}
    for other in editions.offered():
        folders[other] = f"{other}/"
    others = [
        (other, Locale.parse(other).get_display_name().capitalize(), f"{up}{folder}{path}")
        for other, folder in folders.items()
        if other != spoken
    ]
    known = {
        "inline": inline,
        "here": path,
        "home": home,
        "up": up,
        "others": others,
        "version": version(PROJECT),
        "commit": commit(),
    }
    _put(_home(into) / path, rendered(name, TEMPLATES, course_days=course.assignments(), **known, **values) + "\n")


def up_to(path: str) -> str:
    """Return what leads from a page of this language to the top of the site; ``path`` is as for :func:`write`."""
    return "../" * (path.count("/") + (LANGUAGE.get() != language.ENGLISH))


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, text.encode())


@cache
def commit() -> str:
    """Return the commit that the site is built from; "" where this is no checkout."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, cwd=course.root(), capture_output=True, text=True, check=False).stdout.strip()
