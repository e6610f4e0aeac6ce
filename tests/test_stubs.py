# SPDX-License-Identifier: MIT
"""The stubs that replace solutions, compared with nbgrader's."""

import copy

import nbformat
import pytest
from nbgrader.preprocessors import ClearSolutions

from building import notebooks
from building.released_answers import released
from judge.notebooks import course, reference, stubs
from judge.notebooks.cells import exercises, grade_id, is_solution

every_day = pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)


def cleared_by_nbgrader(notebook, numbers):
    """Return the text of each answer cell as nbgrader itself clears it, with the stub of each exercise."""
    texts = {}
    for cell in filter(is_solution, copy.deepcopy(notebook.cells)):
        name = grade_id(cell)
        stub = f'raise NotImplementedError("Exercise {numbers[name]} is not written yet.")'
        preprocessor = ClearSolutions(code_stub={"python": stub})
        preprocessor.preprocess_cell(cell, {"language": "python"}, 0)
        texts[name] = cell.source
    return texts


@every_day
def test_a_stub_is_what_nbgrader_makes_of_the_cell_and_authors_lines_stand_in_for_it(day):
    notebook = notebooks.from_master(day)
    numbers = {exercise.id: exercise.number for exercise in exercises(notebook)}
    expected, ours = cleared_by_nbgrader(notebook, numbers), released(day.number)
    assert list(ours) == list(expected) == list(reference.solutions(day.number))
    for name, solution in reference.solutions(day.number).items():
        if stubs.STUB_MARK not in solution:
            assert ours[name] == expected[name], name
        else:
            assert ours[name] != expected[name], name
            shown = [line.replace(stubs.STUB_MARK, "", 1) for line in solution.split("\n") if stubs.STUB_MARK in line]
            assert [line for line in shown if line not in ours[name].split("\n")] == []


@every_day
def test_what_is_in_days_holds_these_stubs_and_is_untouched(day, tmp_path):
    notebook = nbformat.read(day.learner_notebook, as_version=4)
    assert {grade_id(cell): cell.source for cell in notebook.cells if is_solution(cell)} == released(day.number)
    assert stubs.untouched(day.learner_notebook)
    notebook.cells[3].source += "\n# mine"
    mine = tmp_path / "mine.ipynb"
    nbformat.write(notebook, mine)
    assert not stubs.untouched(mine)
    mine.write_text("{")
    assert not stubs.untouched(mine)


SOLUTION = """def f(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION


choice = {
    ### BEGIN SOLUTION
    #: "a": None,  # a number
    "a": 3,
    ### END SOLUTION
}
"""


def test_each_region_gets_an_error_or_the_lines_of_its_author():
    assert stubs.stub(SOLUTION, "1.2") == (
        'def f(x):\n    raise NotImplementedError("Exercise 1.2 is not written yet.")\n\n\n'
        'choice = {\n    "a": None,  # a number\n}'
    )
    assert stubs.stub("x = 1\n", "1.2") == "x = 1"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    ### END SOLUTION\n}", "}"),
        ("return x\n    ### END SOLUTION", "return x"),
        ("    ### BEGIN SOLUTION\n    return", "    return"),
    ],
)
def test_marks_that_do_not_pair_are_refused(old, new):
    text = SOLUTION.replace(old, new)
    assert text != SOLUTION
    with pytest.raises(course.CourseError, match=r"exercise 1\.2: its"):
        stubs.stub(text, "1.2")


@every_day
def test_a_solution_outside_of_an_answer_cell_is_refused(day):
    notebook = notebooks.from_master(day)
    stubs.clear(copy.deepcopy(notebook))
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code" and not is_solution(cell))
    cell.source += "\n### BEGIN SOLUTION\n1\n### END SOLUTION"
    with pytest.raises(course.CourseError, match="holds a solution and is no answer cell"):
        stubs.clear(notebook)
