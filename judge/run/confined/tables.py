# SPDX-License-Identifier: MIT
"""Typed copies of what pandas holds: its tables, columns, indexes and moments, for :mod:`judge.run.confined.copies`.

Whoever takes a copy asks only pandas that is loaded already. A copy has plain columns, an index, names and dtypes, and
nothing else of what it was taken from: no class, no method, no attribute. So what is made of it is pandas' own.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

# Takes the copy of a part, or makes a part of its copy.
Copy = Callable[[Any], list[Any]]
Make = Callable[[Any], Any]

# Entries of a table: an array of as many numbers is as large as one may be.
MOST_ENTRIES = 2**18
# Types whose entries are written one by one, by their names; they are made by the same names.
ONE_BY_ONE = frozenset(
    (
        *("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64"),
        *("Float32", "Float64", "boolean", "string", "str", "object"),
    )
)
INDEXES = ("Index", "DatetimeIndex", "TimedeltaIndex", "CategoricalIndex")
MOMENTS = ("Timestamp", "Timedelta")
MISSING = ("NaT", "NA")
KINDS = frozenset(("Series", "DataFrame", "Index", "RangeIndex", "MultiIndex", *MOMENTS, *MISSING))


def copied(value: Any, copy: Copy) -> list[Any] | None:
    """Return a typed copy of a value of pandas', as JSON has it; None where it is none, or holds more than data.

    Args:
        value: The value.
        copy: Takes the copy of a part, and raises where that is no data.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None:
        return None
    for missing in MISSING:
        if value is getattr(pandas, missing, None):
            return [missing]
    kind, name = type(value), type(value).__name__
    if kind is not getattr(pandas, name, None):
        return None
    if name in MOMENTS:
        return [name, copy(value.asm8), copy(getattr(value, "tzinfo", None))]
    if name == "Series":
        column = _column(value, copy)
        return column and [name, column, copy(value.index), copy(value.name)]
    if name == "DataFrame" and value.size <= MOST_ENTRIES:
        columns = [_column(value.iloc[:, place], copy) for place in range(value.shape[1])]
        return [name, copy(value.index), copy(value.columns), *columns] if all(columns) else None
    return _copied_index(value, name, copy)


def _copied_index(value: Any, name: str, copy: Copy) -> list[Any] | None:
    if name == "RangeIndex":
        return [name, copy(value.start), copy(value.stop), copy(value.step), copy(value.name)]
    if name in (*INDEXES, "MultiIndex") and len(value) * value.nlevels > MOST_ENTRIES:
        return None
    if name == "MultiIndex":
        return [name, *(copy(value.get_level_values(level)) for level in range(value.nlevels))]
    if name in INDEXES:
        # `to_series` would take objects that are texts for texts.
        column = _column(sys.modules["pandas"].Series(value, dtype=value.dtype), copy)
        return column and ["Index", column, copy(value.name), copy(getattr(value, "freqstr", None))]
    return None


def _column(values: Any, copy: Copy) -> list[Any] | None:
    """Return the entries of a series with their type; None where they are too many, or of a type that is no data."""
    if len(values) > MOST_ENTRIES:
        return None
    name = str(values.dtype)
    if name in ONE_BY_ONE:
        return [name, *map(copy, values.tolist())]
    if name == "category":
        whole = values.cat
        return ["category", copy(whole.codes.to_numpy()), copy(whole.categories), copy(whole.ordered)]
    if zone := getattr(values.dtype, "tz", None):
        return ["zone", copy(values.dt.tz_convert(None).to_numpy()), copy(zone)]
    numpy = sys.modules["numpy"]
    return ["array", copy(values.to_numpy())] if isinstance(values.dtype, numpy.dtype) else None


def made(kind: str, parts: list[Any], make: Make) -> Any:
    """Return the value of a typed copy, made anew by pandas.

    Args:
        kind: The first entry of the copy.
        parts: The others.
        make: Makes a part of its copy.

    Raises:
        ValueError, TypeError, LookupError, ArithmeticError, AttributeError, ImportError: It is no copy.
    """
    # In a session alone, which imports it as a notebook would: the judge itself needs no pandas.
    pandas = importlib.import_module("pandas")
    if kind in MISSING:
        return getattr(pandas, kind)
    if kind in MOMENTS:
        moment, zone = getattr(pandas, kind)(make(parts[0])), make(parts[1])
        return moment if zone is None else moment.tz_localize("UTC").tz_convert(zone)
    if kind == "Series":
        column, index, name = parts
        series = _made_column(pandas, column, make, make(index))
        series.name = make(name)
        return series
    if kind == "DataFrame":
        index, names, *columns = parts
        own = make(index)
        table = pandas.DataFrame(
            {place: _made_column(pandas, each, make, own) for place, each in enumerate(columns)}, own
        )
        table.columns = make(names)
        return table
    if kind == "RangeIndex":
        start, stop, step, name = map(make, parts)
        return pandas.RangeIndex(start, stop, step, name=name)
    if kind == "MultiIndex":
        return pandas.MultiIndex.from_arrays([pandas.Index(make(each)) for each in parts])
    column, name, often = parts[0], make(parts[1]), make(parts[2])
    values = _made_column(pandas, column, make)
    index = pandas.Index(values, dtype=values.dtype, name=name)
    return index if often is None else type(index)(index, freq=often)


def _made_column(pandas: Any, column: Any, make: Make, index: Any = None) -> Any:
    kind, *parts = column
    if kind in ONE_BY_ONE:
        return pandas.Series([make(each) for each in parts], index, dtype=kind)
    if kind == "category":
        codes, categories, ordered = map(make, parts)
        return pandas.Series(pandas.Categorical.from_codes(codes, categories, ordered=ordered), index)
    if kind == "zone":
        moments, zone = map(make, parts)
        return pandas.Series(moments, index).dt.tz_localize("UTC").dt.tz_convert(zone)
    if kind != "array":
        raise ValueError(kind)
    return pandas.Series(make(parts[0]), index)
