# SPDX-License-Identifier: MIT
"""Day 3: right answers in any style pass, a mistake costs its own points only, and what never ends is stopped."""

import math
import re
import textwrap
from dataclasses import replace

import pytest
from support import answers_of, message_of, sampled

from grading import judging
from grading.exercises.day3_tests.probes import faults
from grading.exercises.day3_tests.probes import right_engines as engines
from grading.exercises.day3_tests.probes.right_faults import CHANGES, shown_by
from grading.exercises.day3_value.probes.local_rules import first_difference
from grading.exercises.shared.expressions import cuts, nodes_of, wording
from grading.exercises.shared.inputs import draw_inputs
from grading.exercises.shared.probe import probes_of
from grading.judging.decide import is_correct
from grading.judging.marking import grade_file
from grading.notebooks import build, course, reference
from grading.notebooks.cells import grade_id, is_grade
from grading.notebooks.stubs import stub as stub_of
from grading.run.answers import PlainValue, Several
from gradtools import try_tests
from verification import catalogued
from verification.right_solutions import read, right_solutions

DAY = course.day(3)
CLASS = reference.solutions(3)["day3-value"]


def answered(*sources):
    """Return the reference's namespace with some answers written anew."""
    namespace = reference.load(3)
    for source in sources:
        exec(compile(textwrap.dedent(source), "<answer>", "exec"), namespace)
    return namespace


def edited(*edits):
    """Return the class cell of the reference with pieces of text exchanged."""
    source = CLASS
    for old, new in edits:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def troubles(namespace, seed=1):
    """Return the message of each check that is not correct.

    Exercise 3.7, which runs many engines, is asked where a test brings an answer to it.
    """
    reference_s = namespace["check_engine"].__code__.co_filename != "<answer>"
    checks = [check for check in catalogued.checks_of(DAY) if not (reference_s and check.startswith("day3-tests-"))]
    verdicts = catalogued.judged(DAY, namespace, seed, checks)
    return {check: message_of(one) for check, one in verdicts.items() if one.outcome != judging.CORRECT}


RECURSIVE = """
    def topological_order(root):
        order, seen = [], set()
        def visit(node):
            if node not in seen:
                seen.add(node)
                for parent in node._prev:
                    visit(parent)
                order.append(node)
        visit(root)
        return order
"""


def test_a_recursive_sort_loses_depth_alone():
    failed = troubles(answered(RECURSIVE))
    assert set(failed) == {"day3-topological-order-deep"}
    assert "RecursionError" in failed["day3-topological-order-deep"]
    assert "calls itself" in failed["day3-topological-order-deep"]


BROKEN_SORTS = {
    "empty": "def topological_order(root): return []",
    "backward": "good = topological_order\ndef topological_order(root): return good(root)[::-1]",
    "not attempted": "def topological_order(root): raise NotImplementedError('Exercise 3.1 is not written yet.')",
    "endless": "def topological_order(root):\n    while True:\n        root = root",
    "missing": "del topological_order",
}


@pytest.mark.parametrize("source", sampled(BROKEN_SORTS, "backward", "endless", "missing"))
def test_a_broken_sort_costs_the_first_exercise_only(source):
    failed = troubles(answered(source))
    assert failed
    assert all(check.startswith("day3-topological-order-") for check in failed), failed


def test_the_stand_in_for_the_sort_is_taken_away_again():
    namespace = answered(BROKEN_SORTS["empty"])
    own = namespace["topological_order"]
    troubles(namespace)
    assert namespace["Value"].backward.__globals__["topological_order"] is own
    without = answered(BROKEN_SORTS["missing"])
    troubles(without)
    assert "topological_order" not in without


def test_a_sort_and_a_loop_that_both_run_the_other_way_cost_the_sort_only():
    backward = edited(("for node in reversed(order):", "for node in order:"))
    failed = troubles(answered(BROKEN_SORTS["backward"], backward))
    assert set(failed) == {"day3-topological-order-parents-first"}


def test_a_wrong_rule_for_plus_does_not_cost_backward():
    wrong = edited(
        ("            self.grad += out.grad\n            other", "            self.grad = out.grad\n            other")
    )
    assert set(troubles(answered(wrong))) == {"day3-value-operators-plus-minus"}


def test_a_class_that_cannot_add_does_not_cost_the_other_exercises():
    failed = troubles(answered(edited(('Value(self.data + other.data, (self, other), "+")', "None"))))
    assert all(check.startswith("day3-value-operators-plus-minus") for check in failed), failed


