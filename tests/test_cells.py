# SPDX-License-Identifier: MIT
"""Running cells in this process, and finding the exercise that a check belongs to."""

import nbformat
import pytest

from building.released_answers import released
from judge.notebooks import course, reference
from judge.notebooks.cells import owner
from judge.run.bounded import NoEnd
from judge.run.cells import run_cell
from judge.verdicts.notebook_run import NotebookRun, only_defines
from judge.verdicts.seeds import Seeds

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
        ("class A:\n    @property\n    def f(self): ...\n    @f.setter\n    def f(self, f): ...", True),
        ("class A:\n    @staticmethod\n    def f(): ...", True),
        ("class A:\n    @g.f\n    def f(self): ...", False),
        ("@property()\ndef f(): ...", False),
        ("@g\nclass A: ...", False),
        ("x = {'a': 20 / 7, **y}", False),
        ("x = {'a': 20 / 7 - -1, 2: (3, [4], {5})}", True),
        ("x = 9**9", False),
        ("x = [0] * 1000", False),
        ("x = 'a' * 1000", False),
        ("x = y + 1", False),
        ("x = -y", False),
        ("x = {'a': g()}", False),
        ("x = f'{y}'", False),
    ],
)
def test_a_cell_that_only_defines_runs_nothing_of_a_learners(source, defines):
    assert only_defines(source) is defines


F, CHECK_F, G, CHECK_G = "def f(): ...", "assert f", "def g(): ...", "assert g"
USES_G, CALLS_G = "def h(): g()", "x = g()"


@pytest.mark.parametrize(
    ("cells", "groups"),
    [
        ([F, CHECK_F, G, CHECK_G], [[F], [G], [CHECK_F, CHECK_G]]),
        # What stands before the check may call it.
        ([USES_G, "assert h", G, CHECK_G], [[USES_G], ["assert h"], [G], [CHECK_G]]),
        ([F, CHECK_F, USES_G, G, CHECK_G], [[F], [USES_G], [G], [CHECK_F, CHECK_G]]),
        ([F, CHECK_F, USES_G, "assert h", G, CHECK_G], [[F], [USES_G], [CHECK_F, "assert h"], [G], [CHECK_G]]),
        ([F, CHECK_F, G, CALLS_G, CHECK_G], [[F], [G], [CHECK_F], [CALLS_G], [CHECK_G]]),
        ([F, CHECK_F, F, CHECK_F], [[F], [CHECK_F], [F], [CHECK_F]]),
    ],
)
def test_a_cell_runs_before_the_checks_above_it_only_where_none_of_them_is_answered_otherwise(cells, groups):
    made = [nbformat.v4.new_code_cell(source) for source in cells]
    for number, cell in enumerate(made):
        is_check = cell.source.startswith("assert")
        cell.metadata.nbgrader = {"grade_id": f"cell-{number}", "grade": is_check, "solution": not is_check}
    run = NotebookRun(nbformat.v4.new_notebook(cells=made), None, 1, 1, Seeds(3), print)
    assert [[cells[place] for place in group] for group in run._groups()] == groups
