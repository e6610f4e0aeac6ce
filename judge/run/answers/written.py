# SPDX-License-Identifier: MIT
"""Answers as JSON, in which they cross between processes; what is read is copied as a learner's value is.

A plain dict is never written as a JSON object of its own, so every JSON object is a tag of ours.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Any

from judge.run.answers.copying import MOST_PARTS, MOST_TEXT, Copier
from judge.run.answers.kinds import (
    NOT_PLAIN,
    Answer,
    Culprit,
    Missing,
    NotAttempted,
    Place,
    PlainArray,
    PlainTuple,
    PlainValue,
    Raised,
    Several,
    Unending,
    Unexpected,
)

# Whole numbers that every reader of JSON keeps exactly.
_EXACT = 2**53

# Each kind of answer by its name. Its attributes are written under their own names, but for ``kind``: that is ``type``.
_KINDS: dict[str, type[Any]] = {
    "value": PlainValue,
    "raised": Raised,
    "no end": Unending,
    "missing": Missing,
    "not attempted": NotAttempted,
    "unexpected": Unexpected,
    "several": Several,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
# Not written where there is nothing to say.
_OPTIONAL = {"culprit", "absent", "why", "amount"}


class AnswerError(ValueError):
    """Data that is no answer in the form of :func:`to_json`."""


def to_json(answer: Answer) -> dict[str, Any]:
    """Return an answer as data for JSON: ``{"kind": "value", "value": ...}`` and so on.

    :func:`from_json` gives the same answer back, and no plain value of a learner's is written like another kind.
    """
    data: dict[str, Any] = {"kind": _NAMES[type(answer)]}
    for attribute, part in vars(answer).items():
        key = "type" if attribute == "kind" else attribute
        if key == "value":
            data[key] = _written(part)
        elif key == "answers":
            data[key] = [to_json(each) for each in part]
        elif isinstance(part, (Place, Culprit)):
            data[key] = dict(vars(part))
        elif part or key not in _OPTIONAL:
            data[key] = part
    return data


def _written(value: Any) -> Any:
    if isinstance(value, Unexpected):
        return {"unexpected": to_json(value) if value.why else value.kind}
    if isinstance(value, PlainArray):
        return {"array": [list(value.shape), list(map(_written, value.entries))]}
    if isinstance(value, list):
        items = [_written(item) for item in value]
        return {"tuple": items} if isinstance(value, PlainTuple) else items
    if isinstance(value, dict):
        return {"entries": [[key, _written(item)] for key, item in value.items()]}
    if type(value) is int and abs(value) > _EXACT:
        return {"int": hex(value)}
    if type(value) is float and not math.isfinite(value):
        return {"float": str(value)}
    return value


def from_json(data: Any) -> Answer:
    """Return the answer that :func:`to_json` wrote.

    What is read is copied as a learner's value is and written once more: data that is not written alike is no answer,
    or is larger or deeper than one may be.

    Raises:
        AnswerError: The data is no answer.
    """
    try:
        parts = {"kind" if key == "type" else key: _part(key, part) for key, part in data.items() if key != "kind"}
        answer: Answer = _KINDS[data["kind"]](**parts)
        if to_json(answer) == data:
            return answer
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise AnswerError("This is no answer.") from error
    raise AnswerError("This is no answer.")


def _part(key: str, data: Any) -> Any:
    if key == "value":
        return Copier().copy(_read(data))
    if key == "answers" and len(data) <= MOST_PARTS and all(each["kind"] != "several" for each in data):
        return tuple(map(from_json, data))
    if key in ("place", "culprit") and data is not None:
        return record(Place if key == "place" else Culprit, data)
    if key == "why" and data not in NOT_PLAIN:
        raise KeyError(data)
    if (key == "place" and data is None) or (key == "reading" and type(data) is bool):
        return data
    return _text(data)


def record(kind: type[Any], data: Any) -> Any:
    """Return a place or a culprit, whose attributes were written as data for JSON; a TypeError says it is none."""
    record = kind(**data)
    for field in fields(kind):
        value = getattr(record, field.name)
        if type(value).__name__ != field.type or field.name not in data:
            raise TypeError(field.name)
        _text(str(value))
    return record


def _text(data: Any) -> str:
    if type(data) is not str or len(data) > MOST_TEXT:
        raise TypeError(f"A text has at most {MOST_TEXT:,} characters.")
    return data


def _read(data: Any) -> Any:
    """Return the value that :func:`_written` wrote; of what it did not write, anything."""
    match data:
        case list():
            return [_read(item) for item in data]
        case {"tuple": list(items)}:
            return tuple(map(_read, items))
        case {"entries": pairs}:
            return {key: _read(item) for key, item in pairs}
        case {"unexpected": dict(unexpected)}:
            return from_json(unexpected)
        case {"unexpected": kind}:
            return Unexpected(_text(kind))
        case {"float": str(text)}:
            return float(text)
        case {"array": [list(shape), list(entries)]}:
            return PlainArray(tuple(shape), tuple(map(_read, entries)))
        case {"int": str(text)}:
            return int(text, 16)
    return data
