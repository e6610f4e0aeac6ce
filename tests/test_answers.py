# SPDX-License-Identifier: MIT
"""Answers are accepted by exact type, never pose as another kind, and survive JSON."""

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.run import answers
from judge.run.answers import (
    AnswerError,
    Culprit,
    Missing,
    NotAttempted,
    Place,
    PlainValue,
    Raised,
    Several,
    Unending,
    Unexpected,
    attempt,
    decimal_comma,
    from_json,
    number_of,
    plain_answer,
    raised,
    same,
    show,
    to_json,
)


class AlwaysEqual:
    def __eq__(self, other):
        return True

    __hash__ = None


class LyingFloat(float):
    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class LyingText(str):
    __slots__ = ()


def nested(depth):
    value = 1.0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [3, -2.5, "text", True, None, [1, [2.0, "a"]], {"a": 1}])
def test_plain_data_stays_as_it_is(value):
    assert plain_answer(value) == PlainValue(value)


def test_a_tuple_is_compared_as_a_list_and_remembers_what_it_was():
    answer = plain_answer((1, [2, (3,)]))
    assert answer == PlainValue([1, [2, [3]]])
    assert same(answer, plain_answer([1, (2, [3])]))
    assert show(answer.value) == "(1, (2, (3,)))"
    assert show(answer.value, spelled=True) == "(1, [2, (3,)])"
    again = from_json(json.loads(json.dumps(to_json(answer))))
    assert show(again.value, spelled=True) == "(1, [2, (3,)])"
    assert not same(answer, PlainValue({"tuple": [1, [2, [3]]]}))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (Fraction(-5, 2), -2.5),
        (Decimal("42.25"), 42.25),
        (Decimal("NaN"), math.nan),
        (numpy.array(2.5), 2.5),
        (numpy.array(3), 3),
        (numpy.float64(2.5), 2.5),
        (numpy.int32(2), 2),
    ],
)
def test_an_exact_number_counts_as_its_number(value, number):
    assert same(plain_answer(value), PlainValue(number))
    assert type(plain_answer(value).value) is type(number)


def test_a_question_that_rounds_takes_any_exact_number():
    assert number_of(Fraction(5, 2)) == 2.5
    assert type(number_of(Fraction(5, 2))) is float
    assert type(number_of(numpy.float64(2.5))) is float
    assert number_of(True) is True
    assert number_of("2.5") == "2.5"
    liar = LyingFloat(2.5)
    assert number_of(liar) is liar


class LyingFraction(Fraction):
    def __eq__(self, other):
        return True

    __hash__ = Fraction.__hash__


def a_fraction_of(numerator):
    value = Fraction(1, 2)
    value._numerator = numerator
    return value


@pytest.mark.parametrize(
    "value",
    [
        LyingFraction(1, 2),
        a_fraction_of(LyingFloat(1.0)),
        a_fraction_of(AlwaysEqual()),
        Fraction(10**400),
        Decimal("sNaN"),
        type("Number", (Decimal,), {})(1),
        numpy.array(AlwaysEqual()),
    ],
)
def test_what_only_looks_like_an_exact_number_is_none(value):
    assert type(plain_answer(value)) is Unexpected


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ((42, 25), "42.25"),
        ((-84, 5), "-84.5"),
        ((1.0, 5), ""),
        ((1, -5), ""),
        ((1, True), ""),
        ((1, 2, 3), ""),
        ([1, 5], ""),
    ],
)
def test_a_pair_of_whole_numbers_was_meant_as_one_number(value, number):
    assert decimal_comma(plain_answer(value).value) == decimal_comma(value) == number


@pytest.mark.parametrize(
    "value",
    [AlwaysEqual(), LyingFloat(3.0), LyingText("a"), numpy.ma.array([1.0]), {1, 2}, lambda: 1, Raised("TypeError", "")],
)
def test_every_other_type_is_unexpected_and_equals_nothing(value):
    answer = plain_answer(value)
    assert answer == Unexpected(type(value).__name__)
    assert not same(PlainValue(3.0), answer)
    assert not same(PlainValue([1.0, 1.0]), answer)
    assert not same(PlainValue([3.0]), plain_answer([value]))


