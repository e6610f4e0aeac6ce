# SPDX-License-Identifier: MIT
"""Fixtures: solution notebooks, submissions, and copies of the course."""

from __future__ import annotations

import judge  # noqa: F401  (before nbformat)

# isort: split
import copy
import functools
import gc
import importlib.util
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from support import ROOT, filled, made_once

from judge.notebooks import course
from judge.run import garbage
from judge.run.confined.client import can_confine
from judge.verdicts import marking
from verification.reports import table

# Windows can have no `*` and `?` in a name.
ODD = "course (1) [x]+ 100% {y}'s ñ" + (" *?" if sys.platform != "win32" else "")
# Python's own, but for the last: looking through all that is old takes a twentieth of the time of the judge's tests.
THRESHOLDS = (700, 10, 100)
LEFT_OUT = pytest.StashKey[int]()
BROWSER = Path(__file__).resolve().parent / "browser"
# The benchmark that it tests limits a process, which Windows can't.
collect_ignore = [] if importlib.util.find_spec("resource") else ["test_attack_table.py"]


def pytest_configure(config: pytest.Config) -> None:
    # Torch reads it when it is imported. For small nets, threads that wait for each other take longer than the work.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    config.addinivalue_line("markers", "exhaustive: takes long, and is run with --all only")
    config.addinivalue_line(
        "markers", "one_in(n): every n-th row is tested in an ordinary run, the others with --all only"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage while tests are collected, and never among what that leaves: modules, and all tests.

    Later it is seldom looked for among what is old: the catalogue and the references, which stay.
    """
    if not session.config.getoption("numprocesses", None):  # Whoever gives tests to workers reads nothing.
        _read_each_content_once(nbformat)
    with garbage.not_looked_for():
        result = yield
    gc.set_threshold(*THRESHOLDS)
    return result


def _read_each_content_once(library: ModuleType) -> None:
    """Let nbformat parse what stands in a file once: tests copy the course hundreds of times, and read it anew."""
    read, most = library.read, 64
    known: dict[tuple[Any, ...], Any] = {}

    @functools.wraps(read)
    def read_once(file: Any, *arguments: Any, **named: Any) -> Any:
        if not isinstance(file, (str, Path)) or not Path(file).is_file():
            return read(file, *arguments, **named)
        key = (Path(file).suffix, Path(file).read_bytes(), arguments, *sorted(named.items()))
        if key not in known:
            known[key] = read(file, *arguments, **named)
        if len(known) > most:
            known.pop(next(iter(known)))
        return copy.deepcopy(known[key])

    library.read = read_once  # type: ignore[attr-defined]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tests in a browser, which take minutes, unless their folder is named: see `make test-browser`."""
    is_named = any(BROWSER.name in Path(argument.split("::")[0]).parts for argument in config.args)
    return True if collection_path == BROWSER and not is_named else None


def pytest_report_header() -> str:
    return (
        "" if can_confine() else "Confinement is not tested on this system: strangers' code is confined on Linux alone."
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the exhaustive tests unless all are asked for: as skipped ones they would cost seconds of each run."""
    _sample(items)
    if not config.getoption("--all"):
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=left_out)
        config.stash[LEFT_OUT] = len(left_out)


def _sample(items: list[pytest.Item]) -> None:
    """Make most rows of the tests that are marked ``one_in`` exhaustive."""
    rows: Counter[tuple[Path, str]] = Counter()
    for item in items:
        marker = item.get_closest_marker("one_in")
        if marker is not None:
            test = (item.path, item.originalname)
            if rows[test] % marker.args[0]:
                item.add_marker(pytest.mark.exhaustive)
            rows[test] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that reports how many tests this worker has left out: what it deselected is not told."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the number from a worker: each collects the same tests."""
    left_out = getattr(node, "workeroutput", {}).get("left_out", 0)
    node.config.stash[LEFT_OUT] = max(left_out, node.config.stash.get(LEFT_OUT, 0))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run ask for more than the ordinary one has time for."""
    parser.addoption(
        "--seeds", type=int, default=1, help="fairness: how many seeds draw inputs for each right solution"
    )
    parser.addoption("--pictures", default="", help="in a browser: write screenshots of all figures into this folder")
    parser.addoption(
        "--all", action="store_true", help="every rewrite of a mistake, not a sample of them, and the exhaustive tests"
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many tests were left out, and print a table for each kind of verification that ran."""
    left_out = terminalreporter.config.stash.get(LEFT_OUT, 0)
    if left_out:
        terminalreporter.write_line(f"Exhaustive tests left out: {left_out}. `make fairness` runs them.")
    tables: dict[str, dict[str, Counter[str]]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, found in getattr(report, "user_properties", ()):
                if name == "verified" and report.when == "call":
                    title, row, counts = found
                    # Not `+=`, which drops counts of zero: the table has to show them.
                    tables.setdefault(title, {}).setdefault(row, Counter()).update(counts)
    for title, rows in sorted(tables.items()):
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        terminalreporter.write_line("\n".join(table(title, columns, dict(sorted(rows.items())), "all days")))


@pytest.fixture(autouse=True)
def _no_garbage_callbacks() -> None:
    """Remove hypothesis's callback at each collection: on a full stack it fails, and a later test with it."""
    gc.callbacks[:] = [each for each in gc.callbacks if not each.__module__.startswith("hypothesis.")]


@pytest.fixture(autouse=True, scope="session")
def _interrupts() -> None:
    """Let Ctrl+C interrupt, as in a kernel: a shell lets its background processes, such as `make test &`, ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """Restore the recursion limit, which a learner's answer may change."""
    before = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(before)


@pytest.fixture(autouse=True)
def _figures() -> Iterator[None]:
    """Close the figures that a test leaves open, which another may count."""
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def source() -> Callable[[int], Any]:
    """Return a function that gives a fresh copy of a day's solution notebook."""
    return lambda number: copy.deepcopy(marking.source_notebook(course.assignment(number)))


@pytest.fixture
def learner(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a released notebook with these answers, by grade_id, in it."""

    def write(number: int, answers: dict[str, str] | None = None, name: str = "submission.ipynb") -> Path:
        nbformat.write(filled(answers or {}, number), tmp_path / name)
        return tmp_path / name

    return write


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return the shell of a learner's kernel, in an empty folder, in which no cell has run yet."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    from companion import kernel

    made = InteractiveShell(config=Config({"HistoryManager": {"enabled": False}}), colors="nocolor")
    monkeypatch.setattr(kernel, "shell", lambda: made)
    monkeypatch.setattr(kernel, "_runs", {})
    monkeypatch.chdir(tmp_path)
    for name in ("NBGRADER_EXECUTION", "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.fixture
def copied_course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the course's own files in an empty folder, which commands then work on.

    Its name has what means something in a pattern, a regular expression, a format, an address or a shell.
    """
    folder = tmp_path / ODD
    folder.mkdir()
    for name in ("source", "days"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints"))
    for name in ("nbgrader_config.py", "README.md", "course.toml"):
        shutil.copy(ROOT / name, folder)
    monkeypatch.setenv("AUTOGRAD_COURSE_ROOT", str(folder))
    return folder


@pytest.fixture
def five_days(copied_course: Path) -> Callable[[], None]:
    """Take Day 6 out of a copy of the course, and return a function that brings it back."""
    sixth = course.assignment(6)
    folders = [place.parent.relative_to(copied_course) for place in (sixth.source_notebook, sixth.learner_notebook)]
    sixth.master.unlink()
    for folder in folders:
        shutil.rmtree(copied_course / folder)

    def bring_back() -> None:
        shutil.copy(ROOT / "source" / sixth.master.name, sixth.master)
        for folder in folders:
            shutil.copytree(ROOT / folder, copied_course / folder)

    return bring_back


@pytest.fixture(scope="session")
def gradebook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a gradebook in which Day 1 is recorded: made once, since that takes seconds."""
    from grading.by_nbgrader import student_version

    def make(root: Path) -> None:
        for name in ("source", "days"):
            shutil.copytree(ROOT / name, root / name)
        for name in ("nbgrader_config.py", "course.toml"):
            shutil.copy(ROOT / name, root)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("AUTOGRAD_COURSE_ROOT", str(root))
            student_version.release(course.assignment(1))

    return made_once("gradebook", make, tmp_path_factory) / "gradebook.db"


@pytest.fixture
def recorded_course(copied_course: Path, gradebook: Path) -> Path:
    """Return a copy of the course in whose gradebook Day 1 is recorded: grading begins at once."""
    shutil.copy(gradebook, copied_course)
    return copied_course
