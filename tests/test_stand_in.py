# SPDX-License-Identifier: MIT
"""Right code stands in for a part of the learner's that does not work, and only during a question."""

import contextlib

import nbformat
import pytest
from support import answers_of

from exercises.day1_trace.graphs import diamond, graph
from exercises.day2_value.rules import fair_rules, rules_hold
from exercises.day3_value.engines import fair_nodes, fair_sign
from exercises.shared.right_node import Node
from exercises.shared.stand_in import (
    asked_once,
    fair_class,
    holds,
    misspelt_constructor,
    plus_and_times,
    replaced_unless,
)
from judge.asking.standing_in import by_itself, noted
from judge.notebooks.cells import exercises
from judge.run.bounded import NoEnd
from judge.verdicts.marking import grade_file
from judge.verdicts.verdict import CORRECT


def value_class(**changes):
    """Return a learner's class that counts its nodes; its + forgets the right operand."""

    class Value:
        made = 0

        def __init__(self, data, _prev=(), _op=""):
            Value.made += 1
            self.data, self.grad, self._prev, self._op = float(data), 0.0, tuple(_prev), _op
            self._backward = lambda: None

        def __add__(self, other):
            return Value(self.data + other.data, (self,), "+")

        def __mul__(self, other):
            return Value(self.data * other.data, (self, other), "*")

    for name, part in changes.items():
        setattr(Value, name, part)
    return Value


def endless(self, other):
    while True:
        pass


def adds(value):
    x, y = value(1.0), value(2.0)
    return [id(parent) for parent in (x + y)._prev] == [id(x), id(y)]


def caller():
    names = {}
    exec("def helper():\n    return 'own'\n\ndef ask():\n    return helper()\n", names)
    return names["ask"]


# What replacing must do


@pytest.mark.parametrize("error", [None, ValueError, NoEnd])
def test_replacing_restores_after_an_error_too(error):
    value = value_class()
    before = dict(vars(value))
    stops = pytest.raises(error) if error else contextlib.nullcontext()
    with stops, replaced_unless(value, lambda: adds(value), **plus_and_times(value)):
        if error:
            raise error("stopped")
    assert all(vars(value)[name] is part for name, part in before.items() if name != "made")
    assert vars(value).keys() == before.keys()


def test_replacing_leaves_what_works():
    value = value_class(__add__=lambda self, other: type(self)(self.data + other.data, (self, other), "+"))
    own = value.__add__
    with replaced_unless(value, lambda: adds(value), **plus_and_times(value)) as replaced:
        assert not replaced
        assert value.__add__ is own


def test_replacing_keeps_the_constructor():
    value = value_class()
    own = value.__init__
    with replaced_unless(value, lambda: adds(value), **plus_and_times(value)):
        assert value.__init__ is own
        before = value.made
        out = value(1.0) + value(2.0)
        assert value.made == before + 3, "the sum is a node of the learner's making"
        assert type(out) is value


@pytest.mark.parametrize("add", [lambda self, other: 1 / 0, endless])
def test_replacing_takes_an_error_or_no_end_for_no(add):
    value = value_class(__add__=add)
    with replaced_unless(value, lambda: adds(value), **plus_and_times(value)) as replaced:
        assert replaced


def test_replacing_parts_of_a_function():
    ask = caller()
    with replaced_unless(ask, lambda: False, helper=lambda: "replaced_unless", other=lambda: None) as replaced:
        assert replaced
        assert ask() == "replaced_unless"
    assert ask() == "own"
    assert "other" not in ask.__globals__


# Where nothing can be replaced


class Closed(type):
    def __setattr__(cls, name, part):
        raise AttributeError(f"{name} is closed")


def closed_class():
    class Value(metaclass=Closed):
        __slots__ = ("_op", "_prev", "data", "grad")

        def __init__(self, data):
            self.data, self.grad, self._prev, self._op = float(data), 0.0, (), ""

        def describe(self):
            return f"{self.name()} of {self.data}"

        def name(self):
            return "a node"

        def doubled(self):
            return Value(self.data) + self

    return Value


