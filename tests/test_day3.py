# SPDX-License-Identifier: MIT
"""Day 3: shrinking a wrong gradient, the engines of exercise 3.7, and graphs that change."""

import copy
import math
import random
import re
import textwrap
import time
from dataclasses import replace
from decimal import Decimal, localcontext
from functools import cache

import pytest
from nbgrader.utils import determine_grade
from support import answers_of, message_of, sampled

from building import notebooks
from exercises.day3_tests.probes import CHECKS, faults
from exercises.day3_tests.probes import right_engines as engines
from exercises.day3_tests.probes.right_faults import CHANGES
from exercises.day3_value.expressions import cuts, wording
from exercises.day3_value.probes.local_rules import first_difference
from grading.by_nbgrader import autograding
from gradtools import try_tests
from judge.asking.ask import ask
from judge.asking.inputs import draw_inputs
from judge.asking.probe import probes_of
from judge.notebooks import course, reference, submission
from judge.notebooks.cells import grade_id, is_grade
from judge.run.answers import PlainValue, Several
from judge.verdicts import marking
from judge.verdicts.decide import decide
from judge.verdicts.verdict import CORRECT, NOT_YET
from verification import catalogued
from verification.right_solutions import read, right_solutions

DAY = course.assignment(3)


def answered(*sources):
    namespace = reference.load(3)
    for source in sources:
        exec(compile(textwrap.dedent(source), "<answer>", "exec"), namespace)
    return namespace


def test_the_stand_in_for_the_sort_is_taken_away_again():
    uses_it = ["day3-value-backward-graphs"]
    namespace = answered("def topological_order(root): return []")
    own = namespace["topological_order"]
    assert catalogued.judged(DAY, namespace, 1, uses_it)[uses_it[0]].outcome == CORRECT
    assert namespace["Value"].backward.__globals__["topological_order"] is own
    without = answered("del topological_order")
    catalogued.judged(DAY, without, 1, uses_it)
    assert "topological_order" not in without


# What the card of exercise 3.1 states, and about how many of these lines a right answer takes.
STATED = {"day3-topological-order-nodes": (100_000, 1_000), "day3-topological-order-deep": (1_000_000, 130_000)}


@pytest.mark.parametrize(
    ("check", "share", "outcome"),
    [
        ("day3-topological-order-nodes", 0.95, CORRECT),
        ("day3-topological-order-nodes", 1.05, NOT_YET),
        ("day3-topological-order-deep", 0.95, CORRECT),
        ("day3-topological-order-deep", 3, NOT_YET),  # Those of its head start are not counted.
    ],
)
def test_a_sort_is_stopped_after_as_many_lines_as_its_card_states(check, share, outcome):
    stated, needed = STATED[check]
    namespace = answered(
        f"""
        sorts_at_once = topological_order

        def topological_order(root):
            order = sorts_at_once(root)
            if len(order) > 10:  # in a small graph no budget is stated
                for _ in range({int((share * stated - needed) / 2)}):
                    pass
            return order
        """
    )
    assert f"{stated:,} lines" in next(cell.source for cell in reference.cells(3) if "22 doublings, `y" in cell.source)
    assert catalogued.judged(DAY, namespace, 1, [check])[check].outcome == outcome


def test_a_check_of_engines_may_run_as_many_lines_as_its_card_states():
    namespace = answered(
        """
        checks_at_once = check_engine

        def check_engine(Value):
            for _ in range(95_000):
                pass
            return checks_at_once(Value)
        """
    )
    checks = ["day3-tests-silent", "day3-tests-graph"]
    assert {one.outcome for one in catalogued.judged(DAY, namespace, 1, checks).values()} == {CORRECT}


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


# Exercise 3.7: tests that a learner writes

TESTS = ["day3-tests-silent", "day3-tests-told", "day3-tests-inputs", "day3-tests-graph"]