def test_a_learners_own_methods_are_never_called():
    class Trap(dict):
        def __getattribute__(self, name):
            raise AssertionError("called")

        def __iter__(self):
            raise AssertionError("called")

    class Key:
        def __hash__(self):
            return 1

        def __str__(self):
            raise AssertionError("called")

    class Equal(type):
        """A class of this kind says that it is any other one, such as float."""

        def __eq__(cls, other):
            return True

        def __hash__(cls):
            raise AssertionError("called")

    assert plain_answer(Trap()) == Unexpected("Trap")
    assert plain_answer({Key(): 1}) == Unexpected("dict", "keys")
    posing = Equal("Posing", (), {})
    assert type(plain_answer(posing())) is Unexpected
    assert type(plain_answer({posing(): 1})) is Unexpected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (list(range(answers.MOST_PARTS + 1)), "entries"),
        ({str(number): 1 for number in range(answers.MOST_PARTS + 1)}, "entries"),
        ("a" * (answers.MOST_TEXT + 1), "characters"),
        (1 << answers.MOST_BITS, "bits"),
    ],
)
def test_what_is_too_large_is_unexpected(value, reason):
    assert plain_answer(value).why == reason


def test_the_parts_of_nested_lists_are_counted_together():
    rows = [[0.0] * 100 for _ in range(answers.MOST_PARTS // 100)]
    assert plain_answer(rows).value[-1][-1].why == "parts"
    from_json(json.loads(json.dumps(to_json(plain_answer(rows[:-1])))))


def test_what_is_too_deep_is_unexpected_and_so_is_a_list_in_itself():
    fits = plain_answer(nested(answers.MOST_DEPTH))
    assert from_json(to_json(fits)) == fits
    assert "deep" not in str(fits)
    innermost = plain_answer(nested(answers.MOST_DEPTH + 1)).value
    while isinstance(innermost, list):
        (innermost,) = innermost
    assert show(innermost) == f"an object of type list nested more than {answers.MOST_DEPTH} deep"
    assert "deep" in str(plain_answer(nested(900)))
    ring = []
    ring.append(ring)
    assert "deep" in str(plain_answer(ring))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (1.0, 1, True),
        (1.0, 1.0 + 1e-10, True),
        (1.0, 1.0 + 1e-8, False),
        (math.nan, math.nan, True),
        (math.nan, 1.0, False),
        (math.inf, -math.inf, False),
        (10**400, 1.0, False),
        (10**400, 10**400, True),
        (True, 1, False),
        (True, True, True),
        ([1, 2], [1, 2, 3], False),
        ([1, 2], [1.0, 2.0], True),
        ({"a": 1}, {"b": 1}, False),
        ({"a": 1}, {"a": 2}, False),
        ("3.0", 3.0, False),
        (None, 0, False),
    ],
)
def test_same_values(first, second, expected):
    assert same(PlainValue(first), PlainValue(second)) is expected
    assert same(PlainValue(second), PlainValue(first)) is expected


def test_errors_are_the_same_when_their_types_are():
    assert same(Raised("TypeError", "x"), Raised("TypeError", "y", Place("f", 1, "g()")))
    assert not same(Raised("TypeError", "x"), Raised("ValueError", "x"))
    assert same(Several((PlainValue(1), Raised("A", ""))), Several((PlainValue(1.0), Raised("A", "b"))))
    assert not same(Several((PlainValue(1),)), PlainValue([1]))


class LyingArray(numpy.ndarray):
    def __eq__(self, other):
        return True

    def tolist(self):
        raise AssertionError("called")


TABLE = numpy.array([[1.0, 2.0], [3.0, 4.0], [5.0, -0.5]])


@pytest.mark.parametrize("view", [TABLE, TABLE.T, TABLE[::-1], TABLE[:, 1], numpy.zeros((0, 3)), TABLE[:, None, :]])
def test_an_array_crosses_as_its_shape_and_its_numbers_row_by_row(view):
    answer = plain_answer(view)
    assert answer.value.shape == view.shape
    assert answer.value.entries == tuple(float(number) for number in view.flatten())
    assert set(map(type, answer.value.entries)) <= {float}
    written = json.loads(json.dumps(to_json(answer), allow_nan=False))
    assert written["value"]["array"][0] == list(view.shape)
    assert from_json(written) == answer
    assert numpy.array_equal(numpy.array(answer.value.nested()).reshape(view.shape), view)


