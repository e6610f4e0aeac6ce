# SPDX-License-Identifier: MIT
"""What a check shows when it fails: its claim, what was expected and what came, and the traceback folded beneath.

An error that the learner's own code raises shows the learner's line first.
"""

from __future__ import annotations

import ast
import linecache
import re
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from .output import inline

__all__ = ["failed_check"]

NOT_YET = "✗ Not yet."
NOT_TRUE = "This is not true: `{line}`."
STOPS = "The check stops at its line `{line}`."
OWN = "✗ Line {number} of your own cell stops this check: `{line}`."
OWN_FUNCTION = "✗ Line {number} of your own cell stops this check, in `{function}`: `{line}`."
SAYS = "Python says `{error}`."
ABOUT = "The check is about this: {claim}"
NAME_IT = 'To name the mistake, run the cell with `check("{number}")` below the checks of this exercise.'
FOLD = "Where it stopped"
LONGEST = 1000
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

    Args:
        shell: IPython's shell.
        error: What stopped the check.
        source: The check.
        course: The texts of the course's own cells, answer cells left out.
        number: The exercise whose ``check`` names the mistake; "" where the notebook has no cell for that.
    """
    steps = list(_steps(error))
    if not steps:
        return None
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    lines = shell.InteractiveTB.structured_traceback(type(error), error, error.__traceback__)
    traceback = _COLOURS.sub("", "\n".join(lines))
    first, *others = _sentences(error, steps, _claim(source), {*course, source.strip()})
    if number:
        others.append(NAME_IT.format(number=number))
    html = [f"<p><strong>{inline(first)}</strong></p>", *(f"<p>{inline(each)}</p>" for each in others)]
    html.append(f'<details><summary>{FOLD}</summary><pre style="white-space: pre-wrap">')
    return {
        "text/html": "\n".join(html) + f"{escape(traceback, quote=False)}</pre></details>",
        "text/plain": "\n".join([first, *others, "", traceback]),
    }


def _sentences(error: BaseException, steps: list[_Step], claim: str, course: Collection[str]) -> list[str]:
    """Return what the learner reads, the most important sentence first."""
    said = _short(str(error))
    is_claim = isinstance(error, AssertionError) and steps[-1].cell in course
    own = next((step for step in reversed(steps) if step.cell not in course), None)
    named = SAYS.format(error=f"{type(error).__name__}: {said}" if said else type(error).__name__)
    if own is not None and not is_claim:
        template = OWN_FUNCTION if own.function else OWN
        return [template.format(**vars(own)), named, *([ABOUT.format(claim=claim)] if claim else [])]
    if is_claim:
        return list(filter(None, [NOT_YET, claim, said or NOT_TRUE.format(line=steps[-1].line)]))
    return list(filter(None, [NOT_YET, claim, STOPS.format(line=steps[-1].line), named]))


def _steps(error: BaseException) -> Iterator[_Step]:
    """Yield the lines of cells that an error passed, from the outermost to the innermost."""
    trace = error.__traceback__
    while trace is not None:
        code, number = trace.tb_frame.f_code, trace.tb_lineno
        file, name = code.co_filename, code.co_name
        # A cell is no file: its lines are known from IPython alone.
        if file in linecache.cache and not Path(file).exists():
            cell = "".join(linecache.getlines(file)).strip()
            function = "" if name.startswith("<") else name
            yield _Step(number, linecache.getline(file, number).strip(), function, cell)
        trace = trace.tb_next


def _claim(source: str) -> str:
    try:
        return " ".join((ast.get_docstring(ast.parse(source)) or "").split())
    except SyntaxError:  # A magic, which Python can't read.
        return ""


def _short(text: str) -> str:
    return " ".join(text[:LONGEST].split()) + (" ..." if len(text) > LONGEST else "")
