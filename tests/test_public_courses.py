# SPDX-License-Identifier: MIT
"""Public nbgrader courses of other people, with stock nbgrader and behind the wall: their scores are compared.

None of their files is part of this repository. `PUBLIC_COURSES` names a folder with a clone of each repository, under
its own name: `make test-wall PUBLIC_COURSES=/that/folder`. The sentence of a skipped test says how to make a clone.
"""

import os
import re
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import nbformat
import own_course
import pytest
from nbgrader.api import Gradebook
from own_course import NAME
from support import needs_confinement

pytestmark = [needs_confinement, pytest.mark.exhaustive, pytest.mark.timeout(3600)]
FOLDER = os.environ.get("PUBLIC_COURSES", "")


@dataclass(frozen=True)
class Course:
    repository: str  # on GitHub
    source: str  # its folder of notebooks
    notebooks: tuple[str, ...]  # those that need no more than NumPy, Matplotlib and ipywidgets
    modules: tuple[str, ...] = ("numpy", "matplotlib.pyplot")


COURSES = [
    Course(
        "ccha23/cs1302i21a",
        "source",
        (
            "Lab2/Calculators",
            "Lab3a/Improved Quadratic Equation Solver",
            "Lab3b/Big Number Conversion",
            "Lab4/Mastermind",
            "Lab6/Combinatorics",
            "Lab9/Monte Carlo and Root Finding",
            "Lab8/Information Theory",
        ),
        ("numpy", "matplotlib.pyplot", "ipywidgets"),
    ),
    Course(
        "spanto/2021WNPhys260",
        "source",
        ("pf1/preflight", "pf2/preflight2", "pf3/preflight3", "pf5/preflight5", "ps1/tutorialhw", "ps3/tutorialhw3"),
    ),
    Course(
        "219project/num_meth_nbgrader",
        "TestCourse/source",
        ("LU/LU", "LagrangeInterpolator/LagrangeInterpolator", "newton_iter/newton_iter", "quadratic/quadratic"),
    ),
]
# Notebooks may name a kernel that their authors have.
SETTINGS = 'c.Execute.timeout = 60\nc.Execute.kernel_name = "python3"\n'
SOLUTION = re.compile(r"^( *)###? ?BEGIN SOLUTION.*?###? ?END SOLUTION[^\n]*$", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.'\"\[])(\d+)(?![\w.'\"\]])")


def _place(course):
    """Return where a course lies, and skip the test where it does not."""
    name = course.repository.partition("/")[2]
    place = Path(FOLDER) / name / course.source
    if not FOLDER or not place.is_dir():
        pytest.skip(
            f"{course.repository} is not here: `git clone https://github.com/{course.repository}` in a folder, and "
            f"name that in PUBLIC_COURSES."
        )
    return place


def _made(folder, place, course, modules):
    """Make a course of one assignment with the chosen notebooks of another, and the files beside them."""
    target = folder / "source" / NAME
    target.mkdir(parents=True)
    shutil.copy(own_course.EXAMPLE / "header.ipynb", folder / "source")
    for name in course.notebooks:
        path = place / f"{name}.ipynb"
        for file in path.parent.iterdir():
            if file.is_file() and file.suffix not in (".ipynb", ".md"):
                shutil.copy(file, target)
        shutil.copy(path, target)
    own_course.configure(folder, modules, wall=bool(modules))
    with open(folder / "nbgrader_config.py", "a") as file:
        file.write(SETTINGS)
    own_course.released(folder)


def _solved(source):
    return source


def _blank(source):
    return SOLUTION.sub(r"\1raise NotImplementedError()", source)


def _other_numbers(source):
    """Return an answer with each whole number of its solution one larger."""
    return SOLUTION.sub(lambda found: NUMBER.sub(lambda number: str(int(number[1]) + 1), found[0]), source)


def _none(source):
    """Return an answer whose functions return nothing, and whose names are not given."""
    return SOLUTION.sub(lambda found: re.sub(r"(?m)^( *)return .*$", r"\1return None", found[0]), source)


STUDENTS = {"solved": _solved, "blank": _blank, "other numbers": _other_numbers, "returns none": _none}


def _hand_in(folder, student, change):
    target = folder / "submitted" / student / NAME
    shutil.copytree(folder / "release" / NAME, target)
    for path in target.glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        solved = nbformat.read(folder / "source" / NAME / path.name, as_version=4)
        answers = {_id(cell): cell.source for cell in solved.cells if _is_answer(cell)}
        for cell in notebook.cells:
            if _is_answer(cell) and _id(cell) in answers:
                cell.source = change(answers[_id(cell)])
        nbformat.write(notebook, path)


def _id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def _is_answer(cell):
    return cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("solution", False)


def _scores(folder):
    found = {}
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        for submission in gradebook.assignment_submissions(NAME):
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    found[submission.student.id, notebook.name, grade.name] = grade.auto_score
    return found


def _graded(folder):
    began = time.monotonic()
    done = own_course.autograde(folder, "--log-level=DEBUG")
    return done, time.monotonic() - began


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.repository)
def test_a_public_course_has_the_scores_of_stock_nbgrader(course, tmp_path):
    place = _place(course)
    stock, behind = tmp_path / "stock", tmp_path / "behind"
    _made(stock, place, course, "")
    for student, change in STUDENTS.items():
        _hand_in(stock, student, change)
    shutil.copytree(stock, behind)
    done, without = _graded(stock)
    assert done.returncode == 0, done.stderr
    expected = _scores(stock)
    most = _most(stock)
    # What the course's own solution fails where it is released, it fails here.
    fails = sorted(
        check
        for (student, _, check), points in expected.items()
        if student == "solved" and points is not None and points < most[check]
    )
    own_course.configure(behind, f"modules={list(course.modules)!r}, may_fail={fails!r}")
    with open(behind / "nbgrader_config.py", "a") as file:
        file.write(SETTINGS)
    done, within = _graded(behind)
    assert done.returncode == 0, done.stderr
    found = _scores(behind)
    counts = re.search(r"(\d+) checks, (\d+) judged outside and (\d+) beside", done.stderr)
    assert counts, done.stderr
    differ = {key: (expected[key], found[key]) for key in expected if expected[key] != found[key]}
    print(
        f"\n{course.repository}: {len(course.notebooks)} notebooks, {counts[0]}; {len(expected)} scores, "
        f"{len(differ)} differ; {without:.0f} s with stock nbgrader, {within:.0f} s behind the wall"
    )
    print(re.search(r"Judged outside: .*", done.stderr)[0])
    for key, both in differ.items():
        print(key, both)
    gained = {key: both for key, both in differ.items() if (both[1] or 0) > (both[0] or 0)}
    assert not gained
    assert not {key: both for key, both in differ.items() if key[0] == "solved"}
    assert len(differ) <= len(DIFFERENT.get(course.repository, ()))


# What differs, and why.
DIFFERENT: dict[str, tuple[str, ...]] = {}


def _most(folder):
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        assignment = gradebook.find_assignment(NAME)
        return {cell.name: cell.max_score for notebook in assignment.notebooks for cell in notebook.grade_cells}
