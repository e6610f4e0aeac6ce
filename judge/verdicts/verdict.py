# SPDX-License-Identifier: MIT
"""A verdict is data: what was asked, expected and given, and the card that says so.

It carries all its words, so that it can be read after a probe was renamed or a mistake left the catalogue.
:mod:`judge.verdicts.render` puts the card into a reader's language. Nothing reads words back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judge.run.answers import MOST_LINES, Answer, Missing, NotAttempted, Place, Raised, from_json, record, to_json
from judge.run.messages import sentence
from judge.run.words import template
from judge.verdicts.card import Part

CORRECT, NOT_YET, NOT_ATTEMPTED = template("correct"), template("not yet"), template("not attempted")
OUTCOMES = (CORRECT, NOT_YET, NOT_ATTEMPTED)

# How an outcome is marked, everywhere. The mark differs in shape and comes with a word: colour only repeats it.
MARKS = {CORRECT: "✓", NOT_YET: "✗", NOT_ATTEMPTED: "○"}

# How the ids of general names begin.
GENERAL = ("error-", "numbers-", "entries-", "answer-")

# The output in which a graded notebook carries the verdict of a check, and the version of its form.
VERDICT_MIME = "application/vnd.autograd-in-five-days.verdict+json"
VERSION = 4
# The version that differs in this alone: it has sentences without labels. The one before it lacks the shares as well.
BEFORE_CARDS, BEFORE_SHARES = 3, 2


class VerdictError(ValueError):
    """Data that is no verdict in the form of :meth:`Verdict.as_json`; the text says what is wrong with it."""


@dataclass(frozen=True)
class Question:
    """The question whose answer was wrong."""

    probe: str  # the name of the probe, unique within its check
    inputs: Mapping[str, Any]  # its inputs by name, narrowed to the smallest part that shows the difference


@dataclass(frozen=True)
class Name:
    """What a named mistake is called, as an author wrote it."""

    title: str  # what is wrong, as a full sentence without its full stop
    exercise: str = ""  # the grade_id of the answer cell in which it is made; "" for a general name
    symptom: str = ""  # its row in the notebook's table of symptoms; "" where it has none


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one check."""

    check: str  # the grade_id of the grade cell
    outcome: str  # ``correct``, ``not yet`` or ``not attempted``
    seed: int | None = None  # what the inputs were drawn from; None when correct
    # The first question with a wrong answer, or the simplest one where the mistake has no name; None when correct.
    question: Question | None = None
    expected: Answer | None = None  # the right answer to it; None where the learner has to find it
    given: Answer | None = None  # the learner's answer to it; None when correct
    # Ids of the catalogued mistakes that answer exactly alike, or of a general name.
    misconceptions: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()  # what these are called, in the same order
    section: str = ""  # the section of the notebook to read again; "" where none is known
    misfit: bool = False  # whether the answer is written in a way that can't be right
    # The graph that the question is about, as of :func:`judge.verdicts.pictures.picture`; None without one.
    graph: dict[str, Any] | None = None
    # The learner's lines that ran last for the question, where no mistake is named or it was stopped.
    lines: tuple[Place, ...] = ()
    card: tuple[Part, ...] = ()  # what the learner reads
    unjudged: bool = False  # whether the answer could not be judged, by a fault of the grader
    share: float = 0.0  # of the check's points that the answer has earned, where it is not yet correct

    @property
    def unknown(self) -> bool:
        """Whether the answer is wrong and nothing says why: no name, no line at which it stopped, no odd spelling."""
        absent = isinstance(self.given, Raised) and self.given.absent
        said = absent or isinstance(self.given, (Missing, NotAttempted))
        explained = self.misconceptions or self.misfit or self.place or said
        return self.outcome == NOT_YET and self.expected is not None and self.given is not None and not explained

    @property
    def in_general(self) -> bool:
        """Whether the name is that of the error or of the numbers, and no catalogued mistake's."""
        return any(name.startswith(GENERAL) for name in self.misconceptions)

    @property
    def place(self) -> Place | None:
        """The learner's line at which the question stopped, where it did."""
        return self.given.place if isinstance(self.given, Raised) else None

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
            "version": VERSION,
            **vars(self),
            "question": self.question and {"probe": self.question.probe, "inputs": dict(self.question.inputs)},
            "expected": self.expected and to_json(self.expected),
            "given": self.given and to_json(self.given),
            "place": self.place and vars(self.place),
            "misconceptions": list(self.misconceptions),
            "names": [dict(vars(name)) for name in self.names],
            "lines": [dict(vars(line)) for line in self.lines],
            "card": [part.as_json() for part in self.card],
            "next": self.next,
        }

    @staticmethod
    def from_json(data: Any) -> Verdict:
        """Return the verdict that :meth:`as_json` wrote, now or before cards; of other versions, outcome and names.

        Raises:
            VerdictError: The data is no verdict: whoever hands in a notebook may have written it.
        """
        try:
            if data.get("version") == BEFORE_SHARES:
                data = {**data, "version": BEFORE_CARDS, "share": 0.0}
            if data.get("version") == BEFORE_CARDS:
                data = _with_a_card(data)
            if data.get("version") != VERSION:
                return _of_another_version(data)
            verdict = _read(data)
            if verdict.as_json() != data:
                raise ValueError("its form is not the one in which the judge writes.")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise VerdictError(f"This is no verdict: {error}") from error
        return verdict


