# SPDX-License-Identifier: MIT
"""Values that cross between a submission and the check that asks it: typed copies of data, and of nothing else.

Beside what :mod:`judge.run.confined.copies` copies, these are what a dictionary shows of itself, and the rest of an
iterator. A value of a class that inherits from one of Python's types crosses as that type, without
any method of the class: an answer of a submission's own ``int`` is compared as the number that it holds.
"""

from __future__ import annotations

import itertools
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable
from types import GeneratorType
from typing import Any

from judge.run.confined.copies import DEEPEST, MOST_PARTS, NotPlain, copied, made

# What gives one value after the other, once.
ITERATORS = (
    GeneratorType, map, filter, zip, enumerate, reversed,
    *(type(iter(each)) for each in ([], (), set(), {}, {}.values(), {}.items(), "", b"", range(0))),
)  # fmt: skip
SHOWN = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}
# Types that others inherit from, and how the data of such a value is read without a method of its class.
BASES: dict[type, Callable[[Any], Any]] = {
    int: lambda value: int.__add__(value, 0),
    float: lambda value: float.__mul__(value, 1.0),
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    OrderedDict: lambda value: dict(dict.items(value)),
    dict: lambda value: dict(dict.items(value)),
    list: lambda value: list(list.__iter__(value)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}


def written(value: Any, deeper: int = DEEPEST) -> list[Any]:
    """Return a value as JSON has it.

    Raises:
        NotPlain: It is no data, or too much; the text is the name of its type.
    """
    try:
        return ["plain", copied(value)]
    except (NotPlain, RecursionError):
        return _written(value, deeper - 1)


def _written(value: Any, deeper: int) -> list[Any]:
    kind = type(value)
    if deeper < 0:
        raise NotPlain(kind.__name__)
    if kind in (list, tuple, set, frozenset):
        return [kind.__name__, *_each(value, kind, deeper)]
    if kind is dict:
        return ["dict", *_each(itertools.chain.from_iterable(value.items()), kind, deeper)]
    if kind in SHOWN:
        entries = itertools.chain.from_iterable(value) if SHOWN[kind] == "items" else value
        return [SHOWN[kind], *_each(entries, kind, deeper)]
    if kind in ITERATORS:
        return ["iterator", *_each(value, kind, deeper)]
    for base, data_of in BASES.items():
        if kind is not base and base in kind.__mro__:
            return written(data_of(value), deeper)
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind is not numpy.ndarray and numpy.ndarray in kind.__mro__:
        return written(numpy.ndarray.view(value, numpy.ndarray), deeper)
    raise NotPlain(kind.__name__)


def _each(values: Iterable[Any], kind: type, deeper: int) -> list[Any]:
    found = list(itertools.islice(values, MOST_PARTS + 1))
    if len(found) > MOST_PARTS:
        raise NotPlain(kind.__name__)
    return [written(value, deeper) for value in found]


def read(data: Any) -> Any:
    """Return the value that was written, made anew.

    Raises:
        ValueError: It was not written so.
    """
    try:
        return _read(*data)
    except (ArithmeticError, AttributeError, ImportError, LookupError, MemoryError, RecursionError, TypeError) as error:
        raise ValueError(str(error)) from error


def _read(kind: str, *rest: Any) -> Any:
    if kind == "plain":
        return made(rest[0])
    values = [_read(*each) for each in rest]
    several: dict[str, Callable[[], Any]] = {
        "list": lambda: values,
        "tuple": lambda: tuple(values),
        "set": lambda: set(values),
        "frozenset": lambda: frozenset(values),
        "iterator": lambda: (value for value in values),
        "keys": lambda: dict.fromkeys(values).keys(),
        "values": lambda: dict(enumerate(values)).values(),
        "items": lambda: dict(zip(values[::2], values[1::2], strict=True)).items(),
        "dict": lambda: dict(zip(values[::2], values[1::2], strict=True)),
    }
    return several[kind]()