def test_an_untouched_notebook_is_not_attempted():
    stub = "raise NotImplementedError('Exercise 3.0 is not written yet.')"
    namespace = reference.load(3)
    for name in ("topological_order", "zero_grad", "gradcheck", "tanh_from_exp", "check_engine"):
        exec(f"def {name}(*a, **k): {stub}", namespace)
    for method in ("backward", "__neg__", "__sub__", "__rsub__", "__truediv__", "__rtruediv__", "__pow__", "relu"):
        exec(f"def {method}(self, *a): {stub}\nValue.{method} = {method}", namespace)
    for method in ("tanh", "exp", "log", "sigmoid"):
        exec(f"def {method}(self): {stub}\nValue.{method} = {method}", namespace)
    exec(stub_of(reference.solutions(3)["day3-changed"], "3.6"), namespace)
    for answers in ("second", "broken", "choice", "changed"):
        namespace[answers] = dict.fromkeys(namespace[answers])
    outcomes = {check: one.outcome for check, one in catalogued.judged(DAY, namespace, 1).items()}
    assert set(outcomes.values()) == {judging.NOT_ATTEMPTED}, outcomes


ENDLESS = {
    "calls itself": "self.backward()",
    "loops": "while True:\n            self = self",
    "grows without end": "order = [self]\n        for node in order:\n            order.append(node)",
    "eats memory": "kept = []\n        while True:\n            kept.append([0.0] * 100)",
}


@pytest.mark.parametrize("body", sampled(ENDLESS, "calls itself", "grows without end"))
def test_a_backward_without_end_is_stopped_and_costs_its_own_checks(body):
    start, end = CLASS.index("        order = topological_order(self)"), CLASS.index("    def __neg__")
    failed = troubles(answered(f"{CLASS[:start]}        {body}\n\n{CLASS[end:]}"))
    assert set(failed) == {"day3-value-backward-graphs", "day3-value-backward-large", "day3-twice-repeat"}
    assert all("takes too long" in one or "RecursionError" in one for one in failed.values()), failed


CYCLES = {
    "an operand becomes the child of its child": (
        'out = Value(self.data + other.data, (self, other), "+")\n',
        'out = Value(self.data + other.data, (self, other), "+")\n        self._prev = (out,)\n',
        {"day3-value-operators-plus-minus"},
    ),
    "a product is a parent of itself": (
        'out = Value(self.data * other.data, (self, other), "*")\n',
        'out = Value(self.data * other.data, (self, other), "*")\n        out._prev += (out,)\n',
        {"day3-value-operators-times-divide"},
    ),
}


@pytest.mark.parametrize(("old", "new", "lost"), sampled(CYCLES, "a product is a parent of itself"))
def test_a_graph_with_a_cycle_is_stopped(old, new, lost):
    # The second sort has no visited set, so that a cycle leads it round for ever.
    for sort in ((), (ENDLESS_SORT,)):
        failed = set(troubles(answered(*sort, edited((old, new)))))
        assert {check for check in failed if not check.startswith("day3-topological-order-")} == lost


ENDLESS_SORT = """
    def topological_order(root):
        order, waiting = [], [root]
        while waiting:
            order.append(waiting.pop())
            waiting.extend(order[-1]._prev)
        return order[::-1]
"""


@pytest.mark.exhaustive
def test_a_real_notebook_that_never_ends_eats_memory_and_runs_in_a_circle_keeps_its_other_points(learner):
    answers = answers_of(3)
    start, end = (
        answers["day3-value"].index("        order = topological_order"),
        answers["day3-value"].index("    def __neg__"),
    )
    answers["day3-value"] = f"{answers['day3-value'][:start]}        self.backward()\n\n{answers['day3-value'][end:]}"
    for exercise, line, body in (
        ("day3-twice", "    for node in topological_order(root):\n        node.grad = 0.0", ENDLESS["eats memory"]),
        ("day3-design", "    return (e - 1) / (e + 1)", "e._prev = (e,)\n    return e"),
    ):
        assert line in answers[exercise]
        answers[exercise] = answers[exercise].replace(line, "    " + body.replace("        ", "    "))
    result = grade_file(learner(3, answers), seed=1)
    told = {check.check.grade_id: message_of(check) for one in result.exercises for check in one.checks}
    lost = {name for name, message in told.items() if message != "Correct."}
    assert lost == {
        "day3-value-backward-graphs",
        "day3-value-backward-large",
        "day3-twice-clear",
        "day3-twice-repeat",
        "day3-design-built",
    }
    assert "RecursionError" in told["day3-value-backward-graphs"]
    assert "takes too long" in told["day3-twice-clear"]
    assert (result.points, result.warnings) == (19, ())


