# SPDX-License-Identifier: MIT
"""The sentences of a verdict, written when it is decided: nothing is looked up once they are read.

Each sentence is a template of its own. A question and a reason are an author's texts, and stand alone behind a colon,
so that no language has to bend them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from judge.asking.probe import Probe, probes_of
from judge.notebooks import stubs
from judge.run.answers import (
    NOT_PLAIN,
    Answer,
    Missing,
    NotAttempted,
    PlainTuple,
    PlainValue,
    Raised,
    Several,
    Unending,
    Unexpected,
    decimal_comma,
    exactly,
    show,
)
from judge.run.bounded import A_LONG_WAIT, IN_EACH_OTHER
from judge.run.messages import Argument, Sentence, fields, is_argument, sentence
from judge.run.words import template
from judge.verdicts import arrays
from judge.verdicts.catalogue import Misconception
from judge.verdicts.excerpts import LONGEST, brief, excerpts_of
from judge.verdicts.verdict import Verdict

# Puts a plain value into words.
Phrase = Callable[[Any], Argument]

# What an answer cell that was left as released says of itself.
EMPTY = template("the answer is still empty")
EMPTY_ENTRY = re.compile(r'the entry "([^"]*)" is still empty')
# How many of the questions that are left are listed.
MOST_QUESTIONS = 3

RIGHT = template("The right answer is {value}: {reason}.")
GIVEN = template("Your answer: {value}.")
# Why a question was stopped, by what :class:`Unending` says after its number.
STOPPED = {
    "lines had run": template("Your code takes too long: it was stopped after {count} lines."),
    f"lines had run, {IN_EACH_OTHER}": template(
        "Your code takes too long: it was stopped after {count} lines, in calls inside each other."
    ),
    "calls inside each other": template(
        "Your code takes too long: it was stopped with {count} calls inside each other."
    ),
    A_LONG_WAIT.partition(" ")[2]: template("Your code takes too long: it was stopped after a long wait."),
}
# Collections whose entries have no places.
WITHOUT_PLACES = re.compile(
    r"'(set|frozenset|dict_\w+|generator|map|filter|zip|reversed|enumerate|\w*iterator)' object is not subscriptable"
)
# Where None was given, or something of another type.
INSTEAD_OF = {
    "a part": (
        template("Your code gives None where an object with `{name}` is needed."),
        template("Your code gives an object of type {kind}, which has no `{name}`."),
    ),
    "several": (
        template("In your answer there is None where a collection is needed."),
        template("In your answer there is an object of type {kind} where a collection is needed."),
    ),
    "places": (
        template("In your answer there is None where a sequence, such as a list, is needed."),
        template("In your answer there is an object of type {kind} where a sequence, such as a list, is needed."),
    ),
}


def of_stub(text: str) -> Argument:
    """Return what a stub or an empty answer says of itself as a sentence; a text of the learner's own as it is."""
    text = text.rstrip(".")
    if text == EMPTY:
        return Sentence(EMPTY)
    if number := stubs.exercise_of(text):
        return sentence("Exercise {number} is not written yet", number=number)
    entry = EMPTY_ENTRY.fullmatch(text)
    return sentence('the entry "{key}" is still empty', key=entry[1]) if entry else text


def not_attempted(given: Answer | None) -> Sentence:
    """Return the sentence about an answer that is still a stub."""
    stub = given if isinstance(given, NotAttempted) else NotAttempted("")
    text = of_stub(stub.text)
    if text and stub.stub:
        return sentence("Not attempted: {text} (`{name}` holds its stub).", text=text, name=stub.stub)
    if stub.stub:
        return sentence("Not attempted: `{name}` still holds its stub.", name=stub.stub)
    if text:
        return sentence("Not attempted: {text}.", text=text)
    return sentence("Not attempted: the cell still holds its stub.")


