# SPDX-License-Identifier: MIT
"""The judge: put a check's questions to a learner's code and to the reference, and say what differs.

Asking and deciding are two steps. Only plain data passes between them, so that they can run in different
processes: ``ask`` next to the learner's code, ``decide`` where the reference and the catalogue are.
(The module is not called ``judge``, since ``from grading import judge`` is the function.)
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import re
import secrets
import traceback
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from grading.exercises.shared.inputs import draw_inputs
from grading.exercises.shared.probe import Probe, probes_of
from grading.judging.catalogue import Misconception, suspects
from grading.judging.pictures import picture
from grading.notebooks import course, reference
from grading.run.answers import exactly, plain, same, show
from grading.run.bounded import LIBRARY, NoEnd, bounded

__all__ = [
    "CORRECT",
    "NOT_ATTEMPTED",
    "NOT_YET",
    "VERDICT_MIME",
    "NotYet",
    "Verdict",
    "ask",
    "decide",
    "judge",
    "questions",
]

CORRECT, NOT_YET, NOT_ATTEMPTED = "correct", "not yet", "not attempted"

# The output in which a graded notebook carries the verdict of a check.
VERDICT_MIME = "application/vnd.autograd-in-five-days.verdict+json"


PROBES = Path(__file__).resolve().parent.parent / "exercises"


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one check.

    Attributes:
        check: The grade_id of the grade cell.
        outcome: ``correct``, ``not yet`` or ``not attempted``.
        misconceptions: Ids of the catalogued mistakes that answer exactly alike; empty where none does.
        message: What the learner reads.
        seed: What the inputs were drawn from; None when correct, where nothing needs to be drawn again.
        missing: The name that the question needs and the notebook does not define; "" where none is missing.
        graph: The graph that the message is about, as of ``picture``; None where there is none.
    """

    check: str
    outcome: str
    misconceptions: tuple[str, ...]
    message: str
    seed: int | None = None
    missing: str = ""
    graph: dict[str, Any] | None = None


class NotYet(AssertionError):
    """A check that is not correct yet. Shows its message alone: a traceback would print the hidden test."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def questions(check: str, seed: int) -> list[tuple[Probe, dict[str, Any]]]:
    """Return every probe of a check with its inputs, one entry for each round."""
    return [
        (probe, draw_inputs(dict(probe.drawers), f"{seed}/{probe.name}/{round_number}"))
        for probe in probes_of(check)
        for round_number in range(probe.rounds)
    ]


def ask(check: str, namespace: Mapping[str, Any], seed: int) -> list[Any]:
    """Put a check's questions to a namespace and return the answers as plain data, in order."""
    own = _without_given(check, namespace)
    return [_answer(probe, own, inputs) for probe, inputs in questions(check, seed)]


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


def _answer(probe: Probe, namespace: Mapping[str, Any], inputs: dict[str, Any]) -> Any:
    try:
        # What a learner's code prints while it is questioned would stand in front of the verdict.
        with contextlib.redirect_stdout(_Nowhere()), contextlib.redirect_stderr(_Nowhere()):
            return plain(bounded(probe.function, _Names(namespace), lines=probe.lines, **inputs))
    except NoEnd as stopped:
        return {"no end": str(stopped)}
    except NotImplementedError as error:
        # A library raises it too: a module of PyTorch without a `forward`, say. That is no stub.
        if traceback.extract_tb(error.__traceback__)[-1].filename.startswith(LIBRARY):
            return _raised(error, probe.check)
        return {"not attempted": str(error), "stub": _where(error)}
    except _Missing as error:
        return {"missing": error.args[0]}
    except Exception as error:
        return _raised(error, probe.check)


class _Missing(KeyError):
    """A name that a question needs and the notebook does not define."""


class _Names(dict[str, Any]):
    """The names of a notebook. Asking for one that is not there is told apart from a missing key elsewhere."""

    def __missing__(self, name: str) -> Any:
        raise _Missing(name)


class _Nowhere(io.TextIOBase):
    """Takes any text and keeps none of it."""

    def write(self, text: str) -> int:
        return len(text)