def on_tests(source, seed=1):
    """Return the messages of the checks of exercise 3.7 that a `check_engine` does not pass."""
    names = answered(source)
    answers = cache(lambda check: ask(check, names, seed))
    verdicts = {check: decide(check, answers(check), seed, answers) for check in TESTS}
    return {check: message_of(one) for check, one in verdicts.items() if one.outcome != CORRECT}


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
    assert [len(faults.of_group(group)) for group in CHECKS] == [8, 5, 5]
    check = answered()["check_engine"]
    right = replace(next(iter(engines.STYLES.values())), built=frozenset())
    assert [fault.name for fault in faults.FAULTS if not check(engines.engine(CHANGES[fault.name](right)))] == []
    assert len({fault.kind for fault in faults.FAULTS}) == 18


FIRST_ATTEMPT = """
    def check_engine(Value):
        tests = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a**2]
        tests += [lambda a, b, name=name: getattr(a, name)() for name in ("relu", "tanh", "exp", "log", "sigmoid")]
        for f in tests:
            gradcheck(f, [Value(2.0), Value(3.0)])
"""


def test_a_first_attempt_catches_7_of_18_and_reports_the_kind_but_not_the_input():
    messages = on_tests(FIRST_ATTEMPT)
    assert set(messages) == set(TESTS[1:])
    assert "what a node collects as its gradient is wrong" in messages["day3-tests-told"]
    assert "the gradient of an operator is wrong at some inputs" in messages["day3-tests-inputs"]
    assert not re.search(r"`[xy] = ", "".join(messages.values()))
    assert "lambda" not in "".join(messages.values())
    check = answered(FIRST_ATTEMPT)["check_engine"]
    right = next(iter(engines.STYLES.values()))
    caught = []
    for fault in faults.FAULTS:
        try:
            check(engines.engine(CHANGES[fault.name](replace(right, built=frozenset()))))
        except Exception:
            caught.append(fault.name)
    assert len(caught) == 7
    names, shares = answered(FIRST_ATTEMPT), []
    for name in TESTS[1:]:
        shares.append(decide(name, ask(name, names, 1), 1).share)
    assert shares == [5 / 8, 1 / 5, 1 / 5]
    assert "5 of 8 faults are caught" in messages["day3-tests-told"]


def test_the_share_of_the_points_reaches_the_report_and_nbgrader(learner):
    path = learner(3, {**answers_of(3), "day3-tests": textwrap.dedent(FIRST_ATTEMPT)})
    notebook, _ = submission.rebuild(submission.read(path), marking.source_notebook(DAY))
    marking.run(notebook, DAY, seed=4)
    wanted = {"day3-tests-silent": 1, "day3-tests-told": 5 / 8, "day3-tests-inputs": 1 / 5, "day3-tests-graph": 1 / 5}
    cells = [cell for cell in notebook.cells if is_grade(cell) and grade_id(cell) in TESTS]
    settled = []
    for times in range(3):
        if times:
            for cell in cells:
                autograding.settle_cell(cell, [])
            settled.append(copy.deepcopy([cell.outputs for cell in cells]))
        result = marking.read_results(notebook, DAY, [])
        assert {one.check.grade_id: one.points for one in result.checks if one.check.grade_id in TESTS} == wanted
    assert settled[0] == settled[1]
    assert {grade_id(cell): determine_grade(cell)[0] for cell in cells} == wanted


def test_what_accuses_right_engines_earns_no_share():
    names = answered("""
        import random
        def check_engine(Value):
            Value(1.0)
            return ["wrong"] * random.randrange(2)
    """)
    random.seed(1)
    verdicts = [decide(check, ask(check, names, 1), 1) for check in TESTS]
    assert [one.share for one in verdicts] == [0.0] * 4
    always = answered("def check_engine(Value):\n    return [Value(1.0)]")
    assert [decide(check, ask(check, always, 1), 1).share for check in TESTS] == [0.0] * 4