def test_an_accident_is_not_taken_for_a_disagreement():
    failed = troubles(answered("def gradcheck(f, inputs, eps=1, atol=1, rtol=1):\n    return undefined_name"))
    assert set(failed) == {"day3-gradcheck-compares", "day3-gradcheck-message"}
    assert "NameError" in failed["day3-gradcheck-compares"]


def random_probe():
    return next(one for one in probes_of("day3-value-operators-times-divide") if one.shrink is not None)


def test_a_wrong_gradient_is_shrunk_to_the_smallest_failing_expression():
    drawn = draw_inputs(dict(random_probe().drawers), "7")
    smaller = cuts(drawn["drawn"])
    assert smaller[-1] == drawn["drawn"]
    assert [len(cut["steps"]) for cut in smaller] == sorted(len(cut["steps"]) for cut in smaller)
    right = [PlainValue([1.0])] * len(smaller)
    wrong = [*right[:3], PlainValue([2.0]), PlainValue([3.0]), *right[5:]]
    inputs, expected, answer = first_difference(drawn, Several(tuple(right)), Several(tuple(wrong)))
    assert inputs == {"drawn": wording(smaller[3]), "expression": smaller[3]}
    assert (expected, answer) == (PlainValue([1.0]), PlainValue([2.0]))


def test_each_cut_has_the_value_it_has_inside_the_whole():
    for seed in range(30):
        drawn = draw_inputs(dict(random_probe().drawers), str(seed))["drawn"]
        inside = nodes_of(drawn, float)
        for cut in cuts(drawn):
            # Only the leaves at the edge are rounded, to two places.
            assert any(abs(nodes_of(cut, float)[-1] - value) <= 0.2 * abs(value) + 0.02 for value in inside)


@pytest.mark.exhaustive
def test_the_shrunk_expression_is_what_the_learner_reads():
    wrong = edited(
        (
            "            self.grad += other.data * out.grad\n",
            "            self.grad += (other.data if other._op != '/' and other._op != '*' else 1.0) * out.grad\n",
        )
    )
    check = "day3-value-operators-times-divide"
    messages = []
    for seed in range(6):
        namespace = answered(wrong)
        verdict = judging.decide(check, judging.ask(check, namespace, seed), seed)
        messages += [message_of(verdict)] if "_backward()` is called in order" in message_of(verdict) else []
    assert messages
    assert all(message.count(" = Value(") <= 3 and message.count(";") == 1 for message in messages), messages


SLIPS = {
    "without the root": "    return [node for node in order if node is not root]",
    "without the leaves": "    return [node for node in order if node._prev]",
    "with the root twice": "    return [*order, root]",
    "with something else in it": "    return [*order, None]",
}


@pytest.mark.parametrize("end", sampled(SLIPS, "with something else in it"))
def test_a_slip_in_what_is_listed_costs_one_point_of_the_sort(end):
    source = f"good = topological_order\ndef topological_order(root):\n    order = list(good(root))\n{end}"
    for seed in (1, 2, 3):
        assert set(troubles(answered(source), seed)) == {"day3-topological-order-nodes"}


OUTLIVING = {
    "a visited set": """
        def topological_order(root, visited=set()):
            order, waiting = [], [(root, False)]
            while waiting:
                node, done = waiting.pop()
                if done:
                    order.append(node)
                elif node not in visited:
                    visited.add(node)
                    waiting.append((node, True))
                    waiting.extend((parent, False) for parent in node._prev)
            return order
    """,
    "a mark on each node": """
        def topological_order(root):
            order, waiting = [], [(root, False)]
            while waiting:
                node, done = waiting.pop()
                if done:
                    order.append(node)
                elif not hasattr(node, "visited"):
                    node.visited = True
                    waiting.append((node, True))
                    waiting.extend((parent, False) for parent in node._prev)
            return order
    """,
}


@pytest.mark.parametrize("source", sampled(OUTLIVING, "a visited set"))
def test_what_outlives_a_call_of_the_sort_is_seen(source):
    assert "day3-topological-order-nodes" in troubles(answered(source))


def test_a_sort_of_two_nodes_without_their_children_is_no_order():
    failed = troubles(answered("def topological_order(root): return [root, *root._prev][::-1]"))
    assert "day3-topological-order-parents-first" in failed


# What a function or an operator does to its operand

