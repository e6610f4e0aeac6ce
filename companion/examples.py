# SPDX-License-Identifier: MIT
"""The checks of an exercise that a learner may read, run in their kernel before the judge answers.

Their texts are the course's own, whatever was edited in the notebook. They run under names of their own, so those of
the learner stay as they are, and what they show is kept back.
"""

import _thread
import ast
import linecache
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from language.text import SaidError
from reading.asserts import Explained
from reading.notebook_file import as_python, names_of, visible

from . import browser, files, kernel, waiting
from .stopped import what_came

PASSED, FAILED, OPEN = "✓", "✗", waiting.MARK
# An example that says less than its claim: whether that holds, the judge alone finds out.
BEGUN = "…"
SECONDS = 5.0  # for all examples of an exercise together
LINES = 2_000_000  # of Python for each, where a browser can't stop them by the clock
SECONDS_TO_STOP = 1.0  # between two interrupts of code that goes on after one


@dataclass(frozen=True)
class Example:
    """An example that was run: its mark, its claim, and what came where there is more to say."""

    check: str
    mark: str
    claim: str
    came: str = ""


class _NoEnd(SaidError):
    """An example came to no end; the text says within which bounds."""


def run(number: str, names: dict[str, Any], note: Callable[[Example], None]) -> list[Example]:
    """Run the examples of an exercise, and return what came of each; ``note`` is called with each as it comes.

    There are none where the course's own notebook is not at hand. After one without an end no other is run.

    Args:
        number: That of the exercise, such as ``"1.1"``.
        names: What the learner's kernel has; no name is added to it or changed.
        note: Is called with each example.
    """
    # To read them may take a while, where they are not translated yet.
    cells = _cells_of(number)
    own, ends, found = dict(names), time.monotonic() + SECONDS, []
    for cell in cells:
        example, has_ended = _ran(cell, own, ends - time.monotonic())
        if waiting.is_check(cell):
            found.append(example)
            note(example)
        if not has_ended:
            break
    return found


def _cells_of(number: str) -> list[dict[str, Any]]:
    """Return the checks of an exercise as the course has them, and the cells beside them that define their names."""
    try:
        cells = waiting.numbered(files.course_notebook(int(number.split(".")[0])))
    except files.Unreadable:
        return []
    own = [{**cell, "text": visible(kernel.text_of(cell))} for cell in cells if cell["exercise"] == number]
    checks = [place for place, cell in enumerate(own) if waiting.is_check(cell)]
    answers = [place for place, cell in enumerate(own) if waiting.is_answer(cell)]
    if not checks or not answers:
        return []
    used = set().union(*(names_of(own[place]["text"])[1] for place in checks))
    between = own[answers[-1] + 1 : checks[-1] + 1]
    return [cell for cell in between if waiting.is_check(cell) or used & names_of(cell["text"])[0]]


def _ran(cell: dict[str, Any], names: dict[str, Any], seconds: float) -> tuple[Example, bool]:
    """Run a cell under some names, and return what came, and whether it came to an end."""
    source, name = cell["text"], str(cell["id"])
    tree, file = ast.parse(as_python(source)), f"<{name}>"
    claim = " ".join((ast.get_docstring(tree) or "").split())
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    code = compile(Explained().visit(tree), file, "exec")
    with _kept_back() as shown:
        try:
            _bounded(seconds, exec, code, names)
        except _NoEnd as stop:
            return Example(name, FAILED, claim, str(stop)), False
        except (Exception, SystemExit) as error:
            error.__traceback__ = _from(error.__traceback__, file)
            awaited = waiting.awaited(error, names)
            mark, came = (OPEN, awaited) if awaited else (FAILED, what_came(error, {source.strip()}))
            return Example(name, mark, claim, came), True
    return _said(name, claim, shown.stdout), True


def _said(name: str, claim: str, printed: str) -> Example:
    """Return what an example says that came to its end: the line with a tick, or why it was not looked at."""
    last = printed.strip().rpartition("\n")[2]
    if last and not last.startswith(PASSED):
        return Example(name, OPEN, claim, last)
    is_all = last in ("", f"{PASSED} {claim.replace('`', '')}")
    return Example(name, PASSED if is_all else BEGUN, claim)


@contextmanager
def _kept_back() -> Iterator[Any]:
    """Keep back what is shown, and figures that are drawn; what is printed is in ``stdout`` of what is returned."""
    # Imported here: it is needed in a notebook alone.
    from IPython.utils.capture import capture_output

    drawing = sys.modules.get("matplotlib.pyplot")
    before = drawing.get_fignums() if drawing is not None else []
    with capture_output() as shown:
        yield shown
    drawing = sys.modules.get("matplotlib.pyplot")
    for figure in drawing.get_fignums() if drawing is not None else []:
        if figure not in before:
            drawing.close(figure)


def _from(trace: TracebackType | None, file: str) -> TracebackType | None:
    """Return a traceback from the first line of an example on; all of it where there is none."""
    here = trace
    while here is not None and here.tb_frame.f_code.co_filename != file:
        here = here.tb_next
    return here or trace


def _bounded(seconds: float, function: Callable[..., Any], *arguments: Any) -> None:
    """Call a function, and interrupt it as the stop button does once some seconds have passed.

    Raises:
        _NoEnd: It was stopped, by the clock or by the number of its lines.
    """
    if browser.IS_HERE:
        try:
            browser.bounded(function, *arguments, lines=LINES)
        except browser.NoEnd:
            raise _NoEnd("Yours came to no end within {count:,} lines.", count=LINES) from None
        return
    has_ended, is_late = threading.Event(), threading.Event()

    def watch() -> None:
        wait = max(seconds, 0.0)
        while not has_ended.wait(wait):
            is_late.set()
            _thread.interrupt_main()
            wait = SECONDS_TO_STOP

    watcher = threading.Thread(target=watch, daemon=True)
    try:
        try:
            watcher.start()
            function(*arguments)
        finally:
            has_ended.set()
            watcher.join()
    except KeyboardInterrupt:
        has_ended.set()  # The interrupt may have come before the line above that does so.
        if not is_late.is_set():  # It is the learner who stops it.
            raise
        raise _NoEnd("Yours came to no end within {seconds:g} seconds.", seconds=SECONDS) from None