def test_the_visible_checks_of_3_7_do_not_pass_for_a_list_of_one_text():
    names = answered("def check_engine(Value):\n    return ['x']")
    for check in TESTS:
        cell = next(cell for cell in reference.cells(3) if grade_id(cell) == check)
        with pytest.raises(AssertionError, match="It made none of Inert"):
            exec(submission.visible(cell.source), dict(names))


@pytest.mark.exhaustive
@pytest.mark.parametrize("lines", ["while True:\n        pass", "tuple(Value(1.0) + 1 for _ in range(2_500))"])
def test_no_check_of_3_7_takes_long(lines):
    """An endless function is stopped early; one that uses most of its lines is not, and takes seconds."""
    names = answered(answers_of(3)["day3-tests"].replace("findings = []", f"findings = []\n    {lines}"))
    for check in TESTS:
        start = time.process_time()
        ask(check, names, 1)
        assert time.process_time() - start < 10


HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)


def test_the_visible_checks_of_day_3_stand_alone():
    alone = {}
    for cell in notebooks.from_master(DAY).cells:
        if is_grade(cell) and grade_id(cell).startswith(("day3-tests", "day3-changed")):
            alone[grade_id(cell)] = HIDDEN.sub("", cell.source)
    assert set(TESTS) < set(alone)
    for source in alone.values():
        assert "assert " in source
        exec(source, {**reference.load(3), "parts_hold": True})


def test_the_lines_that_the_card_allows_are_those_that_are_counted():
    card = next(cell.source for cell in reference.cells(3) if "### Exercise 3.7" in cell.source)
    counted = {probe.lines for check in TESTS for probe in probes_of(check)}
    assert counted == {3 * 200_000, 8 * 200_000}  # What raises an alarm is tried once more in the other order.
    assert "at most 200,000 lines of Python may run for each engine" in card


def test_each_call_of_check_engine_gets_a_class_of_its_own():
    first, second = (engines.engine(next(iter(engines.STYLES.values()))) for _ in range(2))
    assert first is not second
    assert first.__add__ is not second.__add__
    assert (first.__name__, first.__module__) == (second.__name__, second.__module__) == ("Value", "__main__")


def test_the_game_puts_faults_into_an_own_engine_and_takes_them_out(capsys):
    names = answered(FIRST_ATTEMPT)
    before = dict(vars(names["Value"]))
    try_tests(names["check_engine"], names["Value"])
    said = capsys.readouterr().out
    assert "Caught: 5 of 8." in said
    assert "Got away: `1 + a` is `a`." in said
    assert dict(vars(names["Value"])) == before
    try_tests(lambda Value: ["no"], names["Value"])
    assert "there is an alarm: no" in capsys.readouterr().out
    with pytest.raises(TypeError, match="It returned a bool"):
        try_tests(lambda Value: True, names["Value"])


# Exercise 3.5: what digits are lost to


def to_sixty_digits(function, x):
    with localcontext() as context:
        context.prec = 60
        return float(function(Decimal(x)))


def one_minus_tanh(x):
    return 1 - ((2 * x).exp() - 1) / ((2 * x).exp() + 1)


def nudged(function, x, step):
    return (function(x + step) - function(x - step)) / (2 * step)


LINES_OF_THE_CARD = {
    "A": (lambda x: 1e300 / x, lambda x: Decimal("1e300") / x),
    "B": (lambda x: math.sqrt(1 + x) - 1, lambda x: (1 + x).sqrt() - 1),
    "C": (lambda x: x**40, lambda x: x**40),
    "D": (lambda x: 1 - math.sin(x), lambda x: 1 - x + x**3 / 6),
}