ON_THE_OPERAND = {
    "exp": ("            self.grad += out.data * out.grad\n", {"day3-value-functions-exp-log"}),
    "tanh": ("            self.grad += (1 - out.data**2) * out.grad\n", {"day3-value-functions-tanh-sigmoid"}),
    "+": ("            other.grad += out.grad\n", {"day3-value-operators-plus-minus"}),
    "*": ("            other.grad += self.data * out.grad\n", {"day3-value-operators-times-divide"}),
}


@pytest.mark.parametrize(("rule", "lost"), sampled(ON_THE_OPERAND, "*", "exp"))
def test_a_rule_that_is_stored_on_the_operand_is_named(rule, lost):
    stored = f"{rule}\n        out._backward = _backward\n"
    failed = troubles(answered(edited((stored, stored.replace("out._b", "self._b")))))
    assert set(failed) == lost
    assert all("stored on the operand" in text for text in failed.values()), failed


MEDDLING = {
    "takes the operand's rule": "            self._backward = lambda: None\n",
    "takes the operand's parents": "        self._prev = ()\n",
    "changes the operand's number": "        self.data = max(self.data, 0.0)\n",
}


@pytest.mark.parametrize("line", sampled(MEDDLING, "changes the operand's number"))
def test_a_function_that_changes_its_operand_loses_its_point(line):
    made = '        out = Value(0.0 if off else self.data, (self,), "relu")\n'
    for seed in (1, 2, 3):
        failed = troubles(answered(edited((made, made + line.replace("            ", "        ")))), seed)
        assert set(failed) == {"day3-value-functions-exp-log"}


EQUAL_AS_ONE = """
    reference_add = Value.__add__
    def add(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = reference_add(self, other)
        out._prev = tuple({parent.data: parent for parent in (self, other)}.values())
        return out
    Value.__add__ = Value.__radd__ = add
"""


@pytest.mark.exhaustive
def test_parents_that_are_merged_by_their_numbers_are_seen_where_they_are_made():
    for seed in (1, 2, 3):
        assert set(troubles(answered(EQUAL_AS_ONE), seed)) == {"day3-value-operators-plus-minus"}


@pytest.mark.parametrize("spelt", ['"**"', '"^" + str(exponent)', '"pow"', 'f"**{float(exponent)}"', "Sign.POWER"])
def test_the_operation_of_a_power_may_be_spelt_in_any_way(spelt):
    enum = "from enum import Enum\nclass Sign(str, Enum):\n    POWER = '**'\n"
    assert troubles(answered(enum + edited(('f"**{exponent}"', spelt)))) == {}


FAR_OUT = {
    "sigmoid, above": ("out.data * (1 - out.data)", "math.exp(self.data) / (1 + math.exp(self.data)) ** 2"),
    "sigmoid, below": ("out.data * (1 - out.data)", "math.exp(-self.data) / (1 + math.exp(-self.data)) ** 2"),
    "tanh": ("(1 - out.data**2)", "1 / math.cosh(self.data) ** 2"),
    "the value, above": (
        "y = 1 / (1 + small) if self.data >= 0 else small / (1 + small)",
        "y = math.exp(self.data) / (1 + math.exp(self.data))",
    ),
}


@pytest.mark.parametrize("edit", FAR_OUT.values(), ids=FAR_OUT.keys())
def test_what_overflows_far_out_is_seen_with_every_seed(edit):
    check = "day3-value-functions-tanh-sigmoid"
    namespace = answered(edited(edit))
    for seed in range(1, 21):
        assert not is_correct(check, judging.ask(check, namespace, seed), seed)


def test_a_tanh_that_has_no_number_far_out_is_not_asked_for_its_slope():
    built = edited(("math.tanh(self.data)", "(math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)"))
    assert troubles(answered(built)) == {}


def test_whole_constants_are_asked_for():
    floats = edited(
        (
            '''gradient goes to both parents."""
        other = other if isinstance(other, Value) else Value(other)''',
            '''gradient goes to both parents."""
        other = Value(other) if isinstance(other, float) else other''',
        )
    )
    assert "day3-value-operators-plus-minus" in troubles(answered(floats))


def test_a_wrong_product_costs_the_product():
    swapped = edited(
        ("self.grad += other.data * out.grad", "self.grad += (other.data + 1) * out.grad"),
    )
    assert set(troubles(answered(swapped))) == {"day3-value-operators-times-divide"}