def explained(
    verdict: Verdict,
    probe: Probe,
    right: Answer,
    named: Sequence[Misconception],
    misspelt: Sentence | None = None,
    *,
    empty: Sequence[str] = (),
    vague: bool = False,
) -> tuple[Sentence, ...]:
    """Return what a learner reads of a wrong answer, by the verdict, which has no sentences yet.

    The ``right`` answer is not said where the learner has to find it. ``misspelt`` is what :func:`misfit` says, and
    ``empty`` names the questions on paper that are not answered yet, where another of the check is. A ``vague`` verdict
    names one cause of several: the answers are such as many programs give.
    """
    inputs = verdict.question.inputs if verdict.question else {}
    return (
        sentence("Question: {question}.", question=_filled(probe.ask, inputs)),
        *([misspelt] if misspelt else _difference(verdict, probe, right, _filled(probe.because, inputs))),
        *_names(verdict, named, vague),
        *_lines(verdict),
        *_still_empty(verdict, probe, empty),
    )


# What was asked, what was expected, what was given


def _difference(verdict: Verdict, probe: Probe, right: Answer, reason: Sentence) -> Iterator[Sentence]:
    given = verdict.given
    phrase = _phrase(probe, right, verdict.expected, given)
    if isinstance(given, Missing):
        yield sentence("`{name}` is not defined. Run its cell, and look how the name is spelt there.", name=given.name)
    elif isinstance(given, NotAttempted) and not probe.reveal:
        yield sentence("Your answer is still empty.")
    elif verdict.expected is None:
        yield from _given(given, phrase)
        yield sentence("That is not the answer. Remember: {reason}.", reason=reason)
    elif isinstance(right, Raised):
        yield sentence("The right answer is an error, {kind}: {reason}.", kind=right.kind, reason=reason)
        yield from _given(given, phrase)
    elif differs := list(arrays.difference(right, given, reason, phrase, probe.ask)):
        yield from differs
    elif probe.phrase is None and (excerpts := excerpts_of(right, given, phrase)):
        wanted, got, place = excerpts
        yield Sentence(RIGHT, {"value": wanted, "reason": reason})
        yield Sentence(GIVEN, {"value": got})
        if place:
            count = len(right.value)
            yield sentence("The first difference is at entry {place} of {count}.", place=place, count=count)
    else:
        yield Sentence(RIGHT, {"value": _value(right, phrase), "reason": reason})
        yield from _given(given, phrase)


def _phrase(probe: Probe, right: Answer, expected: Answer | None, given: Answer | None) -> Phrase:
    """Return how both answers are shown: to six digits, unless that hides their difference."""
    plain, usual = isinstance(right, PlainValue) and isinstance(given, PlainValue), _of_anything(probe.phrase or show)
    in_full = plain and usual(right.value) == usual(given.value)
    if probe.phrase is not None and not in_full:
        return str if probe.phrase is str else usual
    wanted = expected.value if isinstance(expected, PlainValue) else None
    if isinstance(wanted, str) and wanted and not re.search(r"\w", wanted):
        # A sign such as + would be read as a part of the sentence.
        return lambda value: repr(value) if isinstance(value, str) else show(value)
    # Both come out of the same question: a list where it gives none is the learner's own, and is shown as one.
    other = isinstance(given, PlainValue) and type(given.value) is not type(wanted)
    return partial(exactly if in_full else show, spelled=other)


def _of_anything(phrase: Phrase) -> Phrase:
    """Return a phrase that shows as :func:`show` does what its author did not think of: anything may be answered."""

    def told(value: Any) -> Argument:
        try:
            words = phrase(value)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError):
            return show(value)
        return words if is_argument(words) else show(value)

    return told


def _value(answer: Answer, phrase: Phrase) -> Argument:
    if isinstance(answer, PlainValue):
        words = phrase(answer.value)
        if isinstance(answer.value, dict) and isinstance(words, str):
            named = [(name, phrase(one)) for name, one in answer.value.items()]
            words = tuple(
                sentence("{name:answer} {value:answer}" if isinstance(one, str) else "{name:answer} {value}",
                         name=name, value=one)
                for name, one in named
            )  # fmt: skip
        elif phrase is str or (isinstance(words, str) and " " in words):
            words = sentence("{words:answer}", words=brief(words))
        text = sentence("{words}", words=words).message().text()
        if re.fullmatch(r"[A-Za-z]\d?", text):  # The name of a node, `a`, would be read as a word.
            return sentence("`{name}`", name=text)
        return words if len(text) <= LONGEST else brief(text)
    if isinstance(answer, Several):
        return tuple(_value(each, phrase) for each in answer.answers)
    if isinstance(answer, Unexpected):
        return Sentence(NOT_PLAIN[answer.why], {"kind": answer.kind, "amount": answer.amount})
    return answer.kind if isinstance(answer, Raised) else type(answer).__name__