def test_a_class_that_refuses_is_left_as_it_is():
    value = closed_class()
    with replaced_unless(value, lambda: adds(value), **plus_and_times(value)) as replaced:
        assert not replaced
    assert "__add__" not in vars(value)


@pytest.mark.parametrize("owner", [None, 3, len, object()])
def test_what_has_no_names_is_refused(owner):
    with replaced_unless(owner, lambda: False, helper=None) as replaced:
        assert not replaced


def test_a_decorator_from_elsewhere_is_looked_through():
    import functools

    ask = caller()
    wrapper = functools.wraps(ask)(lambda: ask())
    with replaced_unless(wrapper, lambda: False, helper=lambda: "replaced_unless"):
        assert wrapper() == "replaced_unless"
    assert wrapper() == "own"


@pytest.mark.parametrize("value", [None, closed_class(), 3])
def test_without_a_class_to_change_the_question_is_asked_on_our_own_nodes(value):
    nodes = graph({"Value": value} if value else {}, diamond)
    assert {type(node) for node in nodes.values()} == {Node}


def test_our_own_nodes_get_the_methods_that_a_question_is_about():
    value = closed_class()
    with fair_rules(value, "describe") as ours:
        assert ours is not value
        assert ours(2.0).describe() == "a node of 2.0"
        assert rules_hold(ours)
        assert type(ours(1.0) + ours(2.0)) is ours


def test_what_those_methods_call_value_is_our_class():
    names = {}
    exec("def __neg__(self):\n    return Value(-self.data, (self,), 'neg')\n", names)
    with fair_class(None, rules_hold, methods=lambda: {"__neg__": names["__neg__"]}) as ours:
        x = ours(2.0)
        assert type(-x) is ours
        assert (-x)._prev == (x,)
    assert "Value" not in names


def test_nodes_of_a_graph_outlive_the_replacement():
    value = value_class()
    nodes = graph({"Value": value}, diamond)
    assert {type(node) for node in nodes.values()} == {value}
    assert [len(list(node._prev)) for node in nodes.values()] == [0, 0, 2, 2, 2, 2]
    assert not adds(value)


def test_no_name_of_ours_stands_in_an_error():
    texts = []
    for value in (Node, value_class()):
        with replaced_unless(value, lambda: False, **plus_and_times(value)):
            x = value(2.0)
            for wrong in (
                lambda x=x: x + object(),
                lambda x=x: x.__add__(),
                lambda x=x: (x + x)._backward(1.0),
                lambda x=x: x.nothing,
                lambda value=value, x=x: value.__mul__(x),
            ):
                with pytest.raises((TypeError, AttributeError)) as caught:
                    wrong()
                texts.append(str(caught.value))
    inside = ("made.<locals>", "plus_and_times", "Node")
    assert not [text for text in texts if any(word in text for word in inside)]


# Classes that a stand-in has to leave as they are


def test_our_class_is_not_used_where_a_method_needs_what_the_constructor_sets():
    class Value(metaclass=Closed):
        def __init__(self, data):
            self.data, self.grad, self._prev, self._op, self.serial = float(data), 0.0, (), "", 7
            self._backward = lambda: None

        def __add__(self, other):
            out = Value(self.data + other.data)  # forgets its parents
            out._backward = lambda: None
            return out

        __mul__ = __add__

        def backward(self):
            self.grad = float(self.serial)

    with fair_nodes(Value) as given:
        assert given is Value


def test_a_sign_is_lent_alone():
    value = value_class()
    own = value.__add__
    with fair_sign(value, "*"):
        assert value.__add__ is own
        assert [id(parent) for parent in (value(2.0) * 3.0)._prev][:1]
        assert (value(2.0) * 3.0).data == (3.0 * value(2.0)).data == 6.0
    assert not hasattr(value, "__rmul__")


def test_a_class_that_has_changed_is_tried_again():
    class Value:
        def __add__(self, other):
            return 1

    class Other(Value):
        pass

    def works(value):
        return value() + 2 == 1

    trials = asked_once(Value, works), asked_once(Other, works)
    assert [trial() for trial in trials] == [True, True]
    Value.__add__ = lambda self, other: 0  # Other inherits it.
    assert [trial() for trial in trials] == [False, False]
    Value.__add__ = lambda self, other: 1
    assert [trial() for trial in trials] == [True, True]