def _raised(error: Exception, check: str) -> dict[str, Any]:
    answer = {"raised": type(error).__name__, "text": str(error)}
    given = _given_texts(check, course.day(check).master.stat().st_mtime_ns)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        # The last line that the learner wrote: what a given cell makes of it is no place to look.
        if _in_notebook(frame) and "".join(linecache.getlines(frame.filename)).strip() not in given:
            place = {"line": frame.lineno, "code": (frame.line or "").strip()}
            return {**answer, **place, "function": "" if frame.name.startswith("<") else frame.name}
    # None of the learner's lines was at work: a question went through what it was given, and could not.
    last = traceback.extract_tb(error.__traceback__)[-1]
    if PROBES in Path(last.filename).parents and re.search(r"not (iterable|subscriptable)$|no len\(\)$", str(error)):
        answer["reading"] = True
    return answer


def _where(error: Exception) -> str:
    """Return the name of the function whose stub raised; "" where it was none of the notebook's."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return frame.name if _in_notebook(frame) and not frame.name.startswith("<") else ""


def _in_notebook(frame: traceback.FrameSummary) -> bool:
    return "ipykernel" in frame.filename or frame.filename.startswith("<ipython")


@lru_cache(maxsize=16)
def _given_texts(check: str, stamp: int) -> frozenset[str]:
    tagged = {"setup", "given"}
    return frozenset(
        cell.source.strip() for cell in reference.cells(check) if tagged & set(cell.metadata.get("tags", []))
    )


@lru_cache(maxsize=4096)
def _expected(check: str, seed: int, stamp: int) -> tuple[Any, ...]:
    return tuple(ask(check, reference.load(check), seed))


def decide(check: str, answers: list[Any], seed: int, more: Callable[[str], list[Any]] | None = None) -> Verdict:
    """Compare answers with the reference's and with those of every catalogued mistake.

    Args:
        check: The grade_id of the grade cell.
        answers: What :func:`ask` returned for it.
        seed: The seed it was asked with.
        more: Gives the answers to another check of the same day, asked with the same seed. A mistake that would
            fail there is ruled out where the answers are right; where two are left, those checks tell them apart.

    Returns:
        The verdict. A mistake is named only if it answers alike on every question of the check, and no other check
        rules it out. Answers found on paper stand each for itself: there, one that is alike is enough.
    """
    expected = list(_expected(check, seed, course.day(check).master.stat().st_mtime_ns))
    asked = questions(check, seed)
    wrong = [index for index in range(len(asked)) if index >= len(answers) or not same(expected[index], answers[index])]
    if not wrong and len(answers) == len(asked):
        return Verdict(check, CORRECT, (), "Correct.")
    unwritten = [index for index in wrong if isinstance(answers[index], dict) and "not attempted" in answers[index]]
    if len(unwritten) == len(wrong):
        return Verdict(check, NOT_ATTEMPTED, (), _not_attempted(answers[wrong[0]]), seed)
    first = next(index for index in wrong if index not in unwritten)
    named = _named(check, answers, seed, more)
    probe, inputs = asked[first]
    if not named and not probe.reveal:
        named = _ways_to(check, answers[first], first, seed)
    right, came = expected[first], answers[first]
    if probe.shrink is not None:
        inputs, right, came = probe.shrink(inputs, right, came)
    message = " ".join([_difference(probe, inputs, right, came), *_explained(named, came, probe.reveal)])
    missing = answers[first]["missing"] if _has(answers[first], "missing") else ""
    graph = picture(probe, inputs, right, came)
    return Verdict(check, NOT_YET, tuple(entry.id for entry in named), message, seed, missing, graph)


def _named(
    check: str,
    answers: list[Any],
    seed: int,
    more: Callable[[str], list[Any]] | None,
) -> list[Misconception]:
    named = [entry for entry in suspects(check) if _alike(entry, check, answers, seed)]
    if not named or more is None:
        return _once(named)
    # A mistake in one class cell shows in several checks. Who passes one of those has not made it, and whoever
    # answers alike in all of them is meant.
    known: dict[str, list[Any]] = {}

    def told(other: str) -> list[Any]:
        if other not in known:
            known[other] = more(other)
        return known[other]

    def ruled_out(entry: Misconception, other: str) -> bool:
        return _is_correct(other, told(other), seed) and not _alike(entry, other, told(other), seed)

    possible = [entry for entry in named if not any(ruled_out(entry, other) for other in _others(entry, check))]
    if len(_once(possible)) < 2:
        return _once(possible)
    siblings = sorted({other for entry in possible for other in _others(entry, check)})
    alike = [entry for entry in possible if all(_alike(entry, other, told(other), seed) for other in siblings)]
    return _once(alike or possible)


def _once(entries: list[Misconception]) -> list[Misconception]:
    """Return one form of each entry: an entry may be written in several, and two of them can answer alike."""
    return list({entry.id: entry for entry in entries}.values())


def _ways_to(check: str, answer: Any, index: int, seed: int) -> list[Misconception]:
    """Return the mistakes that give one wrong answer, whatever they give elsewhere."""
    stamp = course.day(check).master.stat().st_mtime_ns
    alike = [entry for entry in suspects(check) if _same_mistake(answer, _answers_of(entry, check, seed, stamp)[index])]
    return _once(alike)


def _others(entry: Misconception, check: str) -> list[str]:
    return [other for other in entry.checks if other != check]


def _is_correct(check: str, answers: list[Any], seed: int) -> bool:
    expected = _expected(check, seed, course.day(check).master.stat().st_mtime_ns)
    return len(answers) == len(expected) and all(same(*pair) for pair in zip(expected, answers, strict=True))


def _alike(entry: Misconception, check: str, answers: list[Any], seed: int) -> bool:
    """Tell whether a mistake gives these answers; the first that differs ends the comparison."""
    mistaken = _answers_of(entry, check, seed, course.day(check).master.stat().st_mtime_ns)
    return len(answers) == mistaken.count and all(_same_mistake(one, mistaken[at]) for at, one in enumerate(answers))


def _same_mistake(answer: Any, mistaken: Any) -> bool:
    """Tell whether two answers are the same, errors by their text too: many mistakes raise the same type."""
    if _has(answer, "raised") and _has(mistaken, "raised") and _nameless(answer["text"]) != _nameless(mistaken["text"]):
        return False
    return same(answer, mistaken)


def _nameless(text: str) -> str:
    """Return an error's text without the names that a learner chooses: of a function, and of what it takes."""
    found = re.match(r"[\w.<>]+\(\) ((?:missing|takes|got) .*)", text)
    return re.sub(r"'\w+'", "''", found[1]) if found else text


