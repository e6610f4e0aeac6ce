# SPDX-License-Identifier: MIT
"""General names, for wrong answers that no catalogued mistake explains: they are never false."""

import functools
import math
import re

import numpy as np
import pytest
import torch
from support import ROOT, message_of

from exercises.shared.proof import met, truth
from judge.asking import folders
from judge.asking.ask import ask, questions
from judge.notebooks import course, reference
from judge.notebooks.schemas import read_toml
from judge.run.answers import Place, PlainArray, PlainValue, Raised, Unending, Unexpected, attempt
from judge.verdicts import alike, catalogue
from judge.verdicts.decide import decide, general_name
from judge.verdicts.relations import is_rounded, relation
from judge.verdicts.verdict import GENERAL
from verification import catalogued
from verification.generated import general


def with_method(name, body, day=3):
    namespace = reference.load(day)
    exec(f"{body}\nValue.{name} = {name}", namespace)
    return namespace


def verdict_on(check, namespace, seed=1):
    return decide(check, ask(check, namespace, seed), seed, lambda other: ask(other, namespace, seed))


TABLE = read_toml(ROOT / "tests" / "data" / "relations.toml")["relation"]
RELATIONS = [(row["right"], row["given"], row["name"]) for row in TABLE]
RELATIONS += [(2.5, None, "answer-none"), ([2.5, 4.0], [None, None], "answer-none")]


@pytest.mark.parametrize(("right", "given", "name"), RELATIONS)
def test_wrong_answers_are_named_by_their_relation_to_the_right_ones(right, given, name):
    assert relation(PlainValue(right), PlainValue(given), {"x": 7.25}) == name


@pytest.mark.parametrize(
    ("right", "given"),
    [
        (2.5, 2.6),
        (0.0, 0.0),
        (0.0, 1.0),
        (2.5, float("inf")),
        (2.5, "2.5"),
        (2.5, True),
        ([2.5, 4.0], [3.5]),
        ([2.5, 4.0], [-2.5, 8.0]),
        ([2.5, 4.0, 1.5], [2.5, 3.0, 1.0, 7.0]),
        ([2.5, 4.0, 1.0], [2.5, 8.0, 3.0]),
        (["a", "b"], ["a", "c"]),
        (["True", "True"], "True"),
        (None, 2.5),
        ("a ValueError that names position 4", "a ValueError that names no position"),
        ("a ValueError", None),
        ("three", "four"),
        ([], []),
        # Of numbers of one size, any answer is a multiple, and any two that are equal are off by one amount.
        ([2.5, -2.5], [2.8, -2.8]),
        ([2.5, 2.5], [2.8, 2.8]),
    ],
)
def test_answers_in_no_plain_relation_have_no_name(right, given):
    assert relation(PlainValue(right), PlainValue(given), {}) == ""


NAN = float("nan")


@pytest.mark.parametrize(
    ("right", "given", "name"),
    [
        ([2.5, 4.0], [2.5, 3.0], "numbers-one-wrong"),
        ([2.5, 4.0], [2.6, 3.0], ""),
        ([2.5, 4.0], [NAN, NAN], ""),
        ([2.5, 4.0], [2.5, NAN], ""),
        ([2.5], [NAN], "numbers-one-wrong"),
    ],
)
def test_one_wrong_number_is_one_and_not_an_array_of_them(right, given, name):
    def beside(numbers):
        return PlainValue({"w": PlainArray((len(numbers),), tuple(numbers)), "b": PlainArray((2,), (1.0, 2.0))})

    assert relation(beside(right), beside(given), {}) == name


def test_no_number_is_called_right_beside_a_nan():
    right, given = ({"w": PlainArray((1,), (one,)), "b": PlainArray((1,), (NAN,))} for one in (2.5, 3.25))
    assert relation(PlainValue(right), PlainValue(given), {}) == ""


def test_facts_that_all_are_false_are_not_called_one_entry_everywhere():
    right, given = ({"its name is shown": shown, "its data is shown": shown} for shown in (True, False))
    assert relation(PlainValue({**right, "more": False}), PlainValue({**given, "more": False}), {}) == ""


