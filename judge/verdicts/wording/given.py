# SPDX-License-Identifier: MIT
"""What a learner's code gave, or raised, and how it is written where it can't be right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from judge.asking.probe import Probe
from judge.run.answers import (
    Answer,
    NotAttempted,
    Place,
    PlainTuple,
    PlainValue,
    Raised,
    Unending,
    Unexpected,
    comma_among,
    decimal_comma,
    is_like_a_value,
    show,
)
from judge.run.bounded import A_LONG_WAIT, IN_EACH_OTHER
from judge.run.messages import Sentence, sentence
from judge.run.words import template
from judge.verdicts.card import GAVE, WHERE, Part
from judge.verdicts.excerpts import brief
from judge.verdicts.wording.values import Phrase, in_words

GIVEN = template("{value}")
# Why a question was stopped, by what :class:`Unending` says after its number.
STOPPED = {
    "lines had run": template("no answer: your code was stopped after {count} lines"),
    f"lines had run, {IN_EACH_OTHER}": template(
        "no answer: your code was stopped after {count} lines, in calls inside each other"
    ),
    "calls inside each other": template("no answer: your code was stopped with {count} calls inside each other"),
    A_LONG_WAIT.partition(" ")[2]: template("no answer: your code was stopped after a long wait"),
}
# Collections whose entries have no places.
WITHOUT_PLACES = re.compile(
    r"'(set|frozenset|dict_\w+|generator|map|filter|zip|reversed|enumerate|\w*iterator)' object is not subscriptable"
)
# Where None was given, or something of another type.
INSTEAD_OF = {
    "a part": (
        template("None, where an object with `{name}` is needed"),
        template("an object of type {kind}, which has no `{name}`"),
    ),
    "several": (
        template("None in a place where a collection is needed"),
        template("an object of type {kind} in a place where a collection is needed"),
    ),
    "places": (
        template("None in a place where a sequence, such as a list, is needed"),
        template("an object of type {kind} in a place where a sequence, such as a list, is needed"),
    ),
    "entries": (
        template("None in a place where a dictionary is needed"),
        template("an object of type {kind} in a place where a dictionary is needed"),
    ),
}


def given_answer(answer: Answer | None, phrase: Phrase) -> Iterator[Part]:
    """Yield what came: an answer, an error, or that there is none."""
    if answer is not None:
        yield Part.of(GAVE, _given(answer, phrase))


def _given(answer: Answer, phrase: Phrase) -> Sentence:
    if isinstance(answer, Unending):
        count, _, what = answer.after.partition(" ")
        return Sentence(STOPPED.get(what, template("no answer: your code was stopped")), {"count": count})
    if isinstance(answer, Raised):
        return _raised(answer)
    if isinstance(answer, NotAttempted):
        return sentence("nothing: a method that this needs is not written yet")
    return Sentence(GIVEN, {"value": in_words(answer, phrase)})


def where_it_stopped(answer: Answer | None) -> Iterator[Part]:
    """Yield the learner's line that raised an error; nothing where none did."""
    if isinstance(answer, Raised) and answer.place is not None:
        yield Part.of(WHERE, line_of(answer.place))


def line_of(place: Place) -> Sentence:
    """Return a line of the learner's with its number in the cell."""
    if place.function:
        return Sentence(template("Line {line}, in `{function}`: `{code}`."), vars(place))
    return sentence("Line {line}: `{code}`.", line=place.line, code=place.code)


def _raised(error: Raised) -> Sentence:
    text = brief(error.text).rstrip(".")
    if error.kind == "KeyError" and error.place is None:
        return sentence("no entry {text}", text=error.text)
    if error.reading:
        return _unreadable(error, text)
    words = f"{error.kind}: {text}" if error.text else error.kind
    # The judge's own code may have raised it, and says why.
    return sentence("{words:answer}", words=words) if error.place is None else sentence("{error}", error=words)


def _unreadable(error: Raised, text: str) -> Sentence:
    """Return how what was given can't be looked into."""
    if match := re.fullmatch(r"'(\w+)' object has no attribute '(\w+)'", error.text):
        return _instead_of("a part", match[1], name=match[2])
    if match := re.search(r"'(\w+)' object is no dictionary|^(list|tuple|string) indices must", error.text):
        return _instead_of("entries", (match[1] or match[2]).replace("string", "str"))
    if match := re.search(r"'(\w+)' (?:object is not|has no len)|non-iterable (\w+) object", error.text):
        asked = "places" if WITHOUT_PLACES.search(error.text) else "several"
        return _instead_of(asked, match[1] or match[2])
    if text:
        return sentence("an answer of another kind than is asked for: {text}", text=text)
    return sentence("an answer of another kind than is asked for")


