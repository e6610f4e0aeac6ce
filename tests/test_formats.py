# SPDX-License-Identifier: MIT
"""A right answer gets its points whichever editor wrote its file; what is no notebook is told so, with what to do."""

import ast
import copy
import json
import re
from functools import partial

import formats
import nbformat
import pytest
from support import answers_of, filled, hand_in, needs_confinement, points_of, sampled, scores_of

import reading
from companion import files
from grading import batch, classroom, submit
from grading.by_nbgrader.calling import api_of
from judge.notebooks import course
from judge.notebooks.cells import EXTRA, grade_id, is_solution
from judge.notebooks.submission import UnreadableNotebook, assignment_of, read, rebuild
from judge.verdicts import marking
from reading import notebook_file

RUN = ("nbconvert", "jupytext")
ROWS = [
    pytest.param(one, id=f"{one.editor}, {one.off}", marks=[pytest.mark.exhaustive] * one.editor.startswith(RUN))
    for one in formats.FORMATS
]


@pytest.fixture(scope="module")
def right():
    return json.loads(nbformat.writes(filled(answers_of(1))))


@pytest.fixture(scope="module")
def expected():
    """What runs where the file is as the course wrote it."""
    return programs(rebuild(filled(answers_of(1)), marking.source_notebook(course.assignment(1)))[0])


def programs(notebook):
    """Return what a rebuilt notebook runs: its answers as Python reads them, its checks as they stand."""
    cells = [cell for cell in notebook.cells if EXTRA not in cell.metadata.get("tags", [])]
    return [
        ast.dump(ast.parse(cell.source)) if is_solution(cell) else (cell.cell_type, cell.source.rstrip())
        for cell in cells
    ]


@pytest.mark.parametrize("one", ROWS)
def test_a_right_answer_is_what_is_run(one, right, expected, source, tmp_path):
    path = tmp_path / "mine.ipynb"
    path.write_bytes(data := formats.made(one, right))
    if not one.reads:
        with pytest.raises(UnreadableNotebook, match=re.escape(one.says)):
            read(path, outputs=False)
        return
    for outputs in (False, True):
        notebook = read(path, outputs=outputs)
        nbformat.validate(notebook, relax_add_props=True)
        assert assignment_of(notebook, path).number == 1
        rebuilt, notes = rebuild(notebook, source(1))
        assert programs(rebuilt) == expected
        assert one.says in " ".join(notes)
        assert len(notes) == ("not quite" in " ".join(notes)) + (" of exercise 1.1 " in " ".join(notes))
        assert bool(notes) == bool(one.says)
    assert path.read_bytes() == data


def half(name, text):
    metadata = {"nbgrader": {"grade_id": "day1-value", "solution": True}}
    return nbformat.v4.new_code_cell(text, id=name, metadata=metadata)


RIGHT = answers_of(1)["day1-value"]
WRONG = RIGHT.replace("self.data * other.data", "self.data + other.data")
FIRST, SECOND = (part.strip("\n") for part in re.split(r"(?=    def __mul__)", RIGHT, maxsplit=1))
EXPERIMENT = "a = Value(3)\nassert a.data == 4"
HELPER = "def wrapped(other):\n    return other if isinstance(other, Value) else Value(other)"
USES = RIGHT.replace("other if isinstance(other, Value) else Value(other)", "wrapped(other)")
# The texts of the cells, each with its id, and whether they are a right answer.
CELLS = {
    "halves of a class": ([("new", FIRST), ("day1-value", SECOND)], True),
    "a cell of the learner's between them": ([("new", FIRST), (None, "print(1)"), ("day1-value", SECOND)], True),
    "an empty half": ([("new", RIGHT), ("day1-value", "")], True),
    "a half of remarks": ([("new", RIGHT), ("day1-value", "# done")], True),
    "an experiment above": ([("new", EXPERIMENT), ("day1-value", RIGHT)], True),
    "an experiment below": ([("new", RIGHT), ("day1-value", EXPERIMENT)], True),
    "half a line below": ([("new", RIGHT), ("day1-value", "print(Value(3)")], True),
    "the end of a stub below": (
        [("new", RIGHT), ("day1-value", 'raise NotImplementedError("Exercise 1.1 is ...")')],
        True,
    ),
    "a helper above": ([("new", HELPER), ("day1-value", USES)], True),
    "a helper and halves": ([("new", HELPER), ("b", FIRST), ("day1-value", SECOND)], True),
    "a magic": ([("new", "%matplotlib inline"), ("day1-value", RIGHT)], True),
    "an older attempt above": ([("new", WRONG), ("day1-value", RIGHT)], True),
    "an older attempt below": ([("day1-value", RIGHT), ("new", WRONG)], True),
    "a broken attempt below": ([("day1-value", RIGHT), ("new", WRONG.replace("):", "(:", 1))], True),
    "a right copy of a wrong original": ([("new", RIGHT), ("day1-value", WRONG)], False),
    "a right copy of a wrong original, below": ([("day1-value", WRONG), ("new", RIGHT)], False),
    "an attempt, then halves": ([("old", WRONG), ("new", FIRST), ("day1-value", SECOND)], True),
    "the first half alone": ([("day1-value", FIRST)], False),
    "the first half twice": ([("day1-value", FIRST), ("new", FIRST)], False),
    "equal copies": ([("day1-value", RIGHT), ("new", RIGHT)], True),
    "the released cell, and a copy that was worked on": ([("day1-value", "STUB"), ("new", RIGHT)], True),
    "halves as VS Code leaves them": ([("day1-value", FIRST), (None, SECOND)], True),
    "halves, the first without metadata": ([(None, FIRST), ("day1-value", SECOND)], True),
}