def test_arrays_are_the_same_where_shape_and_entries_are():
    answer = plain_answer(TABLE)
    assert same(answer, plain_answer(TABLE + 1e-11))
    for other in (TABLE.T, TABLE[:, :, None], TABLE.reshape(6), TABLE.tolist(), TABLE + 1e-6, -TABLE):
        assert not same(answer, plain_answer(other)), other
    assert not same(plain_answer(numpy.array([2.0])), PlainValue(2.0)), "the shapes (1,) and () are two"
    nan = plain_answer(numpy.array([1.0, math.nan, math.inf]))
    assert same(nan, from_json(json.loads(json.dumps(to_json(nan), allow_nan=False))))
    assert show(answer.value) == "[[1.0, 2.0], [3.0, 4.0], [5.0, -0.5]]"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (numpy.ones(2, dtype=int), "an object of type ndarray, whose numbers are int64 and not float64"),
        (numpy.ones(2, dtype="f4"), "an object of type ndarray, whose numbers are float32 and not float64"),
        (
            numpy.array([[1.0], [1.0, 2.0]], dtype=object),
            "an object of type ndarray, whose numbers are object and not float64",
        ),
        (numpy.array(["a"]), "an array of texts"),
        (numpy.array([None]), "an object of type ndarray, whose numbers are object and not float64"),
        (numpy.ones(1_000_000), "an object of type ndarray, whose shape (1000000,) is too large"),
        (numpy.ones((1,) * 13), f"an object of type ndarray, whose shape {(1,) * 13} is too large"),
        (TABLE.view(LyingArray), "an object of type LyingArray"),
        (numpy.ma.array([1.0]), "an object of type MaskedArray"),
    ],
)
def test_an_array_of_another_kind_is_named_and_none_of_it_crosses(value, shown):
    answer = plain_answer(value)
    assert show(answer) == shown
    assert from_json(json.loads(json.dumps(to_json(answer)))) == answer
    assert not same(plain_answer(TABLE), plain_answer(value))


def test_the_entries_of_all_arrays_of_an_answer_are_counted_together():
    half = numpy.ones(answers.MOST_ENTRIES // 2)
    fits = plain_answer([half, half])
    assert from_json(to_json(fits)) == fits
    assert type(plain_answer([half, half, half]).value[2]) is Unexpected
    entry = [[answers.MOST_ENTRIES // 2], [1.0] * (answers.MOST_ENTRIES // 2)]
    with pytest.raises(AnswerError):
        from_json({"kind": "value", "value": [{"array": entry}] * 3})


@pytest.mark.parametrize(
    "data",
    [
        [],
        [[2], [1.0]],
        [[2], [1.0, 2]],
        [[2.0], [1.0, 2.0]],
        [[-1, -2], [1.0, 2.0]],
        [[True], [1.0]],
        [[], [1.0]],
        [[1], [{"float": "1.0"}]],
        [[1], [{"int": "0x1"}]],
        [[1], [math.nan]],
        [[1], ["1.0"]],
        [[1] * 13, [1.0]],
        [[1], 1.0],
        {"shape": [1]},
    ],
)
def test_what_is_no_array_is_refused_by_the_reader(data):
    with pytest.raises(AnswerError):
        from_json({"kind": "value", "value": {"array": data}})


numbers = st.integers(-(2**80), 2**80) | st.floats(allow_nan=False)
texts = st.text(max_size=20)
# What a learner may hand over, keys of our own tags included.
keys = texts | st.sampled_from(["kind", "value", "raised", "entries", "unexpected", "float", "int", "several"])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts | st.builds(object),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)
plain_answers = values.map(plain_answer)
others = st.one_of(
    st.builds(
        Raised,
        texts,
        texts,
        st.none() | st.builds(Place, texts, st.integers(0, 99), texts),
        st.booleans(),
        st.none() | st.builds(Culprit, texts, texts, st.booleans()),
    ),
    st.builds(Unending, texts),
    st.builds(Missing, texts),
    st.builds(NotAttempted, texts, texts),
    st.builds(Unexpected, texts, st.sampled_from(sorted(answers.NOT_PLAIN)), texts),
)
several = st.lists(plain_answers | others, max_size=4).map(lambda found: Several(tuple(found)))


@given(plain_answers | others | several)
@settings(max_examples=100, deadline=None)
def test_json_gives_back_the_answer_of_the_same_type(answer):
    again = from_json(json.loads(json.dumps(to_json(answer), allow_nan=False)))
    assert again == answer
    assert repr(again) == repr(answer), "1 is not 1.0, and True is not 1"


@given(plain_answers, others | several)
@settings(max_examples=200, deadline=None)
@example(PlainValue({"kind": "missing", "name": "a"}), Missing("a"))
def test_no_value_is_written_like_another_kind(answer, other):
    assert to_json(answer) != to_json(other) or answer == other
    if isinstance(answer, PlainValue):
        assert not same(answer, other)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, -0.0, 1e-320, 2**53 + 1, -(10**300)])
