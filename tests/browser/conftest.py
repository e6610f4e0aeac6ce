# SPDX-License-Identifier: MIT
"""JupyterLab in a real browser, whose pages may neither reach other hosts nor report errors."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import browsers
import nbformat
import pytest
from looking import WIDE, Guard, Lab, axe_table, findings, grave
from serving import ROOT, Served, copy_course, serve
from support import answers_of, filled

from companion.predictions import FILE, Prediction
from companion.questions import QUESTIONS

# Nothing of its own goes out either: no updates, no first run, no hints.
# And what a page asks for elsewhere finds nobody. (To stop it request by request would turn the browser's cache off.)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run",
         "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost")  # fmt: skip
# Milliseconds to wait for anything that has no limit of its own: a busy machine is slow, and no test may fail of that.
TIMEOUT = 60_000
FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[Any]:
    """Write a screenshot of each page of a test that failed, and say where it is."""
    report = yield
    if report.failed and call.when in ("setup", "call"):
        item.session.stash[FAILED] = True
        guard = getattr(item, "funcargs", {}).get("guard")
        lines = [_shot(page, item, place) for place, page in enumerate(guard.pages if guard else [])]
        if lines:
            report.sections.append(("Screenshots", "\n".join(lines)))
    return report


def _shot(page: Any, item: pytest.Item, place: int) -> str:
    asked = item.config.getoption("--pictures")
    folder = Path(asked) / "failed" if asked else Path(tempfile.mkdtemp(prefix="failed-"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', item.name).strip('-')}-{place + 1}.png"
    try:
        page.screenshot(path=path, timeout=10_000)
    except Exception as error:  # a page that hangs has no picture; the failure itself is told all the same
        return f"{page.url.partition('?')[0]}: no picture, {type(error).__name__}"
    return f"{page.url.partition('?')[0]}: {path}"


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


@pytest.fixture(scope="session")
def context(chromium: Any) -> Iterator[Any]:
    """Return one browser's memory for all tests: what one page has loaded the next has at hand."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.fixture
def visit(chromium: Any, context: Any, guard: Guard) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a watched page of a server.

    It takes the address, the size of the window, whether the page has a memory ``apart``, which a second JupyterLab
    needs, and options of playwright's ``new_context`` for it.
    """
    opened = []

    def open_page(url: str, viewport: dict[str, int] = WIDE, *, apart: bool = False, **options: Any) -> Any:
        memory = chromium.new_context(**options) if apart or options else context
        page = memory.new_page()
        opened.append(page if memory is context else memory)
        page.set_default_timeout(TIMEOUT)
        page.set_viewport_size(viewport)
        guard.watch(page)
        page.goto(url)
        return page

    yield open_page
    for one in opened:
        one.close()


@pytest.fixture(scope="session")
def desk(request: pytest.FixtureRequest, context: Any, served: Served) -> Iterator[Callable[[], Any]]:
    """Return a function that returns the page on which JupyterLab is open for all tests.

    To open it anew takes longer than most of them. After a test that failed it is opened anew: a dialogue may stand
    there, or a page may hang.
    """
    opened: list[Any] = []

    def page() -> Any:
        if opened and (request.session.stash.get(FAILED, False) or opened[-1].is_closed()):
            opened.pop().close()
        request.session.stash[FAILED] = False
        if not opened:
            opened.append(context.new_page())
            opened[-1].set_default_timeout(TIMEOUT)
            opened[-1].goto(f"{served.url('/lab')}&reset")
            opened[-1].wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
        return opened[-1]

    yield page
    for one in opened:
        one.close()


@pytest.fixture
def open_notebook(
    request: pytest.FixtureRequest, served: Served, visit: Callable[..., Any], guard: Guard
) -> Iterator[Callable[..., Lab]]:
    """Return a function that opens a notebook of the course as it stands there; it takes its path.

    ``dark=True`` opens it in the dark theme, ``notebook7=True`` in Notebook 7, ``viewport`` in a window of that size.
    Only one is open at a time. What the test left is put away.
    """
    opened: list[Lab] = []

    def open_it(where: str, *, dark: bool = False, notebook7: bool = False, viewport: dict[str, int] = WIDE) -> Lab:
        if notebook7:
            lab = Lab(visit(served.url(f"/notebooks/{where}"), viewport), served.course / where)
        else:
            page = request.getfixturevalue("desk")()
            page.bring_to_front()
            page.set_viewport_size(viewport)
            if page not in [lab.page for lab in opened]:
                guard.watch(page)
            lab = Lab(page, served.course / where)
            lab.command("docmanager:open", {"path": where})
        opened.append(lab)
        lab.ready()
        if not notebook7:
            lab.theme("JupyterLab Dark" if dark else "JupyterLab Light")
        return lab

    yield open_it
    guard.leave()
    for lab in opened:
        if request.session.stash.get(FAILED, False) or lab.page.is_closed():
            served.end_kernels()  # the page may not be able to
        else:
            lab.put_away()


@pytest.fixture
def open_day(served: Served, open_notebook: Callable[..., Lab]) -> Callable[..., Lab]:
    """Return a function that opens a day as it was released; it takes the number of the day.

    ``solved=True`` opens it with the reference's answers and a guess for each prediction, so that all cells show what
    they show. Other options are those of ``open_notebook``.
    """

    def open_it(number: int, *, solved: bool = False, **options: Any) -> Lab:
        released = next((ROOT / "days" / f"day{number}").glob("day?_*[a-z].ipynb"))
        notebook = filled(answers_of(number) if solved else {}, number)
        if solved:
            guesses = {name: Prediction(one.words[0] if one.words else 0.0) for name, one in QUESTIONS.items()}
            told = {name: asdict(guess) for name, guess in guesses.items()}
            (served.course / "days" / FILE).write_text(json.dumps(told), "utf-8")
        where = f"days/day{number}/{released.name}"
        nbformat.write(notebook, served.course / where)
        return open_notebook(where, **options)

    return open_it


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


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config) -> Iterator[Callable[..., None]]:
    """Return a function that fails where axe finds something serious in what is ours on a page.

    It takes the page, what it is called, its theme and perhaps what of it is ours. What was found on all pages is
    written beside the folder of the screenshots, as a table, and printed.
    """
    rows: list[tuple[str, str, list[tuple[str, str]]]] = []

    def hold(page: Any, name: str, theme: str, *within: Any) -> None:
        rows.append((name, theme, findings(page, *within)))
        assert grave(rows[-1][2]) == []

    yield hold
    asked = pytestconfig.getoption("--pictures")
    if asked and rows:
        table = axe_table(sorted(rows, key=lambda row: row[:2]))
        (Path(asked).parent / "axe.md").write_text(table, "utf-8")
        print(f"\n{table}")