ORDINARY = (
    "halves of a class",
    "an experiment above",
    "half a line below",
    "an older attempt below",
    "a right copy of a wrong original",
    "the released cell, and a copy that was worked on",
)


@pytest.mark.parametrize(("cells", "is_right"), sampled(CELLS, *ORDINARY))
def test_no_right_answer_loses_and_no_wrong_one_gains(cells, is_right, tmp_path):
    notebook = filled(answers_of(1))
    place = next(at for at, cell in enumerate(notebook.cells) if grade_id(cell) == "day1-value")
    stub = filled({}).cells[place].source
    notebook.cells[place : place + 1] = [
        half(name, text.replace("STUB", stub)) if name else nbformat.v4.new_code_cell(text) for name, text in cells
    ]
    nbformat.write(notebook, path := tmp_path / "mine.ipynb")
    result = marking.grade_file(path)
    assert (result.points == points_of(1)) == is_right, result.warnings


def test_parts_elsewhere_in_the_notebook_are_copies(source):
    notebook = filled(answers_of(1))
    notebook.cells.append(half("new", "print(Value(1))"))
    rebuilt, notes = rebuild(notebook, source(1))
    assert notes == ["The answer cell of exercise 1.1 stands 2 times; the original counts, the copies are left out."]
    assert "print(Value(1))" not in [cell.source for cell in rebuilt.cells]


def test_of_many_parts_few_are_read():
    """No more than twelve are read as Python, and none of more than a hundred thousand characters together."""
    count = 2_000
    named = {"nbgrader": {"grade_id": "day1-value"}}
    cells = [
        {"cell_type": "code", "metadata": named, "source": f"x{place} = (", "id": f"a{place}"} for place in range(count)
    ]
    found = notebook_file.answer_named(cells, "day1-value", {"Value"})
    assert len(found.parts) <= notebook_file.MOST_PARTS
    assert found.others == count - len(found.parts)
    long = [{**cells[0], "source": "(" * 90_000, "id": f"{place}"} for place in range(3)]
    assert len(notebook_file.answer_named(long, "day1-value", {"Value"}).parts) == 1


@needs_confinement
def test_nbgraders_own_command_takes_the_same_files(recorded_course, right):
    day, path = course.assignment(1), hand_in(recorded_course, "ada", {})
    by_name = {one.editor: one for one in formats.FORMATS}
    halves = by_name["JupyterLab 4.6: split"].make(copy.deepcopy(right))
    spoilt = by_name["Deepnote"].make(by_name["Azure Data Studio"].make(halves))
    spoilt["cells"][0].update(outputs=[{"output_type": "none"}])
    path.write_bytes(json.dumps(spoilt).encode("utf-16"))
    assert classroom.grade_class(day, pool=partial(batch.graded, workers=1)) == 0
    assert scores_of(day) == {"ada": points_of(1)}
    graded = recorded_course / "autograded" / "ada" / "day1" / path.name
    before = [cell.source for cell in nbformat.read(graded, as_version=4).cells]
    (graded.parent / classroom.STAMP).unlink()
    graded.unlink()
    done = api_of(day).autograde(day.name, "ada")
    assert done["success"], done.get("error")
    assert scores_of(day) == {"ada": points_of(1)}
    assert [cell.source for cell in nbformat.read(graded, as_version=4).cells] == before
    assert "its 2 parts count as one answer" in done["log"]


def test_submit_takes_what_is_graded_and_an_untouched_file_stays_untouched(copied_course, right):
    path = course.assignment(1).learner_notebook
    whole = json.loads(path.read_text("utf-8"))
    for name in ("PowerShell `>`", "git autocrlf, an editor on Windows", "Deepnote", "nbformat, version 2"):
        (one,) = (one for one in formats.FORMATS if one.editor == name)
        path.write_bytes(formats.made(one, whole))
        with pytest.raises(course.CourseError, match="nothing of yours"):
            submit.hand_in(course.assignment(1))
        path.write_bytes(formats.made(one, right))
        handed_in, _ = submit.hand_in(course.assignment(1))
        assert handed_in.is_file()
        handed_in.unlink()


@pytest.mark.parametrize("name", ["JupyterLab 4.6: split", "VS Code: split", "PowerShell `>`", "nbformat, version 2"])
def test_the_learners_own_pages_read_the_same_files(name, right, tmp_path):
    (one,) = (one for one in formats.FORMATS if one.editor == name)
    (folder := tmp_path / "day1").mkdir()
    (folder / "day1_value_class.ipynb").write_bytes(formats.made(one, right))
    (found,) = files.cells(tmp_path, 1, [formats.ANSWER])
    assert ast.dump(ast.parse(found)) == ast.dump(ast.parse(RIGHT))
    assert reading.language_of(folder / "day1_value_class.ipynb", "none") == "en"
