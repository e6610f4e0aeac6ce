# SPDX-License-Identifier: MIT
"""Running cells in this process, and finding the exercise that a check belongs to."""

import pytest

from building.released_answers import released
from judge.notebooks import course, reference
from judge.notebooks.cells import owner
from judge.run.bounded import NoEnd
from judge.run.cells import run_cell
from judge.verdicts.notebook_run import only_defines

DAYS = [day.number for day in course.assignments()]


def test_a_cell_adds_its_names_and_an_error_of_it_is_raised():
    namespace = {"a": 1}
    run_cell("<x>", "b = a + 1", namespace)
    assert namespace["b"] == 2
    with pytest.raises(ZeroDivisionError):
        run_cell("<x>", "c = 3\n1 / 0", namespace)
    with pytest.raises(SyntaxError):
        run_cell("<x>", "c = = 3", namespace)


@pytest.mark.parametrize("source", ["c = 3\n1 / 0\nd = 4", "c = 3\nraise NotImplementedError\nd = 4"])
def test_a_forgiving_run_keeps_what_was_defined_before_the_error(source):
    namespace = {}
    run_cell("<x>", source, namespace, forgiving=True)
    run_cell("<x>", "c = = 3", namespace, forgiving=True)
    assert namespace["c"] == 3
    assert "d" not in namespace


def test_a_cell_without_an_end_is_stopped():
    with pytest.raises(NoEnd):
        run_cell("<x>", "while True:\n    pass", {}, forgiving=True)
    run_cell("<x>", "for _ in range(300): pass", {}, forgiving=True)


def test_a_cell_is_compiled_as_a_kernel_compiles_it():
    """The judge knows yesterday's class by its code, which `from __future__ import annotations` would change."""
    as_in_a_kernel = {}
    given = next(cell.source for cell in reference.cells(2) if "given" in cell.metadata.get("tags", []))
    exec(compile(given, "<ipython-input-1>", "exec", dont_inherit=True), as_in_a_kernel)
    codes = [names["Value"].__add__.__code__ for names in (as_in_a_kernel, reference.given(2))]
    assert codes[0] == codes[1]
    namespace = {}
    run_cell("<x>", "def f(x: undefined): ...", namespace, forgiving=True)
    assert "f" not in namespace


def test_given_leaves_the_answers_out_and_load_takes_others():
    assert not hasattr(reference.given(3)["Value"], "backward")
    assert hasattr(reference.load(3)["Value"], "backward")
    other = reference.load(3, answers={"day3-topological-order": "def topological_order(root):\n    return [root]"})
    leaf = other["Value"](1.0)
    assert other["topological_order"](leaf * leaf)[-1].data == 1.0
    assert len(other["topological_order"](leaf * leaf)) == 1
    assert len(reference.load(3)["topological_order"](leaf * leaf)) == 2


def test_an_edit_is_made_in_the_answers_that_are_taken():
    answers = {"day1-trace": "def trace(root):\n    return 'mine'"}
    namespace = reference.load(1, [reference.Edit("'mine'", "'edited'", "day1-trace")], answers)
    assert namespace["trace"](None) == "edited"


@pytest.mark.parametrize("number", DAYS)
def test_a_released_notebook_runs_forgivingly_and_not_otherwise(number):
    blank = reference.load(number, answers=released(number), forgiving=True)
    assert set(reference.given(number)) <= set(blank)
    broken = {answer: "raise NotImplementedError" for answer in reference.solutions(number)}
    with pytest.raises(NotImplementedError):
        reference.load(number, answers=broken)
    assert set(reference.load(number, answers=broken, forgiving=True)) == set(reference.given(number))


@pytest.mark.parametrize(
    ("check", "exercise"),
    [
        ("day3-value-operators-power", "day3-value-operators"),
        ("day3-value-backward", "day3-value"),
        ("day3-values-backward", None),
        ("day3-value", None),
    ],
)
def test_a_check_belongs_to_the_longest_answer_that_its_id_begins_with(check, exercise):
    for answers in (["day3-value", "day3-value-operators"], ["day3-value-operators", "day3-value"]):
        assert owner(check, answers) == exercise


@pytest.mark.parametrize(
    ("source", "defines"),
    [
        ("def f():\n    return g()", True),
        ("x = [1, -2]\nclass A:\n    def f(self): ...", True),
        ("@g\ndef f(): ...", False),
        ("class A:\n    @g\n    def f(self): ...", False),
        ("def f(x: int = 1, *, y: str = '') -> list[int]: ...", True),
        ("def f(x=g()): ...", False),
        ("def f(*, x: g()): ...", False),
        ("class A(B): ...", True),
        ("class A(g()): ...", False),
        ("class A(metaclass=B): ...", False),
        ("A.f = None", False),
        ("x = g()", False),
        ("x = = 1", False),
    ],
)
def test_a_cell_that_only_defines_runs_nothing_of_a_learners(source, defines):
    assert only_defines(source) is defines
