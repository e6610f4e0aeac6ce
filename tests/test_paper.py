# SPDX-License-Identifier: MIT
"""Answers found on paper are read leniently: a choice, a set of letters, a rounded number."""

import math

import pytest

from exercises.shared.digits import about
from exercises.shared.paper import choice_among, letters
from judge.notebooks import reference
from judge.notebooks.cells import grade_id


class Text(str):
    __slots__ = ()

    def strip(self, *ignored):
        return "none"


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("ReLU", "ReLU"),
        (" relu\n", "ReLU"),
        ("NONE", "none"),
        ("leaky ReLU ", "leaky ReLU"),
        (Text("relu"), "ReLU"),
        ("relu.", "ReLU"),
        ('"ReLU"', "ReLU"),
        ("(none)", "none"),
        ("lineal", "lineal"),
        (3, 3),
        (["ReLU"], ["ReLU"]),
    ],
)
def test_a_choice_is_read_whatever_its_capital_letters_and_blanks(said, read):
    assert choice_among(("ReLU", "none"), said) == read


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("CA", ["A", "C"]),
        ("a, c", ["A", "C"]),
        ("A and C", ["A", "C"]),
        (["C", "A", "a"], ["A", "C"]),
        ({"A"}, ["A"]),
        ("", []),
        ("A y C", ["A", "C"]),
        ("A, B o D", ["A", "B", "D"]),
        ("a, b, d", ["A", "B", "D"]),
        ("A/C", ["A", "C"]),
        ("A. C.", ["A", "C"]),
        ("(A, C)", ["A", "C"]),
        ("['A', 'C']", ["A", "C"]),
        ("A\nC", ["A", "C"]),
        ("A-B-D", ["A", "B", "D"]),
        ("A-D", "a text with '-'; the planes are A, B, C and D"),
        ("B y", ["B"]),
        ({"A": True}, "{'A': True}; the planes have letters"),
        ({"A": {1}}, "{'A': an object of type set}; the planes have letters"),
        ("AE", "a text with 'E'; the planes are A, B, C and D"),
        (7, "7; the planes have letters"),
    ],
)
def test_letters_are_read_in_any_order_and_what_is_none_is_said(said, read):
    assert letters(said, "ABCD", "the planes") == read


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("A, C e I", ["A", "C", "I"]),
        ("a, c e i", ["A", "C", "I"]),
        ("A, C, e", ["A", "C", "E"]),
        ("A E I", ["A", "E", "I"]),
        ("a e i", ["A", "E", "I"]),
        ("E e I", ["E", "I"]),
        ("e", ["E"]),
    ],
)
def test_the_spanish_and_before_an_i_is_no_letter(said, read):
    assert letters(said, "ABCDEFGHI", "the lines") == read


def test_letters_that_are_still_empty_are_not_judged():
    with pytest.raises(NotImplementedError):
        letters(["A", None], "ABCD", "the planes")


def test_a_number_counts_to_two_digits_and_where_it_follows_from_one_before():
    judged = about(1000.0, lambda answers: [2 * answers["before"]])
    assert judged({"before": 3}, 1015) == 1000.0
    assert judged({"before": 3}, 1030) == 1030
    assert judged({"before": 3}, 6.1) == 1000.0
    assert judged({"before": 3}, "1000") == "1000"
    assert math.isnan(judged({"before": 3}, math.nan))


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        ("day1-predict-reuse", "prediction['loop']['nodes'] = '6'"),
        ("day1-design-unnoticed", "design['unnoticed at'] = '1'"),
        ("day2-accumulate-hides", "trap['hides'] = (3, '0')"),
        ("day2-chain-times", "chain['times'] = '9'"),
        ("day2-complex-still", "on_paper['a'] = '1'"),
        ("day2-step-lowest", "long_step['lowest'] = '0.83'"),
        ("day2-step-scale", "long_step['parts'] = '18'"),
    ],
)
def test_a_number_in_quotes_is_reported_by_the_visible_check(check, answer):
    day = int(check[3])
    namespace = reference.load(day)
    exec(answer, namespace)
    with pytest.raises(AssertionError, match="without quotes"):
        exec(next(cell.source for cell in reference.cells(day) if grade_id(cell) == check), namespace)


@pytest.mark.parametrize(
    ("right", "said", "counts"),
    [
        (2.25, 2.3, True),
        (2.25, 2.2, True),
        (2.25, 2.32, False),
        (1.6333, 1.6, True),
        (0.125, 0.13, True),
        (36, 37, False),
    ],
)
def test_a_number_that_is_rounded_to_two_digits_counts(right, said, counts):
    assert (about(right)({}, said) == right) is counts