@pytest.mark.parametrize(
    ("given", "exact", "rounded"),
    [
        (1.08, 13 / 12, True),
        (1.1, 13 / 12, True),
        (-0.42, -5 / 12, True),
        (0.41, 5 / 12, True),  # cut off
        (33, 100 / 3, True),
        (1.09, 13 / 12, False),
        (0.42, -5 / 12, False),
        (0.4, 5 / 12, False),  # one digit
        (82, 81, False),
        (True, 1.0, False),
        (float("nan"), 1.0, False),
        (0.0, 0.0, False),
    ],
)
def test_a_number_with_fewer_digits_differs_from_another_number(given, exact, rounded):
    assert is_rounded(PlainValue(given), PlainValue(exact)) is rounded


HERE = Place("count", 3, "raise ValueError('no inputs')")
ASSERTED = Place("f", 1, "assert x != y")


@pytest.mark.parametrize(
    ("right", "given", "name"),
    [
        (PlainValue(3), Raised("ValueError", "no inputs", HERE), "answer-refused"),
        (PlainValue(3), Raised("AssertionError", "", ASSERTED), "answer-refused"),
        (PlainValue(3), Raised("NameError", "", HERE), ""),
        (PlainValue(3), Raised("ValueError", "", Place("f", 1, "float(x)")), ""),
        (PlainValue(3), Raised("ValueError", ""), ""),
        (PlainValue("an error"), Raised("ValueError", "no inputs", HERE), ""),
        (PlainValue(["no error", 2.5]), PlainValue(["refused", 5.0]), ""),
        (PlainValue(["ValueError", "4", "3"]), Raised("AssertionError", "", ASSERTED), "answer-asserted"),
        (PlainValue("a ValueError"), Raised("AssertionError", "", ASSERTED), "answer-asserted"),
        (Raised("TypeError", ""), Raised("AssertionError", "", ASSERTED), "answer-asserted"),
        (Raised("TypeError", ""), Raised("AssertionError", "", Place("f", 1, "torch.testing.check(x)")), ""),
        (Raised("AssertionError", ""), Raised("AssertionError", "", ASSERTED), ""),
        (PlainValue(["ValueError", "4", "3"]), Raised("ValueError", "", HERE), ""),
        (PlainValue(["ValueError", "4", "3"]), PlainValue(["an answer"]), "answer-not-refused"),
        (Raised("TypeError", ""), Raised("ValueError", "no inputs", HERE), ""),
        (Raised("ZeroDivisionError", ""), PlainValue(0.0), "answer-not-refused"),
    ],
)
def test_an_error_that_the_learners_own_line_raises_is_a_refusal(right, given, name):
    assert relation(right, given, {}) == name


def test_every_relation_has_a_name_and_every_name_a_relation():
    named = {name for name in catalogue.general_names() if not name.startswith("error-")}
    assert named == {name for *_, name in RELATIONS if name}


class Thing:
    def part():
        return 1.0

    def __mul__(self):
        return self


def twice(root):
    root.backward()
    root.backward()


ERRORS = {
    "error-name-without-value": lambda: nothing_of_this_name,  # noqa: F821
    "error-none-there": lambda: None + 1,
    "error-function-not-called": lambda: len.data,
    "error-called-without-being-a-function": lambda: [3.0][0](),
    "error-number-for-a-node": lambda: (3.0).data,
    "error-tuple-for-one": lambda: (3.0,).data,
    "error-collection-for-one": lambda: [].data,
    "error-attribute-never-set": lambda: Thing().data,
    "error-method-parameters": lambda: Thing().part(),
    "error-arguments-do-not-fit": lambda: (lambda a: a)(1, 2),
    "error-not-a-collection": lambda: [*3],
    "error-caret": lambda: 1.5 ^ 2,
    "error-kinds-do-not-fit": lambda: [1] - 2,
    "error-several-for-one": lambda: float(np.ones(2)),
    "error-no-such-entry": lambda: [][0],
    "error-counts-do-not-fit": lambda: [left for left, right in [(1,)]],
    "error-graph-used-up": lambda: twice(torch.ones(1, requires_grad=True).exp()),
    "error-outside-of-the-domain": lambda: __import__("math").log(-1),
}


