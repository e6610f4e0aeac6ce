# SPDX-License-Identifier: MIT
"""Put a check's questions to a namespace. Needs no expected value: deciding is another step.

Only typed answers pass from here to :mod:`grading.judging.decide`, so the two can run in different processes: this one
next to the learner's code, the other where the reference and the catalogue are.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import re
import traceback
from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from grading import exercises
from grading.exercises.shared.inputs import draw_inputs
from grading.exercises.shared.probe import Probe, probes_of
from grading.notebooks import course, reference
from grading.run.answers import (
    Answer,
    Missing,
    NotAttempted,
    Place,
    Several,
    Unending,
    plain_answer,
    raised,
)
from grading.run.bounded import LIBRARY, NoEnd, bounded

__all__ = ["answer_to", "ask", "questions"]

# How many calls before an error are looked at.
FRAMES = 100

# The folder of the questions themselves: an error raised there is none of the learner's lines.
PROBES = Path(exercises.__file__).resolve().parent


def questions(check: str, seed: int) -> list[tuple[Probe, dict[str, Any]]]:
    """Return every probe of a check with its inputs, one entry for each round."""
    return [
        (probe, draw_inputs(dict(probe.drawers), f"{seed}/{probe.name}/{round_number}"))
        for probe in probes_of(check)
        for round_number in range(probe.rounds)
    ]


def ask(check: str, namespace: Mapping[str, Any], seed: int) -> list[Answer]:
    """Put a check's questions to a namespace and return the answers, in order."""
    own = _without_given(check, namespace)
    return [answer_to(probe, own, inputs) for probe, inputs in questions(check, seed)]


def _without_given(check: str, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what the exercise was to define and what is still yesterday's, from the given cell.

    An answer cell that stopped with an error leaves the given class in place, and that class is no answer.
    """
    own = dict(namespace)
    names = reference.defined_by(check)
    if names:
        given = _given(check, course.day(check).master.stat().st_mtime_ns)
        for name in names & given.keys() & own.keys():
            if _codes(own[name]) == _codes(given[name]):
                del own[name]
    return own


@lru_cache(maxsize=16)
def _given(check: str, stamp: int) -> dict[str, Any]:
    return reference.given(check)


def _codes(thing: Any) -> list[Any]:
    """Return the code objects of a function or of a class's methods; equal sources have equal ones."""
    parts = vars(thing).values() if isinstance(thing, type) else [thing]
    return [part.__code__ for part in parts if hasattr(part, "__code__")]


def answer_to(probe: Probe, namespace: Mapping[str, Any], inputs: dict[str, Any]) -> Answer:
    """Return a namespace's answer to one question."""
    try:
        # What a learner's code prints while it is questioned would stand in front of the verdict.
        with contextlib.redirect_stdout(_Nowhere()), contextlib.redirect_stderr(_Nowhere()):
            given = bounded(probe.function, _Names(namespace), lines=probe.lines, **inputs)
            # Only a probe that says so puts a question in parts: a learner's own object is never believed.
            return given if probe.in_parts and type(given) is Several else plain_answer(given)
    except NoEnd as stopped:
        return Unending(str(stopped))
    except NotImplementedError as error:
        # A library raises it too: a module of PyTorch without a `forward`, say. That is no stub.
        if _last_frames(error)[-1].filename.startswith(LIBRARY):
            return _raised(error, probe.check)
        return NotAttempted(raised(error).text, _stub(error))
    except _MissingName as error:
        return Missing(error.args[0])
    except Exception as error:
        return _raised(error, probe.check)


class _MissingName(KeyError):
    """A name that a question needs and the notebook does not define."""


class _Names(dict[str, Any]):
    """The names of a notebook. Asking for one that is not there is told apart from a missing key elsewhere."""

    def __missing__(self, name: str) -> Any:
        raise _MissingName(name)


class _Nowhere(io.TextIOBase):
    """Takes any text and keeps none of it."""

    def write(self, text: str) -> int:
        return len(text)


def _raised(error: Exception, check: str) -> Answer:
    given = _given_texts(check, course.day(check).master.stat().st_mtime_ns)
    frames = _last_frames(error)
    for frame in reversed(frames):
        # The last line that the learner wrote: what a given cell makes of it is no place to look.
        if _in_notebook(frame) and "".join(linecache.getlines(frame.filename)).strip() not in given:
            function = "" if frame.name.startswith("<") else frame.name
            return raised(error, Place(function, frame.lineno or 0, (frame.line or "").strip()))
    # None of the learner's lines was at work: a question went through what it was given, and could not.
    inside = PROBES in Path(frames[-1].filename).resolve().parents
    answer = raised(error)
    reading = inside and re.search(r"not (iterable|subscriptable)$|no len\(\)$", answer.text) is not None
    return raised(error, reading=reading)


def _last_frames(error: Exception) -> traceback.StackSummary:
    """Return the last calls of a traceback: a recursion without end has thousands, and all are alike."""
    last: deque[Any] = deque(maxlen=FRAMES)
    step = error.__traceback__
    while step is not None:
        last.append(step)
        step = step.tb_next
    return traceback.extract_tb(last[0])


def _stub(error: Exception) -> str:
    """Return the name of the function whose stub raised; "" where it was none of the notebook's."""
    frame = _last_frames(error)[-1]
    return frame.name if _in_notebook(frame) and not frame.name.startswith("<") else ""


def _in_notebook(frame: traceback.FrameSummary) -> bool:
    return "ipykernel" in frame.filename or frame.filename.startswith("<ipython")


@lru_cache(maxsize=16)
def _given_texts(check: str, stamp: int) -> frozenset[str]:
    tagged = {"setup", "given"}
    return frozenset(
        cell.source.strip() for cell in reference.cells(check) if tagged & set(cell.metadata.get("tags", []))
    )