def test_one_line_of_3_5_alone_is_off_though_a_float_can_hold_what_it_should_be():
    card = next(cell.source for cell in reference.cells(3) if "### Exercise 3.5" in cell.source)
    for letter, text in (("A", "1e300 / x"), ("B", "math.sqrt(1 + x) - 1"), ("C", "x**40"), ("D", "1 - math.sin(x)")):
        assert f"**{letter}** `{text}`" in card
    # The third design is off by more than 1% at each of these.
    for x in (*(10.0**-place for place in range(15, 50)), 7e-16, 3e-16, 2**-53):
        tanh = to_sixty_digits(lambda d: 1 - one_minus_tanh(d), x)
        assert abs(2 / (1 + math.exp(-2 * x)) - 1 - tanh) > 0.01 * tanh, x
        off = []
        for letter, (line, exact) in LINES_OF_THE_CARD.items():
            right = to_sixty_digits(exact, x)
            held = 0 < right < math.inf
            assert held is (letter in "BD"), (letter, x)
            if held and abs(line(x) - right) > 0.01 * right:
                off.append(letter)
        assert off == [answered()["choice"]["because"]], x


def test_1_minus_tanh_keeps_nine_digits_where_tanh_is_1():
    names = answered()
    assert 1 - math.tanh(20.0) == 0.0, "as the card says"
    for number in (0.0, 0.5, 3.0, 12.0, 20.0):
        x = names["Value"](number)
        out = names["rest_from_exp"](x)
        out.backward()
        right = to_sixty_digits(one_minus_tanh, number)
        slope = to_sixty_digits(lambda d: nudged(one_minus_tanh, d, Decimal("1e-20")), number)
        assert math.isclose(out.data, right, rel_tol=1e-9)
        assert math.isclose(x.grad, slope, rel_tol=1e-9)
    assert decide("day3-design-built", ask("day3-design-built", names, 1), 1).outcome == CORRECT
    rounded = answered(answers_of(3)["day3-design"].replace("2 / (1 + power)", "1 - tanh_from_exp(x)"))
    assert "digit" in message_of(decide("day3-design-built", ask("day3-design-built", rounded, 1), 1))


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


METHODS = {"+": "__add__", "-": "__sub__", "*": "__mul__", "/": "__truediv__"}
SLOPES = {
    "+": ("1.0", "1.0"),
    "-": ("1.0", "-1.0"),
    "*": ("other.data", "self.data"),
    "/": ("1 / other.data", "-self.data / other.data**2"),
}
OF_TWO = "left, right = {left} * out.grad, {right} * out.grad\n        "
RIGHT = OF_TWO + "self.grad += left\n        other.grad += right"
ONE_SHARE_FOR_EACH_PARENT = OF_TWO + "for node, share in {{self: left, other: right}}.items(): node.grad += share"
BOTH_READ_BEFORE_ONE_IS_WRITTEN = OF_TWO + "self.grad, other.grad = self.grad + left, other.grad + right"
RULE = """
def {method}(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data {sign} other.data, (self, other), "{sign}")
    def _backward():
        {rule}
    out._backward = _backward
    return out

Value.{method} = {method}
"""


def outcomes(day, sign, rule):
    """Return the outcomes of all checks of a day's class with one operator written anew."""
    method, (left, right) = METHODS[sign], SLOPES[sign]
    namespace = reference.load(day)
    exec(RULE.format(method=method, sign=sign, rule=rule.format(left=left, right=right)), namespace)
    checks = catalogued.checks_of(course.assignment(day), f"day{day}-value")
    return [verdict.outcome for verdict in catalogued.judged(course.assignment(day), namespace, 1, checks).values()]


@pytest.mark.parametrize(
    ("day", "sign"),
    sampled({f"{day}{sign}": (day, sign) for day, sign in [(2, "+"), (2, "*"), *((3, sign) for sign in METHODS)]},
            "2*", "3-"),
)  # fmt: skip
def test_an_operator_with_one_node_on_both_sides_has_to_collect_both_shares(day, sign):
    assert set(outcomes(day, sign, RIGHT)) == {CORRECT}
    for mistake in (ONE_SHARE_FOR_EACH_PARENT, BOTH_READ_BEFORE_ONE_IS_WRITTEN):
        assert NOT_YET in outcomes(day, sign, mistake)