# Titles that are true of others of these errors, too: whoever asks a number for an attribute asks an object for one.
ALIKE = {
    "error-attribute-never-set": 5,
    "error-kinds-do-not-fit": 7,
    "error-not-a-collection": 3,
    "error-collection-for-one": 2,
    "error-arguments-do-not-fit": 2,
    "error-counts-do-not-fit": 2,
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_the_name_of_what_python_met(name):
    answer = attempt(ERRORS[name])
    assert isinstance(answer, Raised)
    assert catalogue.of_error(answer.kind, answer.text).id == name


LIBRARIES = {
    "error-function-not-called": [
        ("RuntimeError", "expected Variable or None (got builtin_function_or_method)"),
        ("TypeError", "save_for_backward can only save variables, but argument 0 is of type function"),
        ("Unexpected", "_ArrayFunctionDispatcher"),
    ],
    "error-caret": [
        ("UFuncTypeError", "ufunc 'bitwise_xor' not supported for the input types"),
        ("TypeError", "ufunc 'bitwise_xor' not supported for the input types"),
        ("NotImplementedError", "\"bitwise_xor_cpu\" not implemented for 'Double'"),
        ("TypeError", "unsupported operand type(s) for ^=: 'float' and 'int'"),
    ],
    "error-method-parameters": [
        ("TypeError", "Value.backward() takes 0 positional arguments but 1 was given"),
        ("TypeError", "made.<locals>.Value.__add__() takes 1 positional argument but 2 were given"),
        ("TypeError", "Layer.__init__() takes 2 positional arguments but 3 were given"),
    ],
    "error-arguments-do-not-fit": [
        ("TypeError", "made.<locals>.part() takes 1 positional argument but 2 were given"),
        ("TypeError", "train() takes 1 positional argument but 2 were given"),
        ("TypeError", "Layer.__init__() takes 3 positional arguments but 5 were given"),
        ("TypeError", "add() received an invalid combination of arguments - got (Tensor), but expected one of:"),
    ],
    "error-kinds-do-not-fit": [
        ("TypeError", "str is not a Module subclass"),
        ("TypeError", "tanh(): argument 'input' (position 1) must be Tensor, not TanhBackward"),
    ],
    "error-several-for-one": [
        ("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"),
        ("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous"),
        ("RuntimeError", "a Tensor with 3 elements cannot be converted to Scalar"),
        ("ValueError", "only one element tensors can be converted to Python scalars"),
        ("TypeError", "only 0-dimensional arrays can be converted to Python scalars"),
        ("ValueError", "setting an array element with a sequence."),
    ],
    "error-counts-do-not-fit": [
        ("ValueError", "x and y must have same first dimension, but have shapes (1,) and (3,)"),
        ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (8x16 and 10x16)"),
        ("ValueError", "zip() argument 2 is shorter than argument 1"),
        ("ValueError", "setting an array element with a sequence. The requested array has an inhomogeneous shape"),
    ],
    "error-no-such-entry": [("AxisError", "axis 2 is out of bounds for array of dimension 2")],
    "error-too-much-work": [("RecursionError", "maximum recursion depth exceeded"), ("Unending", "")],
}


@pytest.mark.parametrize(("name", "error"), [(name, error) for name, errors in LIBRARIES.items() for error in errors])
def test_an_error_of_numpy_pytorch_or_matplotlib_has_the_name_that_one_of_python_has(name, error):
    assert catalogue.of_error(*error).id == name


def test_an_error_of_no_known_kind_has_no_name():
    assert catalogue.of_error("ValueError", "the learner's own words") is None
    assert catalogue.of_error("Mine", "") is None


def test_a_mistake_has_a_kind_where_its_author_gave_it_one_and_none_elsewhere():
    tables = read_toml(folders.folder("day1-design") / "mistakes.toml")["misconception"]
    written = {table["id"]: table.get("kind", "") for table in tables}
    assert "" in written.values()
    assert {entry.id: entry.kind for entry in catalogue.misconceptions("day1-design") if entry.id in written} == written


def test_right_answers_have_no_general_name():
    assert general_name("day1-value-add", [*alike.expected("day1-value-add", 1)], 1) == ("", None)


def test_general_names_speak_of_no_exercise_and_end_as_sentences_do():
    assert catalogue._general()
    for name, (entry, kinds, _) in catalogue._general().items():
        assert name.startswith(GENERAL)
        assert kinds or name.startswith(("numbers-", "entries-", "answer-"))
        assert not entry.edits
        assert not entry.checks
        assert entry.title[0].isupper() or entry.title[0] == "`"
        assert not entry.title.endswith(".")
        assert entry.verdict.endswith(".") or not entry.verdict
        # What is seen, then two causes at most.
        assert entry.verdict.count(". ") == 0
        assert entry.verdict.count(", or ") <= 1
        assert not re.search(r"\bday\d|\bexercise\b", entry.title + entry.verdict)


# Of each answer: the stack is full, lines are used up, or it is right.
KINDS = {"S": Raised("RecursionError", "too deep"), "L": Unending("some lines had run"), ".": PlainValue(1.0)}
KINDS["x"] = PlainValue(2.0)
KINDS["F"] = Unending("fewer lines had run, in calls inside each other")  # What a question gets after a first stop.


class Mistaken(list):
    def at_a_glance(self, place):
        return self[place]


@pytest.mark.parametrize(
    ("answers", "mistaken", "wanted"),
    [
        ("SSLL", "SSLL", True),
        ("SLLL", "SSSL", True),
        (".LSS", ".SSL", True),
        ("SLF", "LFF", True),
        ("LLLL", "SSSS", False),  # A loop, and calls.
        ("SSSS", "LLLL", False),
        ("LLLL", "LLLL", True),
        ("SLL.", "SLLL", False),
        ("LLLL.", "LLLLL", False),
        (".LLLL", "LLLLL", False),
        ("LLLLL", ".LLLL", False),
        ("LLLL.", "LLL.L", False),
        ("LLL.", "LLLL", False),
        ("LL.", "LLL", False),
        ("L....", ".....", False),
        ("LLLLx", "LLLLL", False),
        ("LLLLx", "LLLL.", False),
    ],
)
def test_calls_without_end_are_alike_however_they_come_to_their_end(monkeypatch, answers, mistaken, wanted):
    monkeypatch.setattr(alike, "answers_of", lambda *_: Mistaken(KINDS[each] for each in mistaken))
    monkeypatch.setattr(alike, "expected", lambda *_: [PlainValue(1.0)] * len(answers))
    given = [KINDS[each] for each in answers]
    assert alike.answers_alike(None, alike.Answered("check", given, 1)) is wanted


def test_each_general_name_has_200_programs_and_is_rarely_false():
    found, entries = met.of_general_names(), catalogue.general_names()
    assert found.keys() == entries.keys()
    assert (general.LEAST, general.MOST_FALSE) == (200, 0.01)
    assert general.faults(found) == []
    for name, entry in entries.items():
        assert found[name].exercises >= 2
        assert (name in general.CAUSES) == bool(entry.verdict)


@pytest.mark.parametrize(("right", "given", "name"), [row for row in RELATIONS if row[2]])
def test_the_condition_of_a_title_holds_where_the_judge_gives_the_name(right, given, name):
    assert truth.is_true(name, PlainValue(right), PlainValue(given), {"x": 7.25}, None)


@pytest.mark.parametrize(
    ("name", "right", "given"),
    [
        ("answer-none", 2.5, 0.0),
        ("answer-none", [2.5, 4.0], [None, 4.0]),
        ("answer-refused", 2.5, 2.0),
        ("answer-not-refused", "a ValueError", "a ValueError"),
        ("entries-none", ["a"], ["b"]),
        ("entries-one-everywhere", ["a", "b"], ["a", "b"]),
        ("entries-one-everywhere", {"is a list": True, "is sorted": True}, {"is a list": False, "is sorted": False}),
        ("entries-missing", ["a", "b"], ["c"]),
        ("entries-more-often", ["a", "b"], ["a", "a"]),
        ("numbers-sign", 2.5, 2.5),
        ("numbers-nothing", 2.5, 0.1),
        ("numbers-all-nothing", [2.5, 4.0], [0.0, 4.0]),
        ("numbers-twice", 2.5, 1.25),
        ("numbers-half", 2.5, 5.0),
        ("numbers-off-by-one", 2.5, 4.5),
        ("numbers-an-input", 2.5, 7.0),
        ("numbers-one-factor", [2.5, 4.0], [5.0, 4.0]),
        ("numbers-one-wrong", [2.5, 4.0], [2.6, 4.1]),
    ],
)
def test_the_condition_of_a_title_fails_where_the_title_is_false(name, right, given):
    assert not truth.is_true(name, PlainValue(right), PlainValue(given), {"x": 7.25}, None)


@functools.cache
def errors_with_what_is_behind():
    """Return by name an answer that is each error, and the objects behind it."""
    with truth.recorded() as behind:
        answers = {each: attempt(make) for each, make in ERRORS.items()}
    return {each: (answer, behind(answer)) for each, answer in answers.items()}


@pytest.mark.parametrize("name", ERRORS)
def test_the_condition_of_an_error_holds_for_that_error_alone(name):
    answers = errors_with_what_is_behind().items()
    found = {each for each, (answer, behind) in answers if truth.is_true(name, None, answer, {}, behind)}
    assert name in found
    assert len(found) <= ALIKE.get(name, 1)


def without_end():
    return without_end()


WAITING = [Thing()]


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("error-kinds-do-not-fit", lambda: float([1.0])),
        ("error-kinds-do-not-fit", lambda: torch.relu([1.0])),
        ("error-kinds-do-not-fit", lambda: torch.nn.functional.linear([1.0], torch.ones(2, 3), torch.ones(2))),
        ("error-kinds-do-not-fit", lambda: list.append(1, 2)),
        ("error-kinds-do-not-fit", lambda: np.ones(2).reshape("ab")),
        ("error-arguments-do-not-fit", lambda: object().__init__(1)),
        ("error-arguments-do-not-fit", lambda: torch.relu(torch.ones(1), 1, 2)),
        ("error-counts-do-not-fit", lambda: [one + other for one, other in zip([1], [], strict=True)]),
        ("error-counts-do-not-fit", lambda: [left for left, right in [[WAITING.pop()]]]),
        ("error-counts-do-not-fit", lambda: np.array([[1.0, 2.0], [3.0]])),
        ("error-several-for-one", lambda: 1.0 if np.ones(2) else 0.0),
        ("error-several-for-one", lambda: torch.ones(2).item()),
        ("error-several-for-one", lambda: math.log(-torch.ones(2))),
        ("error-several-for-one", lambda: [one for one in np.ones((2, 2)) if not one]),
        ("error-kinds-do-not-fit", lambda: -[1.0, 2.0]),
        ("error-too-much-work", without_end),
        ("error-function-not-called", lambda: abs),
    ],
)
def test_the_objects_behind_an_error_show_that_its_title_is_true(name, make):
    with truth.recorded() as behind:
        answer = attempt(make)
    named = catalogue.of_error(getattr(answer, "kind", ""), getattr(answer, "text", ""))
    assert named is None or named.id == name or isinstance(answer, Unexpected)
    assert truth.is_true(name, None, answer, {}, behind(answer))