def _read(data: dict[str, Any]) -> Verdict:
    _need_basics(data)
    if not all(type(data[flag]) is bool for flag in ("misfit", "unjudged")) or len(data["lines"]) > MOST_LINES:
        raise ValueError("a flag is neither true nor false, or there are too many lines.")
    if type(data["share"]) is not float or not 0 <= data["share"] < 1 or (data["share"] and data["outcome"] != NOT_YET):
        raise ValueError("its share of the points is none that there is.")
    asked, read = data["question"], {key: value for key, value in data.items() if key in Verdict.__dataclass_fields__}
    return Verdict(**{
        **read,
        "question": None if asked is None else Question(asked["probe"], dict(asked["inputs"])),
        "expected": None if data["expected"] is None else from_json(data["expected"]),
        "given": None if data["given"] is None else from_json(data["given"]),
        "misconceptions": tuple(data["misconceptions"]),
        "names": tuple(record(Name, name) for name in data["names"]),
        "lines": tuple(record(Place, line) for line in data["lines"]),
        "card": tuple(map(Part.from_json, data["card"])),
    })  # fmt: skip


def _with_a_card(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a verdict from before cards in today's form: its sentences are one part without a label."""
    others = {name: value for name, value in data.items() if name != "sentences"}
    sentences = data["sentences"]
    card = [{"label": "", "sentences": sentences}] if sentences else []
    return {**others, "version": VERSION, "card": card}


def _of_another_version(data: dict[str, Any]) -> Verdict:
    """Return a verdict whose points count, and whose words are those of another grader."""
    _need_basics(data)
    again = sentence("Another version of the grader judged this answer. Grade it again for the explanation.")
    return Verdict(
        data["check"],
        data["outcome"],
        data["seed"],
        misconceptions=tuple(data["misconceptions"]),
        section=data["section"],
        card=(Part.of("", again),),
        unjudged=data.get("unjudged") is True,
    )


def _need_basics(data: dict[str, Any]) -> None:
    """Raise an error unless the parts that all versions share are of their types."""
    texts = [data["check"], data["section"], *data["misconceptions"]]
    if data["outcome"] not in OUTCOMES or type(data["seed"]) not in (int, type(None)):
        raise ValueError("the outcome is none of those that there are, or the seed is no number.")
    if not all(type(text) is str for text in texts):
        raise ValueError("a part of it is not text.")
