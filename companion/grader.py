# SPDX-License-Identifier: MIT
"""The grader of this kernel: a process of its own that answers in JSON, so that nothing of it is imported here."""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import IO, Any

import language
from gradtools.output import show
from language.text import SaidError, say

from . import browser, cards, kernel
from .files import COURSE

GRADER = "grading"
# Set by `make lab`: the grader begins to start when a day is opened, and its first answer is there at once.
EARLY = "AUTOGRAD_GRADER_STARTS_EARLY"
DAY = re.compile(r"day\d+_\w+\.ipynb$")
# Called when a check is asked, with its place and the number of checks.
OnTheWay = Callable[[int, int], None]
# The grader, once it was asked.
_grader: subprocess.Popen[str] | None = None
# What it says when it fails; open for as long as this kernel is.
_errors: IO[str] | None = None


class NotGraded(SaidError):
    """The notebook could not be graded; the text is what the learner reads."""


class Line:
    """An output that is replaced by what comes after it. Outside IPython only the end is shown."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._items: list[str] = []

    @property
    def kept(self) -> str:
        """The lines that stay in sight, as a list in HTML; "" without any."""
        return cards.listed(self._items)

    def keep(self, item: str, text: str) -> None:
        """Show a line, as an item of a list and as text, that stays in sight until the end, above what comes next."""
        self._items.append(item)
        self.show({"text/html": self.kept, "text/plain": text})

    def show(self, bundle: dict[str, Any]) -> None:
        """Show a bundle (MIME type -> content) on the way."""
        if self.kept and "text/html" not in bundle:
            bundle = {**bundle, "text/html": f"{self.kept}<div>{escape(bundle['text/plain'], quote=False)}</div>"}
        if self._handle is not None:
            self._handle.update(bundle, raw=True)
        elif kernel.shell() is not None:
            from IPython.display import display

            self._handle = display(bundle, raw=True, display_id=True)

    def end(self, bundle: dict[str, Any]) -> None:
        """Show what was found."""
        if self._handle is None:
            show(bundle)
        else:
            self._handle.update(bundle, raw=True)


def install(shell: Any) -> None:
    """Start the grader when the cell that runs now has come to its end, where the lab says so; not for a program."""
    if not os.environ.get(EARLY) or os.environ.get(kernel.RUNNING):
        return

    def after(_: Any = None) -> None:
        shell.events.unregister("post_run_cell", after)
        known = [path for path in kernel.notebooks() if DAY.match(path.name)]
        if len(known) == 1:
            begin(known[0])

    shell.events.register("post_run_cell", after)


def begin(notebook: Path) -> None:
    """Start the grader, if it was not, and let it prepare for a notebook in the background."""
    global _grader
    if _grader is None:
        _grader = _started()
        _send(_grader, {"prepare": str(notebook.absolute())})


def grade(notebook: Path, exercise: str = "", on_the_way: OnTheWay | None = None) -> dict[str, Any]:
    """Return the grader's result of a saved notebook, or of one exercise; docs/architecture.md describes its shape."""
    result = ask({"notebook": str(notebook.absolute()), "exercise": exercise}, on_the_way)
    if "refused" in result:
        raise NotGraded("The notebook was not graded: {reason}", reason=result["refused"])
    return result


def ask(question: dict[str, Any], on_the_way: OnTheWay | None = None) -> dict[str, Any]:
    """Return the grader's answer to a question, which is what ``grading.serve`` reads.

    The grader stays for as long as this kernel does: the first question waits for its start, the others do not. Where
    it came to its end, NotGraded has what it said last.
    """
    global _grader
    spoken = language.here()
    question = question if spoken == language.ENGLISH else {"language": spoken, **question}
    if browser.IS_HERE:
        return browser.ask(question, on_the_way)
    for _ in range(2):  # Once more, with a new process, where the first came to its end.
        if _grader is None or _grader.poll() is not None:
            _grader = _started()
        try:
            _send(_grader, question)
            answer = _answer(_grader, on_the_way)
        except BaseException:  # Interrupted, say: what it says next would be the answer to this question.
            _grader.kill()
            _grader = None
            raise
        if answer is not None:
            return answer
        _grader.wait()
        _grader = None
        _errors.seek(0)
        lines = [text.strip() for text in _errors if text.strip()]
    reason = lines[-1].removeprefix(f"{GRADER}: ") if lines else say("the grader ended without an answer.")
    raise NotGraded("The notebook was not graded: {reason}", reason=reason)


def _answer(grader: subprocess.Popen[str], on_the_way: OnTheWay | None) -> dict[str, Any] | None:
    """Read lines until one is the answer, and return it; None where the grader came to its end.

    The lines before it say how far it is: ``{"at": [place, count]}``.
    """
    while line := grader.stdout.readline():
        answer = json.loads(line)
        if "at" not in answer:
            return dict(answer)
        if on_the_way is not None:
            on_the_way(*answer["at"])
    return None


def _started() -> subprocess.Popen[str]:
    global _errors
    _errors = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
    # From the course's folder: a file such as json.py beside the notebook must not replace a module. In a session of
    # its own: the kernel's stop button interrupts the kernel.
    return subprocess.Popen(
        [sys.executable, "-m", GRADER, "serve"],
        cwd=COURSE,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=_errors,
        encoding="utf-8",
        start_new_session=True,
    )


def _send(grader: subprocess.Popen[str], question: dict[str, Any]) -> None:
    """Send a question. A grader that came to its end gets none, and answers with an empty line."""
    with contextlib.suppress(OSError):
        grader.stdin.write(json.dumps(question) + "\n")
        grader.stdin.flush()
