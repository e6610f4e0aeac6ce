# SPDX-License-Identifier: MIT
"""Answers become plain data by exact type, and nothing of the learner's takes part in the comparison."""

import math

import numpy
import pytest

from grading.run.answers import plain, same, show


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


class LyingFloat(float):
    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


@pytest.mark.parametrize("value", [3, -2.5, "text", True, None, [1, [2.0, "a"]], {"a": 1}])
def test_plain_data_stays_as_it_is(value):
    assert plain(value) == value


def test_tuples_become_lists_and_numpy_scalars_become_numbers():
    assert plain((1, (2,))) == [1, [2]]
    assert plain(numpy.float64(2.5)) == 2.5
    assert type(plain(numpy.float64(2.5))) is float
    assert type(plain(numpy.int32(2))) is int


@pytest.mark.parametrize("value", [AlwaysEqual(), LyingFloat(3.0), numpy.ones(2), {1, 2}, lambda: 1])
def test_every_other_type_is_a_finding(value):
    answer = plain(value)
    assert answer == {"unexpected": type(value).__name__}
    assert not same(3.0, answer)
    assert not same([1.0, 1.0], answer)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (1.0, 1, True),
        (1.0, 1.0 + 1e-10, True),
        (1.0, 1.0 + 1e-8, False),
        (math.nan, math.nan, True),
        (math.nan, 1.0, False),
        (math.inf, -math.inf, False),
        (True, 1, False),
        (True, True, True),
        ([1, 2], [1, 2, 3], False),
        ([1, 2], [1.0, 2.0], True),
        ({"a": 1}, {"b": 1}, False),
        ({"raised": "TypeError", "text": "x"}, {"raised": "TypeError", "text": "y"}, True),
        ({"raised": "TypeError", "text": "x"}, {"raised": "ValueError", "text": "x"}, False),
        ("3.0", 3.0, False),
        (None, 0, False),
    ],
)
def test_same(first, second, expected):
    assert same(first, second) is expected
    assert same(second, first) is expected


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (6.0, "6.0"),
        (1 / 3, "0.333333"),
        (1e-12, "1e-12"),
        (5, "5"),
        ([1.0, -2.5], "(1.0, -2.5)"),
        ("+", "+"),
        ("", "the empty text"),
    ],
)
def test_show_is_short(answer, text):
    assert show(answer) == text
