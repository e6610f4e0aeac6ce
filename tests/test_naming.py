# SPDX-License-Identifier: MIT
"""What a wrong answer is called where no catalogued mistake gives all of it: never what is not true of the program."""

import importlib
import re

import pytest
from conftest import ROOT
from support import message_of

from grading.exercises.asking.ask import ask
from grading.exercises.shared.folders import read_toml
from grading.judging import catalogue
from grading.judging.decide import decide
from grading.judging.relations import is_rounded, relation
from grading.judging.verdict import GENERAL, NOT_YET
from grading.notebooks import course, reference
from grading.run.answers import Place, PlainValue, Raised, Unending, attempt
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
        (2.5, float("nan")),
        (2.5, float("inf")),
        (2.5, "2.5"),
        (2.5, True),
        ([2.5, 4.0], [3.5]),
        ([2.5, 4.0], [-2.5, 8.0]),
        ([2.5, 4.0, 1.5], [2.5, 3.0, 1.0, 7.0]),
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
        (PlainValue(["ValueError", "4", "3"]), Raised("AssertionError", "", ASSERTED), ""),
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
    pass


ERRORS = {
    "error-name-without-value": lambda: nothing_of_this_name,  # noqa: F821
    "error-none-there": lambda: None + 1,
    "error-function-not-called": lambda: len.data,
    "error-called-without-being-a-function": lambda: [3.0][0](),
    "error-number-for-a-node": lambda: (3.0).data,
    "error-collection-for-one": lambda: [].data,
    "error-attribute-never-set": lambda: Thing().data,
    "error-arguments-do-not-fit": lambda: (lambda a: a)(1, 2),
    "error-not-a-collection": lambda: [*3],
    "error-kinds-do-not-fit": lambda: [1] - 2,
    "error-no-such-entry": lambda: [][0],
    "error-counts-do-not-fit": lambda: exec("a, b = (1,)"),
    "error-outside-of-the-domain": lambda: __import__("math").log(-1),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_the_name_of_what_python_met(name):
    answer = attempt(ERRORS[name])
    assert isinstance(answer, Raised)
    assert catalogue.of_error(answer.kind, answer.text).id == name


def test_a_trace_that_returns_only_its_nodes_as_a_set_is_reported():
    body = "def trace(root):\n    return {root, *root._prev}"
    verdict = verdict_on("day1-trace-nodes", reference.load("day1", answers={"day1-trace": body}))
    assert verdict.misconceptions == ("error-not-a-collection",)
    said = message_of(verdict)
    assert "Your code gives an object of type set where a sequence, such as a list, is" in said
    assert "several things" not in said


def test_an_error_of_no_known_kind_has_no_name():
    assert catalogue.of_error("ValueError", "the learner's own words") is None
    assert catalogue.of_error("Mine", "") is None


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


def test_a_catalogued_mistake_goes_before_a_general_name():
    namespace = with_method("__neg__", "def __neg__(self):\n    return self * 1")
    assert verdict_on("day3-value-operators-plus-minus", namespace).misconceptions[0].startswith("day3-")


def test_a_mistake_is_named_though_it_shows_in_fewer_places_of_another_design():
    # In the reference a wrong minus sign spoils the subtraction, which is made of it. Here it is an own operation.
    body = """
def __sub__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data - other.data, (self, other), "-")
    def _backward():
        self.grad += out.grad
        other.grad -= out.grad
    out._backward = _backward
    return out
"""
    namespace = with_method("__sub__", body)
    exec("Value.__rsub__ = lambda self, other: Value(other) - self", namespace)
    check = "day3-value-operators-plus-minus"
    assert verdict_on(check, namespace).outcome == "correct"
    exec("Value.__neg__ = lambda self: self * -2", namespace)
    verdict = verdict_on(check, namespace)
    assert verdict.outcome == NOT_YET
    assert verdict.misconceptions


def test_numbers_without_a_catalogued_mistake_are_named_by_their_relation():
    body = """
def exp(self):
    out = Value(math.exp(self.data), (self,), "exp")
    def _backward():
        self.grad += out.data * out.grad if self.data > 0 else 2 * out.data * out.grad
    out._backward = _backward
    return out
"""
    seeds = [
        seed for seed in range(20) if _twice(verdict_on("day3-value-functions-exp-log", with_method("exp", body), seed))
    ]
    assert seeds


def _twice(verdict):
    if verdict.misconceptions != ("numbers-twice",):
        return False
    message = message_of(verdict)
    assert "It is exactly twice what it should be" in message
    assert "One mistake gives exactly this" not in message
    return True


def test_an_endless_answer_is_not_given_the_name_of_one_endless_mistake():
    answer = Unending("100,000 lines had run")
    assert catalogue.of_error(type(answer).__name__, "").id == "error-too-much-work"


def test_an_error_names_itself_where_no_mistake_does():
    namespace = with_method("tanh", "def tanh(self):\n    return Value(math.tanh(self.dat), (self,), 'tanh')")
    verdict = verdict_on("day3-value-functions-tanh-sigmoid", namespace)
    assert verdict.misconceptions == ("error-attribute-never-set",)
    assert "An attribute is asked for that the object does not have" in message_of(verdict)
    assert verdict.in_general


# Of each answer: the stack is full, lines are used up, or it is right.
KINDS = {"S": Raised("RecursionError", "too deep"), "L": Unending("some lines had run"), ".": PlainValue(1.0)}
KINDS["x"] = PlainValue(2.0)


class Mistaken(list):
    def at_a_glance(self, place):
        return self[place]


@pytest.mark.parametrize(
    ("answers", "mistaken", "alike"),
    [
        ("SSLL", "SSLL", True),
        ("SLLL", "SSSL", True),
        (".LSS", ".SSL", True),
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
def test_calls_without_end_are_alike_however_they_come_to_their_end(monkeypatch, answers, mistaken, alike):
    module = importlib.import_module("grading.judging.decide")
    monkeypatch.setattr(module, "_answers_of", lambda *_: Mistaken(KINDS[each] for each in mistaken))
    monkeypatch.setattr(module, "expected", lambda *_: [PlainValue(1.0)] * len(answers))
    given = [KINDS[each] for each in answers]
    assert module._answers_alike(None, module._Answered("check", given, 1)) is alike


def test_general_names_are_those_that_200_of_40000_programs_have_and_are_false_for_one_in_a_hundred_at_most():
    page = (ROOT / "docs" / "names" / "general.md").read_text("utf-8")
    rows = {row[1]: row for row in re.finditer(r"^\| `([a-z-]+)` \| (.*?) \| ([\d,]+) \| (.*?) \|", page, re.MULTILINE)}
    tried = int(re.search(r"Tried on ([\d,]+) programs", page)[1].replace(",", ""))
    entries = catalogue.general_names()
    assert rows.keys() == entries.keys()
    for name, entry in entries.items():
        _, says, programs, false = rows[name].groups()
        assert says == f"{entry.title}. {entry.verdict}".strip()
        assert int(programs.replace(",", "")) * 40_000 >= general.LEAST * tried
        assert false == "names no cause" or float(false.rstrip("%")) <= 100 * general.MOST_FALSE
        assert (name in general.CAUSES) == bool(entry.verdict)


@pytest.mark.parametrize(
    ("right", "given", "name"),
    [
        ([2.5, 4.0], [1.25, 2.0], "factor"),
        (["a", "b", "c"], ["b", "b"], "same one"),
        ([2.5, 4.0, 1.0], [2.5, 8.0, 3.0], ""),
    ],
)
def test_a_relation_says_what_is_seen_and_nothing_of_how_it_came_about(right, given, name):
    entry = catalogue.of_relation(relation(PlainValue(right), PlainValue(given), {}))
    assert entry is None if not name else name in entry.title and not entry.verdict


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
    assert message_of(verdict) == " ".join(f"`{method}` is not written." for method in methods)
    assert verdict.lines == ()
    assert not verdict.misconceptions


def test_a_wrong_method_is_named_beside_those_that_are_not_written():
    namespace = without("relu", "log")
    exec(
        "def exp(self):\n"
        "    out = Value(math.exp(self.data), (self,), 'exp')\n"
        "    out._backward = lambda: setattr(self, 'grad', self.grad + self.data * out.grad)\n"
        "    return out\n"
        "Value.exp = exp",
        namespace,
    )
    verdict = verdict_on("day3-value-functions-exp-log", namespace)
    assert verdict.misconceptions == ("day3-exp-slope-of-input",)
    assert message_of(verdict).endswith("`relu` is not written. `log` is not written.")


def test_a_method_that_does_not_take_the_other_operand_is_not_called_unwritten():
    namespace = with_method("__sub__", "def __sub__(self, other):\n    return NotImplemented")
    assert "is not written" not in message_of(verdict_on("day3-value-operators-plus-minus", namespace))


def test_a_list_of_sets_is_neither_an_empty_list_nor_one_of_numbers():
    body = "def topological_order(root):\n    return [{*root._prev}, {root}]"
    for check in catalogued.checks_of(course.day(3), "day3-topological-order")[:2]:
        verdict = verdict_on(check, reference.load(3, answers={"day3-topological-order": body}))
        assert not {"day3-order-empty", "day3-order-numbers-listed"} & set(verdict.misconceptions)
        assert "an object of type set" in message_of(verdict)


def test_a_slope_times_the_gradient_of_the_other_operand_is_not_called_a_rule_that_is_not_stored():
    body = """
def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), "*")
    def _backward():
        self.grad += other.data * other.grad
        other.grad += self.data * self.grad
    out._backward = _backward
    return out
"""
    verdict = verdict_on("day3-value-operators-times-divide", with_method("__mul__", body))
    assert verdict.outcome == NOT_YET
    assert "missing" not in message_of(verdict)


KEPT = """
nodes, edges = [], []
def trace(root):
    if root not in nodes:
        nodes.append(root)
        for parent in root._prev:
            edges.append((parent, root))
            trace(parent)
    return nodes, edges
"""
VISITED = """
def topological_order(root, visited=set()):
    order = []
    if root not in visited:
        visited.add(root)
        for parent in root._prev:
            order += topological_order(parent, visited)
        order.append(root)
    return order
"""
NUMBER_FORGOTTEN = """
def __mul__(self, other):
    if isinstance(other, (int, float)):
        return Value(self.data * other, [self], "*")
    return Value(self.data * other.data, [self, other], "*")
Value.__mul__ = __mul__
"""
NODE_FOR_NUMBER = """
def tanh(self):
    out = Value(math.tanh(self.data), (self,), "tanh")
    def _backward():
        self.grad += (1 - out * out) * out.grad
    out._backward = _backward
    return out
Value.tanh = tanh
"""


@pytest.mark.parametrize(
    ("check", "changed", "name"),
    [
        ("day1-trace-nodes", KEPT, "day1-trace-kept-between-calls"),
        ("day1-trace-edges", KEPT, "day1-trace-kept-between-calls"),
        ("day3-topological-order-nodes", VISITED, "day3-order-kept-between-calls"),
        ("day1-value-constants", NUMBER_FORGOTTEN, "day1-number-no-parent"),
        ("day3-value-functions-tanh-sigmoid", NODE_FOR_NUMBER, "day3-node-for-number"),
        ("day2-step-lowest", 'long_step["lowest"] = 1.08', "day2-step-lowest-promised-zero"),
    ],
)
def test_a_common_mistake_has_its_name_as_others_write_it(check, changed, name):
    namespace = reference.load(check)
    exec(changed, namespace)
    assert verdict_on(check, namespace).misconceptions == (name,)


def test_a_sort_that_remembers_its_nodes_is_paid_for_in_its_own_exercise_alone():
    namespace = reference.load(3)
    exec(VISITED, namespace)
    for check in ("day3-twice-repeat", "day3-changed-refuse", "day3-value-backward-graphs"):
        assert verdict_on(check, namespace).outcome == "correct"


def test_a_slope_of_minus_the_input_is_not_called_one_with_the_wrong_sign():
    body = """
def numerical_derivative(f, inputs, index, h=1e-5):
    below, above = ([-(x + step) if place == index else x for place, x in enumerate(inputs)] for step in (-h, h))
    return (f(above) - f(below)) / (2 * h)
"""
    namespace = reference.load(2)
    exec(body, namespace)
    assert verdict_on("day2-nudge-central", namespace).misconceptions == ("day2-nudge-input-turned",)


def test_a_sum_that_assigns_to_its_left_parent_is_missed_by_no_question_of_3_6():
    edit = reference.Edit("            self.grad += total.grad", "            self.grad = total.grad")
    namespace = reference.load("day3-changed", (edit,))
    assert verdict_on("day3-changed-refuse", namespace).misconceptions == ("day3-changed-rule-wrong",)