def test_odd_numbers_survive_json(number):
    again = from_json(json.loads(json.dumps(to_json(PlainValue(number)), allow_nan=False)))
    assert repr(again.value) == repr(number)


json_data = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


@given(json_data)
@settings(max_examples=300, deadline=None)
def test_any_other_json_is_refused_and_what_is_read_is_written_alike(data):
    try:
        answer = from_json(data)
    except AnswerError:
        return
    assert to_json(answer) == data


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "value"},
        {"kind": "value", "value": 1, "more": 2},
        {"kind": "value", "value": {"a": 1}},
        {"kind": "value", "value": {"float": "1.5"}},
        {"kind": "value", "value": {"int": "0x1"}},
        {"kind": "value", "value": {"int": "12345678901234567890"}},
        {"kind": "value", "value": {"entries": [["a", 1], ["a", 2]]}},
        {"kind": "value", "value": 2**60},
        {"kind": "value", "value": nested(answers.MOST_DEPTH + 1)},
        {"kind": "value", "value": nested(900)},
        {"kind": "value", "value": [0] * (answers.MOST_PARTS + 1)},
        {"kind": "value", "value": "a" * (answers.MOST_TEXT + 1)},
        {"kind": "raised", "type": "A", "text": "", "place": {"line": 1}, "reading": False},
        {"kind": "raised", "type": "A", "text": "", "place": None, "reading": 1},
        {"kind": "raised", "type": "A", "text": "", "place": None, "reading": None},
        {"kind": "raised", "type": "A", "text": "", "place": True, "reading": True},
        {"kind": "raised", "type": "A", "text": "", "place": None, "reading": True, "culprit": None},
        {"kind": "raised", "type": "A", "text": "", "place": None, "reading": True, "culprit": {"code": "a"}},
        {"kind": "value", "value": {"tuple": 3}},
        {"kind": "value", "value": {"tuple": [{"tuple": [0] * (answers.MOST_PARTS + 1)}]}},
        {"kind": "missing", "name": 3},
        {"kind": "several", "answers": [{"kind": "several", "answers": []}]},
        {"kind": "other"},
        [],
        None,
    ],
)
def test_what_no_answer_is_written_like_is_refused(data):
    with pytest.raises(AnswerError):
        from_json(data)


def test_an_error_whose_text_cannot_be_had_has_none():
    class Mute(Exception):
        def __str__(self):
            while True:
                pass

    class Rude(Exception):
        def __str__(self):
            raise KeyError("no")

    assert raised(Mute()) == Raised("Mute", "")
    assert raised(Rude()) == Raised("Rude", "")


def test_a_part_that_raises_is_an_answer_and_a_stub_is_not():
    assert attempt(lambda: 2.0) == PlainValue(2.0)
    assert attempt(lambda: 1 / 0) == Raised("ZeroDivisionError", "division by zero")

    def stub():
        raise NotImplementedError("Exercise 1.1 is not written yet.")

    with pytest.raises(NotImplementedError):
        attempt(stub)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6.0, "6.0"),
        (1 / 3, "0.333333"),
        (1e-12, "1e-12"),
        (5, "5"),
        ([1.0, -2.5], "(1.0, -2.5)"),
        ("+", "+"),
        ("", "the empty text"),
        ([1.0, Unexpected("Liar")], "(1.0, an object of type Liar)"),
        ([3.0], "[3.0]"),
        ([], "()"),
    ],
)
def test_show_is_short(value, text):
    assert show(value) == text


TOO_DEEP = "maximum recursion depth exceeded"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((f"{TOO_DEEP}{where}", TOO_DEEP) for where in ("", " while calling a Python object", " in comparison")),
        ("Value.__mul__.<locals>._backward() takes 0", "_backward() takes 0"),
        ("replaced_unless.<locals>.made.<locals>.Node() takes no arguments", "Node() takes no arguments"),
        ("<__main__.Value object at 0x7f3a1c> is odd", "<Value object> is odd"),
        ("<function f.<locals>.<lambda> at 0x7f3a1c>", "<function <lambda>>"),
        ("a < b at 0x10", "a < b at 0x10"),
    ],
)
def test_an_errors_text_leaves_out_what_only_python_reads(text, message):
    error = RecursionError if message == TOO_DEEP else TypeError
    assert raised(error(text)).text == message


def test_a_value_of_no_plain_type_is_shown_by_the_name_of_its_type():
    assert answers.show(Fraction(1, 3)) == "an object of type Fraction"