class _MistakenAnswers:
    """The answers of a catalogued mistake to a check, each asked for when it is needed first."""

    def __init__(self, entry: Misconception, check: str, seed: int):
        self.asked = questions(check, seed)
        self.count = len(self.asked)
        self._namespace = entry.namespace()
        self._known: list[Any] = []

    def __getitem__(self, index: int) -> Any:
        while len(self._known) <= index:
            probe, inputs = self.asked[len(self._known)]
            self._known.append(_answer(probe, self._namespace, inputs))
        return self._known[index]


@lru_cache(maxsize=4096)
def _answers_of(entry: Misconception, check: str, seed: int, stamp: int) -> _MistakenAnswers:
    return _MistakenAnswers(entry, check, seed)


def _not_attempted(answer: dict[str, str]) -> str:
    text = answer["not attempted"].rstrip(".") or "the cell still holds its stub"
    stub = f" (`{answer['stub']}` holds its stub)" if answer.get("stub") else ""
    return f"Not attempted: {text}{stub}."


def _difference(probe: Probe, inputs: dict[str, Any], expected: Any, answer: Any) -> str:
    words = {name: show(value) for name, value in inputs.items()}
    phrase = probe.phrase or show
    if not _has(answer, "raised") and phrase(expected) == phrase(answer):
        phrase = exactly  # To six digits they are alike, and the difference is what matters.
    ask, because = probe.ask.format(**words), probe.because.format(**words)
    first = ask.split(" ")[0]
    # A name such as dL/da keeps its small letter at the head of a sentence, too.
    asked = ask[0].upper() + ask[1:] if first.isalpha() and first.islower() else ask
    # "The nodes that ...: they should be ..."; "the loss ...: it should be ...".
    they = "they" if re.match(r"[Tt]he \w+[^s]s\b", ask) else "it"
    came = _came(answer, phrase, "they are" if they == "they" else "it is")
    if _has(answer, "missing"):
        return f"{asked}: {came}"
    if misspelt := _misspelt(probe, expected, answer):
        return f"{asked}: {misspelt}"
    if not probe.reveal:
        return f"{asked}: {came} That is not the answer. Remember: {because}."
    should = f"raise {expected['raised']}" if _has(expected, "raised") else f"be {phrase(expected)}"
    return f"{asked}: {they} should {should}, since {because}. {came[0].upper()}{came[1:]}"