def test_a_backward_that_gives_up_on_the_way_is_seen():
    shallow = edited(("for node in reversed(order):", "for node in order[:-1000:-1]:"))
    assert set(troubles(answered(shallow))) == {"day3-value-backward-large"}


def test_backward_may_be_given_to_each_node():
    source = edited(
        ("self._backward = lambda: None", "self._backward = lambda: None\n        self.backward = self.walk")
    )
    assert troubles(answered(source.replace("def backward(self):", "def walk(self):"))) == {}


GRAPHS = "day3-value-backward-graphs"
OWN_WAY_WITH_A_FAULT = {
    "exp": (
        "shares_returned",
        '(self.data), (self,), "exp")\n        out._backward = lambda: [(self, out.data * out.grad)]',
        '(self.data), (self,), "exp")\n        out._backward = lambda: [(self, out.grad)]',
        {"day3-value-functions-exp-log"},
    ),
    "plus": ("weighted_edges", '"plus", (self, 1.0), (other, 1.0)', '"plus", (self, 1.0)', {GRAPHS}),
    "times": (
        "shared_tape",
        "lambda g: (g * y, g * x)",
        "lambda g: (g * x, g * y)",
        {GRAPHS, "day3-value-operators-times-divide", "day3-twice-repeat"},
    ),
    "upstream": ("shared_tape", "lambda g: (g * e,)", "lambda g: (e,)", {"day3-value-functions-exp-log"}),
    "argument": ("upstream_as_argument", "lambda g: (g, g)", "lambda g: (g, -g)", {GRAPHS}),
}


@pytest.mark.parametrize(("style", "old", "new", "lost"), sampled(OWN_WAY_WITH_A_FAULT, "times"))
def test_a_fault_in_an_engine_of_its_own_way_costs_what_it_touches(style, old, new, lost):
    answers = dict(read(f"day3/{style}"))
    assert answers["day3-value"].count(old) == 1
    answers["day3-value"] = answers["day3-value"].replace(old, new)
    failed = troubles(reference.load(3, answers=answers))
    assert lost <= set(failed) <= lost | {"day3-value-operators-plus-minus"}
    assert not [text for text in failed.values() if "locals" in text or "NoneType" in text]


def test_where_no_way_back_is_found_no_rule_is_blamed():
    answers = dict(read("day3/weighted_edges"))
    answers["day3-value"] = answers["day3-value"].replace("self.grad += 1.0", "pass")
    failed = troubles(reference.load(3, answers=answers))
    assert "does not find the slopes" in failed["day3-value-functions-exp-log"]
    assert not [text for check, text in failed.items() if "functions" in check and "One mistake" in text]


IN_PLACE = """
    def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):
        for leaf in inputs:
            leaf.grad = 0.0
        f(*inputs).backward()
        for index, leaf in enumerate(inputs):
            leaf.data += eps
            high = f(*inputs).data
            leaf.data -= 2 * eps
            low = f(*inputs).data
            {back}
            slope = (high - low) / (2 * eps)
            if not abs(leaf.grad - slope) <= atol + rtol * abs(slope):
                raise AssertionError(f"input {{index}}: {{leaf.grad}} {{slope}}")
            {late}
        return True
"""


@pytest.mark.parametrize(
    ("back", "late"), sampled({"late": ("leaf.data += eps", "pass"), "left": ("pass", "leaf.data += eps")}, "left")
)
def test_inputs_that_are_not_quite_what_they_were_are_seen(back, late):
    for seed in (1, 2, 3):
        assert set(troubles(answered(IN_PLACE.format(back=back, late=late)), seed)) == {"day3-gradcheck-compares"}


def test_the_digits_of_a_number_are_no_index():
    source = """
        def gradcheck(f, inputs, eps=1e-6, atol=2e-06, rtol=1e-4, right=gradcheck):
            try:
                return right(f, inputs, eps, atol, rtol)
            except AssertionError as error:
                raise AssertionError(str(error).partition(":")[2] + ", more than 2e-06, 1e-06 and 1.2e-02")
    """
    assert set(troubles(answered(source))) == {"day3-gradcheck-message"}


def test_a_parent_that_is_no_node_is_told_in_words():
    constants = edited(
        (
            'out = Value(self.data + other.data, (self, other), "+")',
            'out = Value(self.data + other.data, (self, other if other._prev else other.data), "+")',
        )
    )
    failed = troubles(answered(constants))
    assert set(failed) == {"day3-value-operators-plus-minus"}
    # Whichever question shows it first: it is no node, or a plain number that has no attributes of its own.
    assert re.search("which is no node|another object|A plain number stands", failed["day3-value-operators-plus-minus"])


