# SPDX-License-Identifier: MIT
"""A real JupyterLab in a real browser, and what no page may do in it: call elsewhere, or complain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import browsers
import nbformat
import pytest
from looking import Guard, Lab
from serving import ROOT, Served, copy_course, serve
from support import answers_of

from grading.notebooks.cells import grade_id
from gradtools.predictions import FILE, Prediction
from gradtools.questions import QUESTIONS

# Nothing of its own goes out either: no updates, no first run, no hints.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run")  # fmt: skip
WIDE = {"width": 1400, "height": 1000}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Return the machine's own Chromium, without a window; nothing is downloaded."""
    playwright = pytest.importorskip("playwright.sync_api", reason="pip install '.[browser]' brings playwright")
    found = browsers.found()
    if found is None:
        pytest.skip(browsers.MISSING)
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a copy of the course that is served to somebody who learns alone."""
    folder = tmp_path_factory.mktemp("lab")
    with serve(copy_course(folder / "course"), folder) as running:
        yield running


@pytest.fixture
def guard() -> Iterator[Guard]:
    """Return what watches the pages of a test; at its end nothing that was seen may be wrong."""
    watching = Guard()
    yield watching
    watching.hold()


@pytest.fixture
def visit(chromium: Any, guard: Guard) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a watched page of a server; it takes the address and the size of the window."""
    contexts = []

    def open_page(url: str, **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": WIDE, **options})
        contexts.append(context)
        context.set_default_timeout(30_000)
        page = context.new_page()
        guard.watch(page)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def open_day(served: Served, visit: Callable[..., Any]) -> Iterator[Callable[..., Lab]]:
    """Return a function that opens a day in JupyterLab, as it was released; it takes the number of the day.

    ``solved=True`` opens it with the reference's answers and a guess for each prediction, so that all cells show what
    they show, ``dark=True`` in the dark theme, ``notebook7=True`` in Notebook 7.
    """
    opened = []

    def open_it(
        number: int, *, solved: bool = False, dark: bool = False, notebook7: bool = False, **options: Any
    ) -> Lab:
        folder = served.course / "days" / f"day{number}"
        released = next((ROOT / "days" / f"day{number}").glob("day?_*[a-z].ipynb"))
        notebook = nbformat.read(released, as_version=4)
        answers = answers_of(number) if solved else {}
        for cell in notebook.cells:
            cell.source = answers.get(str(grade_id(cell)), cell.source)
        nbformat.write(notebook, folder / released.name)
        if solved:
            guesses = {name: Prediction(one.words[0] if one.words else 0.0) for name, one in QUESTIONS.items()}
            told = {name: asdict(guess) for name, guess in guesses.items()}
            (folder.parent / FILE).write_text(json.dumps(told), "utf-8")
        where = f"days/day{number}/{released.name}"
        # JupyterLab remembers what was open; `reset` forgets the days of earlier tests.
        url = served.url(f"/notebooks/{where}") if notebook7 else f"{served.url(f'/lab/tree/{where}')}&reset"
        page = visit(url, **options)
        lab = Lab(page, folder / released.name)
        opened.append(lab)
        lab.ready()
        if dark:
            lab.theme("JupyterLab Dark")
        return lab

    yield open_it
    for lab in opened:
        lab.shut_down()


@pytest.fixture
def open_page(served: Served, visit: Callable[..., Any]) -> Iterator[Callable[..., Lab]]:
    """Return a function that opens a notebook of the course in JupyterLab as it stands there; it takes its path."""
    opened = []

    def open_it(where: str) -> Lab:
        lab = Lab(visit(f"{served.url(f'/lab/tree/{where}')}&reset"), served.course / where)
        opened.append(lab)
        lab.ready()
        return lab

    yield open_it
    for lab in opened:
        lab.shut_down()


@pytest.fixture(scope="session")
def pictures(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that screenshots are written to: a temporary one where none was asked for."""
    asked = pytestconfig.getoption("--pictures")
    folder = Path(asked) if asked else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def figures_folder(pytestconfig: pytest.Config, pictures: Path) -> Path | None:
    """Return where the screenshots of all figures go, which take a minute; None where nobody asked for them."""
    return pictures if pytestconfig.getoption("--pictures") else None