def _instead_of(asked: str, kind: str, **arguments: str) -> Sentence:
    if kind == "NoneType":
        return Sentence(INSTEAD_OF[asked][0], arguments)
    return Sentence(INSTEAD_OF[asked][1], {"kind": type_name(kind), **arguments})


def type_name(name: str) -> str:
    """Return the name of a type as a learner knows it."""
    return "function" if name == "builtin_function_or_method" else name


def misfit(probe: Probe, right: Answer, given: Answer) -> Sentence | None:
    """Return how an answer is written so that it can't be right; None where it may be."""
    wanted = right.value if isinstance(right, PlainValue) else None
    if probe.choices and isinstance(given, (PlainValue, Unexpected)):
        return _no_choice(probe.choices, given)
    if not isinstance(given, PlainValue):
        return None
    value = given.value
    a_number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    if isinstance(value, list):
        return _brackets(value, probe) if a_number else _numbers_otherwise(value, wanted, probe)
    if not isinstance(value, str):
        return None
    if a_number:
        return _text_for_number(value, probe)
    if isinstance(wanted, list) and not probe.reveal:
        if is_like_a_value(value):
            return sentence("The text {value}. A list is written without quotes.", value=_python(value))
        return Sentence(GIVEN, {"value": sentence("{words:answer}", words=brief(value))})
    return None


def text_made(probe: Probe, right: Answer, given: Answer | None) -> str:
    """Return the text that a learner's code has made where a number belongs, the first of several; "" without one."""
    if not probe.reveal or not isinstance(right, PlainValue) or not isinstance(given, PlainValue):
        return ""
    wanted, came = (value if isinstance(value, list) else [value] for value in (right.value, given.value))
    pairs = zip(wanted, came, strict=False)
    return next((text for number, text in pairs if isinstance(text, str) and type(number) in (int, float)), "")


def _python(value: Any) -> str:
    """Return a learner's own value as Python writes it, cut where it is long."""
    return brief(repr(value) if isinstance(value, str) else show(value, own=True))


def _no_choice(choices: tuple[str, ...], given: PlainValue | Unexpected) -> Sentence | None:
    """Return that an answer is none of those from which to choose; None where it is one."""
    value = given.value if isinstance(given, PlainValue) else given
    if isinstance(value, str) and value in choices:
        return None
    return sentence("{value}. Write one of {choices}.", value=_python(value), choices=(*map(repr, choices),))


def _text_for_number(value: str, probe: Probe) -> Sentence:
    """Return that a text stands where a number belongs: one that was written on paper, or that code has made."""
    if probe.reveal:
        return sentence("The text {value}, and not a number: `str()` or quotes make a text.", value=_python(value))
    if number := decimal_comma(value):
        return sentence(
            "The text {value}. A number is written without quotes and with a point: {number}.",
            value=_python(value),
            number=number,
        )
    return sentence("The text {value}. A number is written without quotes.", value=_python(value))


def _brackets(value: list[Any], probe: Probe) -> Sentence | None:
    """Return which comma makes a tuple of a number, or that it stands in brackets; None where that is no slip."""
    if isinstance(value, PlainTuple) and (number := decimal_comma(value)):
        return sentence(
            "{value}, two numbers with a comma between them. Python writes {number} with a point.",
            value=show(value),
            number=number,
        )
    if len(value) != 1:
        return None
    if isinstance(value, PlainTuple):
        text = template("{value}: the comma at the end makes a tuple of the number. Leave it out.")
        return Sentence(text, {"value": _python(value)})
    if probe.reveal:
        return None
    return sentence("{value}, a list. Write the number without brackets.", value=_python(value))


def _numbers_otherwise(value: list[Any], wanted: Any, probe: Probe) -> Sentence | None:
    """Return what keeps numbers on paper from being read: quotes, or a decimal comma; None where nothing does."""
    if probe.reveal or not isinstance(wanted, list) or _texts_in(wanted):
        return None
    number = _comma_in(value, wanted)
    if number:
        return sentence(
            "{value}. If you mean a decimal comma, Python writes {number} with a point.",
            value=_python(value),
            number=number,
        )
    if texts := _texts_in(value):
        return sentence(
            "{value}, with {text} in quotes. A number is written without quotes, and with a point.",
            value=_python(value),
            text=_python(texts[0]),
        )
    return None


def _comma_in(value: list[Any], wanted: list[Any]) -> str:
    """Return the number that a decimal comma has parted, in a list or in a place of it; "" where none has."""
    if number := comma_among(value, len(wanted)):
        return number
    for part, right in zip(value, wanted, strict=False):
        if isinstance(part, list) and (
            found := _comma_in(part, right) if isinstance(right, list) else decimal_comma(part)
        ):
            return found
    return ""


def _texts_in(value: Any) -> list[str]:
    """Return the texts in a list and in the lists in it."""
    if isinstance(value, str):
        return [value]
    return [text for part in value for text in _texts_in(part)] if isinstance(value, list) else []
