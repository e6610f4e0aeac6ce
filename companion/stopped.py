# SPDX-License-Identifier: MIT
"""What a check shows when it fails: its claim, what was expected and what came, and the traceback folded below.

An error that the learner's own code raises shows the learner's line first.
"""

import ast
import contextlib
import linecache
import os
import re
import sys
from collections.abc import Collection
from dataclasses import dataclass
from html import escape
from pathlib import Path
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any

from gradtools.output import in_language, inline
from language.text import say, template

from . import kernel

LONGEST = 1000
# IPython shows each of the thousand calls of an endless recursion.
MOST_CALLS, SHOWN_CALLS = 100, 5
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class _Step:
    """A line of a cell that an error passed: its number, its text, its function, and the cell's text."""

    number: int
    line: str
    function: str
    cell: str


def failed_check(
    shell: Any, error: BaseException, source: str, course: Collection[str], number: str
) -> dict[str, Any] | None:
    """Return the output of a check that failed, and let ``%debug`` find the error; None where no line of a cell failed.

    The texts of the course's own cells without answers are ``course``; ``number`` is the exercise whose ``check`` names
    the mistake, "" where the notebook has no cell for that.
    """
    steps = [step for frame, line in passed(error) if (step := _step(frame, line))]
    if not steps:
        return None
    # What a step knows is its cell as Python got it.
    given = {kernel.as_it_runs(text) for text in (*course, source)}
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    lines = shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__)
    traceback = _COLOURS.sub("", "\n".join(lines))
    claim = ""
    with contextlib.suppress(SyntaxError):  # A magic, which Python can't read.
        claim = " ".join((ast.get_docstring(ast.parse(source)) or "").split())
    first, *others = filter(None, _sentences(error, steps, claim, given))
    if number:
        others.append(
            say('To name the mistake, run the cell with `check("{number}")`, below your answer.', number=number)
        )
    html = [f"<div{in_language()}>", f"<p><strong>{inline(first)}</strong></p>"]
    html += [f"<p>{inline(each)}</p>" for each in others]
    html.append(f'<details><summary>{say("Where it stopped")}</summary><pre style="white-space: pre-wrap">')
    return {
        "text/html": "\n".join(html) + f"{escape(traceback, quote=False)}</pre></details></div>",
        "text/plain": "\n".join([first, *others, "", traceback]),
    }


def what_came(error: BaseException, course: Collection[str]) -> str:
    """Return in a sentence what came of a check that failed; the texts of the course's own cells are ``course``."""
    steps = [step for frame, line in passed(error) if (step := _step(frame, line))]
    if _is_own_assert(error, steps, course):
        return _asserted(error, steps)
    return _python_says(error)


def passed(error: BaseException) -> list[tuple[FrameType, int]]:
    """Return frame and line of the places that an error passed, from the outermost to the innermost."""
    return list(walk_tb(error.__traceback__))


def shorten_tracebacks(shell: Any) -> None:
    """Show only the first and the last calls of a traceback that is too long to read; not for a program."""
    as_ever = shell.InteractiveTB.structured_traceback

    def structured(kind: Any, error: Any, trace: Any = None, *others: Any, **named: Any) -> list[str]:
        calls = []
        while (call := calls[-1].tb_next if calls else trace) is not None:
            calls.append(call)
        if len(calls) <= MOST_CALLS or os.environ.get(kernel.RUNNING):
            return list(as_ever(kind, error, trace, *others, **named))
        trace = None
        for call in reversed([*calls[:SHOWN_CALLS], *calls[-SHOWN_CALLS:]]):
            trace = TracebackType(trace, call.tb_frame, call.tb_lasti, call.tb_lineno)
        left_out = say("The error passed {count} calls, and most of them are left out here.", count=len(calls))
        return [*as_ever(kind, error, trace, *others, **named), left_out]

    shell.InteractiveTB.structured_traceback = structured


def _sentences(error: BaseException, steps: list[_Step], claim: str, course: Collection[str]) -> list[str]:
    """Return what the learner reads, the most important sentence first; "" for one that says nothing."""
    own = next((step for step in reversed(steps) if step.cell not in course), None)
    if _is_own_assert(error, steps, course):
        return [say("✗ Not yet."), claim, _asserted(error, steps)]
    named = _python_says(error)
    if own is None:
        stops = say("The check stops at its line `{line}`.", line=steps[-1].line)
        return [say("✗ Not yet."), claim, stops, named]
    first = template("✗ Line {number} of your own cell stops this check: `{line}`.")
    if own.function:
        first = template("✗ Line {number} of your own cell stops this check, in `{function}`: `{line}`.")
    return [say(first, **vars(own)), named, say("The check is about this: {claim}", claim=claim) if claim else ""]


def _is_own_assert(error: BaseException, steps: list[_Step], course: Collection[str]) -> bool:
    """Tell whether it is an assert of the course's own cells that failed."""
    return isinstance(error, AssertionError) and bool(steps) and steps[-1].cell in course


def _asserted(error: BaseException, steps: list[_Step]) -> str:
    return _short(str(error)) or say("This is not true: `{line}`.", line=steps[-1].line)


def _python_says(error: BaseException) -> str:
    kind, message = type(error).__name__, _short(str(error))
    return say("Python says `{error}`.", error=f"{kind}: {message}" if message else kind)


def _step(frame: FrameType, number: int) -> _Step | None:
    """Return the line of a cell at which an error passed; None outside of cells."""
    file, name = frame.f_code.co_filename, frame.f_code.co_name
    # A cell is no file: its lines are known from IPython alone.
    if file not in linecache.cache or Path(file).exists():
        return None
    cell = "".join(linecache.getlines(file)).strip()
    return _Step(number, linecache.getline(file, number).strip(), "" if name.startswith("<") else name, cell)


def _short(text: str) -> str:
    return " ".join(text[:LONGEST].split()) + (" ..." if len(text) > LONGEST else "")