def _misspelt(probe: Probe, expected: Any, answer: Any) -> str:
    """Say that an answer is written in a way that can't be right, whatever the thought behind it; "" if it is not."""
    if not isinstance(answer, str):
        return ""
    if isinstance(expected, list) and not probe.reveal:
        return f"here it is {answer}."
    if probe.choices and answer not in probe.choices:
        return f"here it is {answer!r}. Write one of {', '.join(map(repr, probe.choices))}."
    if isinstance(expected, int | float) and not isinstance(expected, bool):
        return f"here it is the text {answer!r}. A number is written without quotes."
    return ""


def _has(answer: Any, key: str) -> bool:
    return isinstance(answer, dict) and key in answer


def _came(answer: Any, phrase: Any, be: str) -> str:
    if _has(answer, "missing"):
        return f"here `{answer['missing']}` is not defined. Run its cell, and look how the name is spelt there."
    if _has(answer, "no end"):
        return f"here it does not come to an end: it was stopped after {answer['no end']}."
    if _has(answer, "raised"):
        if answer["raised"] == "KeyError" and "line" not in answer:
            return f"here there is no entry {answer['text']}."
        inside = f"in `{answer['function']}`, " if answer.get("function") else ""
        place = f" ({inside}line {answer['line']} of its cell: `{answer['code']}`)" if "line" in answer else ""
        text = f": {answer['text'].rstrip('.')}" if answer["text"] else ""
        if answer.get("reading"):
            return f"here it is of another kind than is asked for{text}."
        return f"here it raises {answer['raised']}{text}{place}."
    if _has(answer, "not attempted"):
        return "here a method that it needs is not written yet."
    if _has(answer, "unexpected"):
        return f"here it is {show(answer)}."
    return f"here {be} {phrase(answer)}."


def _place(section: str) -> str:
    """Return a heading as it is pointed to: that of a card without its points and minutes."""
    return re.sub(r" \(\d+ points?, .*\)$", "", section)


def _explained(named: list[Misconception], answer: Any, reveal: bool) -> list[str]:
    if not named:
        nothing = answer is None or (_has(answer, "raised") and "'NoneType'" in answer["text"])
        return ["Something is None here: is a `return` missing, or was None stored?"] if nothing else []
    told = [f"{entry.title}. {entry.verdict} See *{_place(entry.section)}*." for entry in named]
    if len(told) > 1:
        return ["This answer fits more than one mistake. " + " Or: ".join(told)]
    # A number found on paper can come about in many ways.
    return [f"One mistake gives exactly this: {told[0]}" if reveal else f"One way to get there: {told[0]}"]


def judge(check: str, namespace: Mapping[str, Any], seed: int | None = None) -> None:
    """Judge one check of a notebook: shows the verdict, and raises unless it is correct.

    Args:
        check: The grade_id of the grade cell that calls this.
        namespace: The notebook's ``globals()``.
        seed: Draw the inputs from this seed; without it from ``AUTOGRAD_SEED``, else from a new one each run.

    Raises:
        NotYet: The check is not correct; the text says what differs and, where known, why.
    """
    from IPython.display import display

    if seed is None:
        seed = int(os.environ.get("AUTOGRAD_SEED") or secrets.randbelow(10**6))
    verdict = decide(check, ask(check, namespace, seed), seed, lambda other: ask(other, namespace, seed))
    # The exception carries the message of a failure; said twice it would stand twice in the feedback.
    display({"text/plain": f"{check}: {verdict.outcome}.", VERDICT_MIME: asdict(verdict)}, raw=True)
    if verdict.outcome != CORRECT:
        raise NotYet(verdict.message)