def _given(answer: Answer | None, phrase: Phrase) -> Iterator[Sentence]:
    if isinstance(answer, Unending):
        count, _, what = answer.after.partition(" ")
        yield Sentence(STOPPED.get(what, template("Your code takes too long, so it was stopped.")), {"count": count})
    elif isinstance(answer, Raised):
        yield _raised(answer)
    elif isinstance(answer, NotAttempted):
        yield sentence("A method that this needs is not written yet.")
    elif answer is not None:
        yield Sentence(GIVEN, {"value": _value(answer, phrase)})


def _raised(error: Raised) -> Sentence:
    text = brief(error.text).rstrip(".")
    if error.kind == "KeyError" and error.place is None:
        return sentence("There is no entry {text}.", text=error.text)
    if error.reading:
        return _unreadable(error, text)
    words = f"{error.kind}: {text}" if error.text else error.kind
    if error.place is None:
        # The judge's own code may have raised it, and says why.
        return sentence("Your code raises {error}.", error=sentence("{words:answer}", words=words))
    text = template("Your code raises {error} (line {line} of its cell: `{code}`).")
    if error.place.function:
        text = template("Your code raises {error} (in `{function}`, line {line} of its cell: `{code}`).")
    return Sentence(text, {"error": words, **vars(error.place)})


def _unreadable(error: Raised, text: str) -> Sentence:
    """Return how what was given can't be looked into."""
    if match := re.fullmatch(r"'(\w+)' object has no attribute '(\w+)'", error.text):
        return _instead_of("a part", match[1], name=match[2])
    if match := re.search(r"'(\w+)' (?:object is not|has no len)|non-iterable (\w+) object", error.text):
        asked = "places" if WITHOUT_PLACES.search(error.text) else "several"
        return _instead_of(asked, match[1] or match[2])
    if text:
        return sentence("Your answer is of another kind than is asked for: {text}.", text=text)
    return sentence("Your answer is of another kind than is asked for.")


def _instead_of(asked: str, kind: str, **arguments: str) -> Sentence:
    if kind == "NoneType":
        return Sentence(INSTEAD_OF[asked][0], arguments)
    return Sentence(INSTEAD_OF[asked][1], {"kind": _type(kind), **arguments})


def _type(name: str) -> str:
    return "function" if name == "builtin_function_or_method" else name


def misfit(probe: Probe, right: Answer, given: Answer) -> Sentence | None:
    """Return how an answer is written so that it can't be right; None where it may be."""
    value = given.value if isinstance(given, PlainValue) else None
    wanted = right.value if isinstance(right, PlainValue) else None
    a_number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    if isinstance(value, PlainTuple) and a_number:
        return _comma(value)
    if not isinstance(value, str):
        return None
    if isinstance(wanted, list) and not probe.reveal:
        return Sentence(GIVEN, {"value": sentence("{words:answer}", words=brief(value))})
    shown = brief(repr(value))
    if probe.choices and value not in probe.choices:
        choices = tuple(map(repr, probe.choices))
        return sentence("Your answer is {value}. Write one of {choices}.", value=shown, choices=choices)
    if a_number:
        return sentence("Your answer is the text {value}. A number is written without quotes.", value=shown)
    return None


def _comma(value: PlainTuple) -> Sentence | None:
    if number := decimal_comma(value):
        return sentence(
            "Your answer is {value}, two numbers with a comma between them. Python writes {number} with a point.",
            value=show(value),
            number=number,
        )
    at_the_end = template("Your answer is {value}: the comma at the end makes a tuple of the number. Leave it out.")
    return Sentence(at_the_end, {"value": show(value)}) if len(value) == 1 else None