@pytest.mark.parametrize("make", [lambda: float(np.ones(2)), lambda: torch.relu(), lambda: torch.ones(2).item()])
def test_a_type_is_accepted_where_another_count_or_one_number_of_it_is(make):
    with truth.recorded() as behind:
        answer = attempt(make)
    assert not truth.is_true("error-kinds-do-not-fit", None, answer, {}, behind(answer))


def without(*methods):
    namespace = reference.load(3)
    for method in methods:
        delattr(namespace["Value"], method)
    return namespace


@pytest.mark.parametrize(
    ("check", "methods"),
    [
        ("day3-value-functions-exp-log", ("relu", "log")),
        ("day3-value-operators-plus-minus", ("__neg__",)),
        ("day3-value-operators-plus-minus", ("__sub__", "__rsub__")),
        ("day3-value-operators-times-divide", ("__pow__",)),
        ("day3-value-functions-errors", ("__truediv__",)),
        ("day3-value-backward-graphs", ("backward",)),
    ],
)
def test_a_method_that_is_not_there_is_said_to_be_not_written(check, methods):
    verdict = verdict_on(check, without(*methods))
    assert message_of(verdict) == "Not written: " + ", ".join(f"`{method}`" for method in methods)
    assert verdict.lines == ()
    assert not verdict.misconceptions