def test_the_number_of_the_other_rule_is_told_without_the_right_one():
    source = 'second["a.grad after the second"] = 27.0'
    failed = troubles(answered(source))
    assert set(failed) == {"day3-twice-predict"}
    assert "kept its old gradient" in failed["day3-twice-predict"]
    assert "21" not in failed["day3-twice-predict"]


def test_a_zero_grad_that_cuts_the_graph_is_seen():
    source = """
        def zero_grad(root):
            for node in topological_order(root):
                node.grad, node._prev = 0.0, ()
    """
    assert set(troubles(answered(source))) == {"day3-twice-clear"}


def test_a_rule_that_takes_something_in_costs_its_own_sign():
    sums = edited(('"+")\n\n        def _backward():', '"+")\n\n        def _backward(self):'))
    both = sums.replace('"*")\n\n        def _backward():', '"*")\n\n        def _backward(self):')
    assert both != sums
    assert set(troubles(answered(both))) == {"day3-value-operators-plus-minus", "day3-value-operators-times-divide"}


# Exercise 3.7: tests that a learner writes

TESTS = ["day3-tests-silent", "day3-tests-told", "day3-tests-inputs", "day3-tests-graph"]


def on_tests(source, seed=1):
    """Return the messages of the checks of exercise 3.7 that a `check_engine` does not pass."""
    names = answered(source)
    verdicts = {check: judging.decide(check, judging.ask(check, names, seed), seed) for check in TESTS}
    return {check: message_of(one) for check, one in verdicts.items() if one.outcome != judging.CORRECT}


@pytest.mark.exhaustive
@pytest.mark.parametrize("style", [style for style in right_solutions() if "day3-value" in read(style)])
def test_the_right_tests_are_silent_on_every_right_engine(style):
    names = answered(*(read(style)[cell] for cell in ("day3-topological-order", "day3-value") if cell in read(style)))
    # `Value` is the style's, and its methods find their own names there.
    assert list(names["check_engine"](names["Value"])) == []


@pytest.mark.parametrize("parts", engines.STYLES.values(), ids=engines.STYLES)
def test_the_engines_that_are_called_right_agree_with_plain_floats(parts):
    names = answered()
    assert names["check_engine"](engines.engine(parts)) == []
    value = engines.engine(parts)
    a, b = value(1.0), value(-2.0)
    inside = 3 * a
    out = (inside + 1 + 1 + 1) + 5 * inside - b / 4 + (b**2).sigmoid().log()
    out.backward()
    slope = 2 * -2.0 * (1 - 1 / (1 + math.exp(-4.0)))
    assert (a.grad, b.grad) == (18.0, pytest.approx(-0.25 + slope))
    with pytest.raises(TypeError):
        a**b
    for refused in (lambda: value(0.0).log(), lambda: value(-2.0) ** 0.5):
        with pytest.raises(ValueError, match=r"domain|real power"):
            refused()
    with pytest.raises(ZeroDivisionError):
        a / value(0.0)


def test_each_fault_shows_and_the_reference_catches_all_18():
    assert [len(faults.of_group(group)) for group in ("told", "inputs", "graph")] == [8, 5, 5]
    check = answered()["check_engine"]
    right = replace(next(iter(engines.STYLES.values())), built=frozenset())
    assert [fault.name for fault in faults.FAULTS if not check(engines.engine(CHANGES[fault.name](right)))] == []
    shown = {fault.name: shown_by(fault.name) for fault in faults.FAULTS}
    assert shown["quotient"] == "at x = 1 and y = 2 in `x / y`: y.grad is -0.5 there and should be -0.25"
    assert shown["no_refusal"] == "at x = 0 in `x.log()`: the value is nan there, where `ValueError` should be raised"
    assert len(set(shown.values())) == 18


FIRST_ATTEMPT = """
    def check_engine(Value):
        tests = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a**2]
        tests += [lambda a, b, name=name: getattr(a, name)() for name in ("relu", "tanh", "exp", "log", "sigmoid")]
        for f in tests:
            gradcheck(f, [Value(2.0), Value(3.0)])
"""