def test_a_question_about_a_class_is_answered_once_while_the_class_is_what_it_is():
    class Value:
        size = 1

    asked = []

    def is_small(value):
        asked.append(value)
        return value.size < 2

    assert [holds(asked_once(Value, is_small)) for _ in range(3)] == [True] * 3
    assert asked == [Value]
    Value.size = 2
    assert not holds(asked_once(Value, is_small))
    # An object may change in ways that nobody sees.
    assert [holds(asked_once(Value(), is_small)) for _ in range(2)] == [False] * 2
    assert len(asked) == 4


def test_a_class_with_right_parts_is_tried_once_while_it_is_what_it_is():
    class Value:
        def __init__(self, data):
            self.data, self.grad, self._prev, self._op = float(data), 0.0, (), ""

        def __add__(self, other):
            return Value(0.0)

        __mul__ = __add__

    tried = []

    def works(value):
        tried.append(value.__add__)
        return (value(2.0) + value(3.0)).data == 5.0

    own = Value.__add__
    for _ in range(3):
        with fair_class(Value, works) as given:
            assert given is Value
            assert (given(2.0) + given(3.0)).data == 5.0
        assert Value.__add__ is own
    assert len(tried) == 2  # with its own parts, and with right ones
    Value.__add__ = lambda self, other: Value(1.0)
    with fair_class(Value, works) as given:
        assert (given(2.0) + given(3.0)).data == 5.0
    assert len(tried) == 4


# In a notebook


ONCE = {
    "a misspelt constructor, on Day 2": (2, ("day2-value", "def __init__", "def __int__"), "day2-value-add"),
    "a misspelt constructor, on Day 3": (
        3,
        ("day3-value", "def __init__", "def _init__"),
        "day3-value-operators-plus-minus",
    ),
    "a Value of a Value": (
        4,
        ("day4-mlp", "return activate(total, self.activation)", "return activate(Value(total), self.activation)"),
        "day4-mlp-neuron",
    ),
    "a gradient of None": (4, ("day4-train", "parameter.grad = 0.0", "parameter.grad = None"), "day4-train-zero"),
    "data as it is given": (
        6,
        ("day6-tensor", "self.data = np.array(data, dtype=float)", "self.data = data"),
        "day6-tensor-shapes",
    ),
}


@pytest.mark.parametrize(("day", "edit", "lost"), ONCE.values(), ids=ONCE)
def test_a_part_that_is_paid_elsewhere_stops_no_visible_check_either(learner, day, edit, lost):
    cell, old, new = edit
    answers = answers_of(day)
    assert answers[cell].count(old) == 1
    path = learner(day, answers | {cell: answers[cell].replace(old, new)})
    number = next(each.number for each in exercises(nbformat.read(path, 4)) if each.id == cell)
    result = grade_file(path, seed=4, only=number)
    assert [check.check.grade_id for check in result.checks if check.outcome != CORRECT] == [lost]


def test_a_misspelt_constructor_is_called_by_its_right_name_and_no_other_method_is():
    def made(self, data):
        self.data = data

    for name in ("_init_", "__int__", "init", "__innit__", "_init__", "__iniit__", "__INIT__"):
        assert misspelt_constructor(type("Value", (), {name: made})) is made
    for names in (("make",), ("__init__", "__int__"), ("_init_", "init"), ("inspect",)):
        assert misspelt_constructor(type("Value", (), dict.fromkeys(names, made))) is None


def test_what_stood_in_is_noted_and_nothing_does_where_code_is_asked_by_itself():
    value = value_class()
    with noted() as parts, replaced_unless(value, lambda: adds(value), **plus_and_times(value)):
        pass
    assert parts == ["__add__", "__radd__", "__mul__", "__rmul__"]
    with by_itself(), noted() as parts:
        with replaced_unless(value, lambda: adds(value), **plus_and_times(value)) as replaced:
            assert not replaced
        with fair_class(value, rules_hold) as given:
            assert given is value
    assert parts == []
