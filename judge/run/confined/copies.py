# SPDX-License-Identifier: MIT
"""Typed copies of plain data, by which a clean process gets what a submission left, and none of its code.

Whoever takes copies may lie: what comes of them is plain data all the same, since nothing else can be written. Each
value is a list whose first entry says its type.
"""

from __future__ import annotations

import base64
import builtins
import collections
import datetime
import importlib
import itertools
import json
import sys
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any

from judge.run.confined import tables

DEEPEST = 40
# Values in a value, characters or bytes of one, and characters of all copies together, since an answer is one line.
MOST_PARTS, LARGEST, MOST_WRITTEN = 100_000, 2 * 2**20, 4 * 2**20
# Kinds of numbers and texts that an array may hold; objects are none.
KINDS = "biufcSUmM"
SEVERAL = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "deque": collections.deque}
PAIRS = {
    "dict": dict,
    "OrderedDict": collections.OrderedDict,
    "Counter": collections.Counter,
    "defaultdict": lambda pairs: collections.defaultdict(None, pairs),
}
_BY_TYPE = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset", collections.deque: "deque"}
_PAIRS_BY_TYPE = {
    dict: "dict",
    collections.OrderedDict: "OrderedDict",
    collections.Counter: "Counter",
    collections.defaultdict: "defaultdict",
}
# Numbers and moments, by their types, and the parts of which each is made anew.
_PARTS_OF = {
    complex: lambda value: (value.real, value.imag),
    Fraction: lambda value: (value.numerator, value.denominator),
    Decimal: lambda value: (str(value),),
    datetime.date: lambda value: (value.year, value.month, value.day),
    datetime.time: lambda value: (value.replace(tzinfo=None).isoformat(), value.tzinfo, value.fold),
    datetime.datetime: lambda value: (value.replace(tzinfo=None).isoformat(), value.tzinfo, value.fold),
    datetime.timedelta: lambda value: (value.days, value.seconds, value.microseconds),
    datetime.timezone: lambda value: value.__getinitargs__(),
    zoneinfo.ZoneInfo: lambda value: (value.key,),
}
_OF_PARTS = {
    "complex": complex,
    "Fraction": Fraction,
    "Decimal": Decimal,
    "date": datetime.date,
    "time": lambda text, zone, fold: datetime.time.fromisoformat(text).replace(tzinfo=zone, fold=fold),
    "datetime": lambda text, zone, fold: datetime.datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold),
    "timedelta": datetime.timedelta,
    "timezone": datetime.timezone,
    "ZoneInfo": zoneinfo.ZoneInfo,
}


class NotPlain(TypeError):
    """A value is no plain data; the text is the name of its type."""


def taken(names: Mapping[str, Any], wanted: Iterable[str]) -> dict[str, Any]:
    """Return what some names stand for, where they stand for anything.

    Returns:
        By name, under ``data`` a copy; under ``imports`` the module, and the name in it or "", of what comes from a
        module; under ``others`` the type of what is neither.
    """
    found: dict[str, dict[str, Any]] = {"data": {}, "imports": {}, "others": {}}
    left = MOST_WRITTEN
    for name in [name for name in wanted if name in names]:
        try:
            if place := _imported(names[name]):
                found["imports"][name] = place
                continue
            copy = copied(names[name])
            if (size := len(json.dumps(copy))) > left:
                raise NotPlain(type(names[name]).__name__)
            left -= size
            found["data"][name] = copy
        except Exception as error:  # A value may do anything when it is looked at.
            kind = str(error) if type(error) is NotPlain else type(names[name]).__name__
            found["others"][name] = kind[:100]
    return found


def put(names: dict[str, Any], message: Mapping[str, Any]) -> None:
    """Put copies, and what is imported, under their names.

    Raises:
        ValueError: They have not the form of copies.
        ImportError, AttributeError: There is nothing to import.
    """
    for name, (module, inside) in message["imports"].items():
        thing: Any = importlib.import_module(module)
        for part in filter(None, inside.split(".")):
            thing = getattr(thing, part)
        names[name] = thing
    for name, copy in message["data"].items():
        try:
            names[name] = made(copy)
        except (LookupError, TypeError, ArithmeticError, RecursionError) as error:
            raise ValueError(str(error)) from error