def test_a_method_that_does_not_take_the_other_operand_is_not_called_unwritten():
    namespace = with_method("__sub__", "def __sub__(self, other):\n    return NotImplemented")
    assert "Not written" not in message_of(verdict_on("day3-value-operators-plus-minus", namespace))


def test_a_list_of_sets_is_neither_an_empty_list_nor_one_of_numbers():
    body = "def topological_order(root):\n    return [{*root._prev}, {root}]"
    for check in catalogued.checks_of(course.assignment(3), "day3-topological-order")[:2]:
        verdict = verdict_on(check, reference.load(3, answers={"day3-topological-order": body}))
        assert "day3-order-empty" not in verdict.misconceptions
        assert "an object of type set" in message_of(verdict)


@pytest.mark.parametrize(
    ("wrong", "names"),
    [({"k": 7.625}, ("numbers-one-wrong",)), ({"k": 7.625, "a_grad": 3.375}, ())],
)
def test_the_only_wrong_one_of_the_numbers_found_on_paper_is_named_as_that(wrong, names):
    check, seed = "day3-twice-which", 1
    asked = [probe.name for probe, _ in questions(check, seed)]
    answers = [
        PlainValue(wrong[name]) if name in wrong else right
        for name, right in zip(asked, alike.expected(check, seed), strict=True)
    ]
    assert decide(check, answers, seed).misconceptions == names


