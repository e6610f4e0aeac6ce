# SPDX-License-Identifier: MIT
"""A verdict is data: what was asked, what was expected, what was given, and what that is called.

:mod:`grading.judging.render` turns it into words, wherever they are shown. Nobody reads words back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grading.run.answers import (
    MOST_LINES,
    Answer,
    AnswerError,
    Missing,
    NotAttempted,
    Place,
    PlainValue,
    Raised,
    from_json,
    place_from_json,
    to_json,
)

__all__ = [
    "CORRECT",
    "DECIMAL_COMMA",
    "LAST_COMMA",
    "MARKS",
    "NOT_ATTEMPTED",
    "NOT_YET",
    "NO_CHOICE",
    "NO_LIST",
    "NO_NUMBER",
    "OUTCOMES",
    "VERDICT_MIME",
    "Question",
    "Verdict",
    "VerdictError",
    "is_none",
]

CORRECT, NOT_YET, NOT_ATTEMPTED = "correct", "not yet", "not attempted"
OUTCOMES = (CORRECT, NOT_YET, NOT_ATTEMPTED)

# How an outcome is marked, everywhere. The mark differs in shape and comes with a word: colour only repeats it.
MARKS = {CORRECT: "✓", NOT_YET: "✗", NOT_ATTEMPTED: "○"}

# How the ids of general names begin.
GENERAL = ("error-", "numbers-", "entries-", "answer-")

# Ways to write an answer that can't be right, whatever the thought behind it.
NO_LIST, NO_CHOICE, NO_NUMBER = "no such list", "no such choice", "number in quotes"
DECIMAL_COMMA, LAST_COMMA = "decimal comma", "comma at the end"
MISFITS = ("", NO_LIST, NO_CHOICE, NO_NUMBER, DECIMAL_COMMA, LAST_COMMA)

# The output in which a graded notebook carries the verdict of a check.
VERDICT_MIME = "application/vnd.autograd-in-five-days.verdict+json"


class VerdictError(ValueError):
    """Data that is no verdict in the form of :meth:`Verdict.as_json`; the text says what is wrong with it."""


@dataclass(frozen=True)
class Question:
    """The question that was answered otherwise than it should be.

    Attributes:
        probe: The name of the probe, unique within its check.
        inputs: Its inputs as they are told, by name: narrowed to the smallest part that shows the difference.
    """

    probe: str
    inputs: Mapping[str, Any]


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one check.

    Attributes:
        check: The grade_id of the grade cell.
        outcome: ``correct``, ``not yet`` or ``not attempted``.
        seed: What the inputs were drawn from; None when correct, where nothing needs to be drawn again.
        question: The first question that was answered wrongly, and where the mistake has no name the simplest inputs
            with which it is; None when correct. Its probe holds the reason why the expected answer is right.
        expected: The right answer to it; None where it is the learner's to find.
        given: The learner's answer to it; None when correct.
        misconceptions: Ids of the catalogued mistakes that answer exactly alike, or of a general name; empty
            where there is none.
        section: The section of the notebook to read again; "" where none is known.
        misfit: How the answer is written so that it can't be right, one of ``MISFITS``; "" where it may be.
        in_full: Whether the two answers differ only behind the digits that are usually told.
        graph: The graph that the question is about, as of :func:`grading.judging.pictures.picture`; None without one.
        lines: The learner's own lines that ran last for the question, where no mistake is named or the question was
            stopped; empty otherwise.
        empty: The questions on paper that are not answered yet, where another of the check is: names of probes.
        vague: Whether what is named is one way of several: the wrong answers are such as many programs give,
            nothing or zeros, or the mistake would give more of them in the reference's design.
        unjudged: Whether the answer could not be judged, by a fault of the grader.
    """

    check: str
    outcome: str
    seed: int | None = None
    question: Question | None = None
    expected: Answer | None = None
    given: Answer | None = None
    misconceptions: tuple[str, ...] = ()
    section: str = ""
    misfit: str = ""
    in_full: bool = False
    graph: dict[str, Any] | None = None
    lines: tuple[Place, ...] = ()
    empty: tuple[str, ...] = ()
    vague: bool = False
    unjudged: bool = False

    @property
    def unknown(self) -> bool:
        """Whether the answer is wrong and nothing says why: no name, no line at which it stopped, no odd spelling."""
        told = self.misconceptions or self.misfit or self.place or isinstance(self.given, (Missing, NotAttempted))
        return self.outcome == NOT_YET and self.expected is not None and self.given is not None and not told

    @property
    def in_general(self) -> bool:
        """Whether what is named is the error or the numbers themselves, and no catalogued mistake."""
        return any(name.startswith(GENERAL) for name in self.misconceptions)

    @property
    def place(self) -> Place | None:
        """The learner's line at which the question stopped, where it did."""
        return self.given.place if isinstance(self.given, Raised) else None

    @property
    def no_such_part(self) -> bool:
        """Whether the question found no part of that name in the answer, or an answer of another kind."""
        error = self.given if isinstance(self.given, Raised) else None
        return error is not None and (error.reading or (error.kind == "KeyError" and error.place is None))

    @property
    def missing(self) -> str:
        """The name that the question needs and the notebook does not define; "" where none is missing."""
        return self.given.name if isinstance(self.given, Missing) else ""

    @property
    def next(self) -> str:
        """What to do next: ``go on``, ``write``, ``define`` a name, ``read`` the section, ``mend``, or ``report``."""
        if self.outcome == CORRECT:
            return "go on"
        if self.unjudged:
            return "report"
        if self.outcome == NOT_ATTEMPTED:
            return "write"
        return "define" if self.missing else "read" if self.section else "mend"

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as data for JSON, with the place and what to do next beside the rest."""
        return {
            "check": self.check,
            "outcome": self.outcome,
            "seed": self.seed,
            "question": self.question and {"probe": self.question.probe, "inputs": dict(self.question.inputs)},
            "expected": self.expected and to_json(self.expected),
            "given": self.given and to_json(self.given),
            "place": self.place and vars(self.place),
            "misconceptions": list(self.misconceptions),
            "section": self.section,
            "misfit": self.misfit,
            "in_full": self.in_full,
            "next": self.next,
            "graph": self.graph,
            # What few verdicts have stands only where it is.
            **({"lines": [dict(vars(line)) for line in self.lines]} if self.lines else {}),
            **({"empty": list(self.empty)} if self.empty else {}),
            **({"vague": True} if self.vague else {}),
            **({"unjudged": True} if self.unjudged else {}),
        }

    @staticmethod
    def from_json(data: Any) -> Verdict:
        """Return the verdict that :meth:`as_json` wrote.

        Raises:
            VerdictError: The data is no verdict: whoever hands in a notebook may have written it.
        """
        try:
            verdict = _read(data)
        except (AnswerError, KeyError, TypeError, AttributeError) as error:
            raise VerdictError(f"This is no verdict: {error}") from error
        if verdict.as_json() != data:
            raise VerdictError("This is no verdict in the form in which the judge writes one.")
        return verdict


def _read(data: Any) -> Verdict:
    if data["outcome"] not in OUTCOMES or data["misfit"] not in MISFITS or type(data["in_full"]) is not bool:
        raise VerdictError("A part of it is none of those that there are.")
    texts = [data["check"], data["section"], *data["misconceptions"], *data.get("empty", ())]
    if not all(type(text) is str for text in texts) or type(data["seed"]) not in (int, type(None)):
        raise VerdictError("A text or the seed is of another type.")
    if len(data.get("lines", ())) > MOST_LINES:
        raise VerdictError(f"A verdict holds at most {MOST_LINES} lines.")
    asked = data["question"]
    return Verdict(
        check=data["check"],
        outcome=data["outcome"],
        seed=data["seed"],
        question=None if asked is None else Question(asked["probe"], dict(asked["inputs"])),
        expected=None if data["expected"] is None else from_json(data["expected"]),
        given=None if data["given"] is None else from_json(data["given"]),
        misconceptions=tuple(data["misconceptions"]),
        section=data["section"],
        misfit=data["misfit"],
        in_full=data["in_full"],
        graph=data["graph"],
        lines=tuple(place_from_json(line) for line in data.get("lines", ())),
        empty=tuple(data.get("empty", ())),
        vague=data.get("vague", False) is True,
        unjudged=data.get("unjudged", False) is True,
    )


def is_none(answer: Answer | None) -> bool:
    """Tell whether an answer is None, or an error that comes of one."""
    if isinstance(answer, Raised):
        return "'NoneType'" in answer.text
    return isinstance(answer, PlainValue) and answer.value is None