def _imported(value: Any) -> tuple[str, str] | None:
    """Return where a value can be imported from, a module and a name in it; None where it is the notebook's own."""
    if type(value) is ModuleType:
        return (value.__name__, "") if sys.modules.get(value.__name__) is value else None
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not callable(value) or type(module) is not str or type(name) is not str or module == "__main__":
        return None
    found: Any = builtins if module == "builtins" else sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return (module, name) if found is value else None


def copied(value: Any) -> list[Any]:
    """Return a typed copy of a value, as JSON has it.

    Raises:
        NotPlain: It is no plain data, has too much in it, or stands in itself.
    """
    return _copied(value, DEEPEST, itertools.count())


def _copied(value: Any, deeper: int, parts: Iterator[int]) -> list[Any]:
    kind = type(value)
    too_long = kind in (str, bytes) and len(value) > LARGEST
    if deeper < 0 or next(parts) > MOST_PARTS or too_long or (kind is int and value.bit_length() > LARGEST):
        raise NotPlain(kind.__name__)
    if value is None:
        return ["None"]
    if kind in (bool, str):
        return [kind.__name__, value]
    if kind is int:
        return ["int", hex(value)]
    if kind is float:
        return ["float", value.hex()]
    if kind is bytes:
        return ["bytes", base64.b64encode(value).decode()]
    if kind is range:
        return ["range", value.start, value.stop, value.step]
    if kind in _BY_TYPE:
        return [_BY_TYPE[kind], *(_copied(each, deeper - 1, parts) for each in value)]
    if kind in _PAIRS_BY_TYPE:
        pairs = ([_copied(key, deeper - 1, parts), _copied(each, deeper - 1, parts)] for key, each in value.items())
        return [_PAIRS_BY_TYPE[kind], *pairs]
    if kind in _PARTS_OF:
        return [kind.__name__, *(_copied(part, deeper - 1, parts) for part in _PARTS_OF[kind](value))]
    table = tables.copied(value, lambda part: _copied(part, deeper - 1, parts))
    return _copied_array(value) if table is None else table


def _copied_array(value: Any) -> list[Any]:
    numpy, kind = sys.modules.get("numpy"), type(value)
    if numpy is None or not issubclass(kind, (numpy.ndarray, numpy.generic)) or value.dtype.kind not in KINDS:
        raise NotPlain(kind.__name__)
    if (
        kind not in (numpy.ndarray, value.dtype.type) or value.nbytes > LARGEST
    ):  # A class of the notebook's own, or a matrix.
        raise NotPlain(kind.__name__)
    data = base64.b64encode(value.tobytes()).decode()
    return ["array", value.dtype.str, list(value.shape), kind is numpy.ndarray, data]


def made(copy: Any) -> Any:
    """Return the value of a typed copy, made anew.

    Raises:
        ValueError, TypeError, LookupError, ArithmeticError, AttributeError, ImportError, RecursionError: It is no copy.
    """
    kind, *rest = copy
    if kind == "None":
        return None
    if kind in ("bool", "str"):
        return {"bool": bool, "str": str}[kind](rest[0])
    if kind == "int":
        return int(rest[0], 16)
    if kind == "float":
        return float.fromhex(rest[0])
    if kind == "bytes":
        return base64.b64decode(rest[0])
    if kind == "range":
        return range(*rest)
    if kind == "array":
        return _made_array(*rest)
    if kind in _OF_PARTS:
        return _OF_PARTS[kind](*map(made, rest))
    if kind in tables.KINDS:
        return tables.made(kind, rest, made)
    if kind in SEVERAL:
        return SEVERAL[kind](map(made, rest))
    return PAIRS[kind]((made(key), made(value)) for key, value in rest)


def _made_array(dtype: str, shape: list[int], whole: bool, data: str) -> Any:
    import numpy

    kind = numpy.dtype(str(dtype))
    if kind.kind not in KINDS:
        raise ValueError(dtype)
    array = numpy.frombuffer(base64.b64decode(data), kind).reshape(shape).copy()
    return array if whole else array[()]