def test_a_first_attempt_catches_7_of_18_and_is_told_the_kind_and_the_input():
    told = on_tests(FIRST_ATTEMPT)
    assert set(told) == set(TESTS[1:])
    assert "a node that is used twice keeps the share that came last" in told["day3-tests-told"]
    assert "at x = 1 in `x + x`: x.grad is 1 there and should be 2" in told["day3-tests-told"]
    assert "at x = -1 in `x ** 2`" in told["day3-tests-inputs"]
    assert "lambda" not in "".join(told.values())
    check = answered(FIRST_ATTEMPT)["check_engine"]
    right = next(iter(engines.STYLES.values()))
    caught = []
    for fault in faults.FAULTS:
        try:
            check(engines.engine(CHANGES[fault.name](replace(right, built=frozenset()))))
        except Exception:
            caught.append(fault.name)
    assert len(caught) == 7


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("raise AssertionError('broken')", "before any node was made"),
        ("return []", "no node was made"),
        ("Value(1.0)", "an engine whose `backward()` does nothing"),
        ("print(Value(1.0))", "what is printed is no finding"),
        ("return Value(1.0).data > 0", "a bool, where None or a list of findings is returned"),
        ("Value.backward = None", "a change of the class that it is given: backward"),
        pytest.param("while Value(1.0): pass", "takes too long", marks=pytest.mark.exhaustive),
    ],
)
def test_a_check_that_proves_nothing_gets_no_point_and_a_sentence(body, told):
    failed = on_tests(f"def check_engine(Value):\n    {body}\n")
    assert set(failed) == set(TESTS)
    assert told in failed["day3-tests-silent"]


ASKS_TOO_MUCH_OF_SETS = (
    "        compare(what, out.data, plain(*numbers))\n",
    """        compare(what, out.data, plain(*numbers))
        if text == "a + a" and len(out._prev) != 2:
            findings.append(f"a + a has {len(out._prev)} parents, not 2")
""",
)


def test_a_false_alarm_on_one_style_costs_silence_alone_and_its_own_words_are_shown():
    wrong = reference.solutions(3)["day3-tests"].replace(*ASKS_TOO_MUCH_OF_SETS)
    failed = on_tests(wrong)
    assert set(failed) == {"day3-tests-silent"}
    assert "a + a has 1 parents, not 2" in failed["day3-tests-silent"]
    assert "parents in a set" in failed["day3-tests-silent"]


@pytest.mark.exhaustive
def test_a_false_alarm_on_one_style_costs_one_point_of_a_whole_notebook(learner):
    answers = answers_of(3)
    answers["day3-tests"] = answers["day3-tests"].replace(*ASKS_TOO_MUCH_OF_SETS)
    result = grade_file(learner(3, answers), seed=1)
    told = {check.check.grade_id: message_of(check) for one in result.exercises for check in one.checks}
    assert {name for name, message in told.items() if message != "Correct."} == {"day3-tests-silent"}


def test_the_visible_checks_of_day_3_stand_alone():
    alone = {}
    for cell in build.from_master(DAY).cells:
        if is_grade(cell) and grade_id(cell).startswith(("day3-tests", "day3-changed")):
            alone[grade_id(cell)] = cell.source.partition("### BEGIN HIDDEN TESTS")[0]
    assert set(TESTS) < set(alone)
    for source in alone.values():
        exec(source, {**reference.load(3), "parts_hold": True})


@pytest.mark.exhaustive
def test_a_right_check_engine_may_try_a_chain_of_1000_sums():
    chain = """
    findings = []
    a = Value(1.0)
    long = a
    for _ in range(1000):
        long = long + a
    long.backward()
    if abs(a.grad - 1001) > 1e-6:
        findings.append(f"1000 sums: {a.grad}, not 1001")
"""
    assert on_tests(reference.solutions(3)["day3-tests"].replace("\n    findings = []\n", chain)) == {}


def test_the_lines_that_the_card_allows_are_those_that_are_counted():
    card = next(cell.source for cell in reference.cells(3) if "### Exercise 3.7" in cell.source)
    counted = {probe.lines for check in TESTS for probe in probes_of(check)}
    assert counted == {4 * 200_000, 5 * 200_000}
    assert "Four or five engines are tried in a row. For each of them 200,000 lines may run" in card


def test_each_call_of_check_engine_gets_a_class_of_its_own():
    failed = on_tests("""
        def check_engine(Value):
            first = not hasattr(Value, "seen")
            Value.seen = True
            return [] if first else ["seen before"]
    """)
    assert "is another, or is gone" in failed["day3-tests-silent"]
    first, second = (engines.engine(next(iter(engines.STYLES.values()))) for _ in range(2))
    assert first is not second
    assert first.__add__ is not second.__add__
    assert (first.__name__, first.__module__) == (second.__name__, second.__module__) == ("Value", "__main__")