def _filled(text: str, inputs: Mapping[str, Any]) -> Sentence:
    """Return an author's template with those of a question's inputs that it names."""
    # An expression's words are an author's, with code in them; every other input is a number or a list of numbers.
    values = {name: inputs[name] for name in fields(text)}
    words = {name: Sentence.quoting(one) if isinstance(one, str) else show(one) for name, one in values.items()}
    return Sentence(text, words)


# What it is called


def _names(verdict: Verdict, named: Sequence[Misconception], vague: bool) -> Iterator[Sentence]:
    if not named or verdict.in_general:
        yield from _culprit(verdict, named)
    # Where settings are tried, the answer itself says what is in the way.
    drawn = all(probe.reveal and probe.judged is None for probe in probes_of(verdict.check))
    if not named and verdict.unknown and drawn:
        yield sentence("We can't name this mistake. Of the questions asked, this is the smallest that shows it.")
    if len(named) > 1:
        yield sentence("This answer fits more than one mistake.")
    for place, entry in enumerate(named):
        title = Sentence.quoting(entry.title)
        if verdict.in_general or (len(named) > 1 and place == 0):
            yield sentence("{mistake}.", mistake=title)
        elif place:
            yield sentence("Or: {mistake}.", mistake=title)
        # A number found on paper can come about in many ways, and so can an answer that says little.
        elif vague or verdict.expected is None:
            yield sentence("A likely cause: {mistake}.", mistake=title)
        else:
            yield sentence("One mistake gives exactly this: {mistake}.", mistake=title)
        if entry.verdict:
            yield Sentence.quoting(entry.verdict)
        if entry.section:
            yield sentence("See {section:section}.", section=entry.section)
    if verdict.section and not any(entry.section for entry in named):
        yield sentence("See {section:section}.", section=verdict.section)


def _culprit(verdict: Verdict, named: Sequence[Misconception]) -> Iterator[Sentence]:
    """Yield what in the learner's line is None, or of another type that does not fit."""
    error = verdict.given if isinstance(verdict.given, Raised) else None
    culprit = error.culprit if error else None
    if culprit is None:
        is_none = isinstance(verdict.given, PlainValue) and verdict.given.value is None and not named
        if is_none or (error and "'NoneType'" in error.text):
            yield sentence("Is a `return` missing, or was None stored?")
    elif culprit.kind == "NoneType":
        yield sentence("`{code}` is None there: is a `return` missing, or was None stored?", code=culprit.code)
    else:
        text = template("`{code}` is of type {kind} there.")
        if culprit.shadows:
            text = template(
                "`{code}` is of type {kind} there: it has the name of Python's own `{code}`. Give it another."
            )
        yield Sentence(text, {"code": culprit.code, "kind": _type(culprit.kind)})


def _lines(verdict: Verdict) -> Iterator[Sentence]:
    if len(verdict.lines) == 1:
        yield sentence("This line of yours ran last for it.")
    elif verdict.lines:
        yield sentence("These lines of yours ran last for it.")
    for line in verdict.lines:
        if line.function:
            yield sentence("Line {line}, in `{function}`: `{code}`.", **vars(line))
        else:
            yield sentence("Line {line}: `{code}`.", line=line.line, code=line.code)


def _still_empty(verdict: Verdict, asked: Probe, empty: Sequence[str]) -> Iterator[Sentence]:
    """Yield which questions on paper are not answered yet, but for the one that the verdict is about."""
    probes = [probe for probe in probes_of(verdict.check) if probe.name in empty and probe is not asked]
    if not probes:
        return
    listed, left = tuple(Sentence(probe.ask, {}) for probe in probes[:MOST_QUESTIONS]), len(probes) - MOST_QUESTIONS
    if left > 0:
        yield sentence("Not answered yet: {questions}, and {count} more.", questions=listed, count=left)
    else:
        yield sentence("Not answered yet: {questions}.", questions=listed)