@pytest.mark.parametrize(
    ("mistaken", "alike_in_words"),
    [
        (Raised("ValueError", "k is no number"), True),
        (Raised("AttributeError", "'Value' object has no attribute 'up'"), False),
    ],
)
def test_an_error_in_a_learners_own_words_is_none_that_python_raises(mistaken, alike_in_words):
    own = Raised(mistaken.kind, "I stop here", Place("f", 3, f"raise {mistaken.kind}('I stop here')"))
    assert alike._said_alike(own, mistaken) is alike_in_words


REFUSED = 'raise TypeError(f"The exponent must be a plain number, not {exponent}.")'
NO_LOGARITHM = 'raise ValueError(f"{self} has no logarithm: its data is not above zero.")'


@pytest.mark.parametrize(
    ("check", "old", "new", "name"),
    [
        ("day3-value-functions-errors", REFUSED, "assert isinstance(exponent, (int, float))", "answer-asserted"),
        (
            "day3-value-functions-errors",
            REFUSED,
            "assert not isinstance(exponent, Value), 'a number'",
            "answer-asserted",
        ),
        ("day3-value-functions-errors", NO_LOGARITHM, "assert self.data > 0", "answer-asserted"),
        (
            "day6-accuracy-share",
            'raise ValueError("accuracy needs at least one picture.")',
            "assert len(digits)",
            "answer-asserted",
        ),
        # PyTorch raises a NotImplementedError for it, and the cell is no stub.
        ("day5-function-rule", "t**2", "t^2", "error-caret"),
    ],
)
def test_what_a_cells_own_line_raises_has_its_name(check, old, new, name):
    exercise = reference.owner(check, reference.solutions(check))
    source = reference.solutions(check)[exercise]
    assert source.count(old) == 1
    namespace = reference.load(check, answers={exercise: source.replace(old, new)}, forgiving=True)
    assert verdict_on(check, namespace).misconceptions == (name,)