def test_a_wrong_gradcheck_does_not_cost_the_tests():
    wrong = "def gradcheck(f, inputs, eps=1e-6, atol=1e-6, rtol=1e-4):\n    return True\n"
    using = read("day3/stored_partials")["day3-tests"]
    names = answered(wrong, using)
    verdicts = [judging.decide(check, judging.ask(check, names, 1), 1).outcome for check in TESTS]
    assert verdicts == [judging.CORRECT] * 4


def test_the_game_puts_faults_into_an_own_engine_and_takes_them_out(capsys):
    names = answered(FIRST_ATTEMPT)
    before = dict(vars(names["Value"]))
    try_tests(names["check_engine"], names["Value"])
    said = capsys.readouterr().out
    assert "Caught: 5 of 8." in said
    assert "Got away: `1 + a` is a." in said
    assert dict(vars(names["Value"])) == before
    try_tests(lambda Value: ["no"], names["Value"])
    assert "there is an alarm: no" in capsys.readouterr().out
    with pytest.raises(TypeError, match="It returned a bool"):
        try_tests(lambda Value: True, names["Value"])


# Exercise 3.6: a graph that is out of date


def test_what_is_asked_about_the_changed_number_is_what_a_late_reader_gives():
    names = answered()
    value = names["Value"]
    a, b, c = value(2.0), value(3.0), value(5.0)
    out = a * b * c
    a.data = names["changed"]["to"]
    out.backward()
    assert (a.grad, b.grad, c.grad) == (15.0, 20.0, 6.0)
    assert names["changed"]["kept"] == 2.0 * 5.0


@pytest.mark.exhaustive
def test_an_engine_that_refuses_nothing_loses_one_point_and_no_other():
    cell = reference.solutions(3)["day3-changed"]
    line = "self.version += 1"
    assert cell.count(line) == 1
    assert set(troubles(answered(cell.replace(line, "pass")))) == {"day3-changed-refuse"}


MADE = "        product = Careful(self.data * other.data, (self, other))\n"
KEPT = (
    (MADE, f"{MADE}        x, y = self.data, other.data\n"),
    ("other.data * product.grad", "y * product.grad"),
    ("self.data * product.grad", "x * product.grad"),
)
CHANGED = {
    "L for the gradient": ([('"kept": 10.0', '"kept": 30.0')], "find", "day3-changed-kept-result"),
    "versions of leaves alone": (
        [("self.version += 1", "self.version += not self._prev")],
        "refuse",
        "day3-changed-leaves-only",
    ),
    "whoever changed is refused for good": (
        [("if [parent.version for parent in node._prev] != node.remembered:", "if node.version > 1:")],
        "refuse",
        "day3-changed-no-change-ever",
    ),
    "the root alone, and numbers are kept": (
        [*KEPT, ("for node in order:\n            if [", "for node in [self]:\n            if [")],
        "refuse",
        "day3-changed-root-only",
    ),
}


@pytest.mark.parametrize(("edits", "check", "name"), CHANGED.values(), ids=CHANGED.keys())
def test_what_is_wrong_about_a_change_has_a_name_that_is_true(edits, check, name):
    source = reference.solutions(3)["day3-changed"]
    for old, new in edits:
        assert source.count(old) == 1
        source = source.replace(old, new)
    check = f"day3-changed-{check}"
    names = answered(source)
    assert judging.decide(check, judging.ask(check, names, 1), 1).misconceptions == (name,)


def test_training_with_careful_nodes_is_possible():
    careful = answered()["Careful"]
    w, x = careful(0.0), careful(2.0)
    for _ in range(20):
        loss = (w * x + careful(-6.0)) * (w * x + careful(-6.0))
        loss.backward()
        w.data = w.data - 0.05 * w.grad
        w.grad = 0.0
    assert abs(w.data - 3.0) < 1e-3
    with pytest.raises(RuntimeError):
        loss.backward()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("raise RuntimeError(", "raise ValueError(", "It is refused with another error; the card asks"),
        (
            "        self.version += 1",
            "        self.version += 1\n        if self.version > 1:\n            raise ValueError('no')",
            "The change itself is refused; `backward()` should refuse.",
        ),
    ],
)  # fmt: skip
def test_what_is_refused_in_another_way_is_told_so(old, new, told):
    names = answered(reference.solutions(3)["day3-changed"].replace(old, new))
    check = "day3-changed-refuse"
    message = message_of(judging.decide(check, judging.ask(check, names, 1), 1))
    assert told in message
    assert "What is right is refused" not in message
