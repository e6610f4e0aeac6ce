# SPDX-License-Identifier: MIT
"""The text master of a day, and the notebook cells that are built from it."""

import ast
from pathlib import Path

import pytest

from building import checks
from judge.notebooks import course, master
from judge.notebooks.cells import grade_id, is_answer, is_grade

CARD = "# %% [markdown]\n# ### Exercise 1.1: write the class (about 20 min)\n\n"
CLAIM = '"""a + b is a node."""'
TEST = "assert (Value(1.0) + Value(2.0)).data == 3.0"
BUILT = f"""{CLAIM}
### BEGIN HIDDEN TESTS
from grading import judge

judge("day1-value-add", globals())
### END HIDDEN TESTS
{TEST}
"""


@pytest.fixture
def read(tmp_path):
    def written(header, *lines):
        path = tmp_path / "day1_value_class.py"
        card = CARD.replace("1.1", "1.2") if header.startswith("answer") else ""
        cell = f"# %% {header}\n" + "\n".join(lines) + "\n"
        path.write_text(f'{CARD}# %% answer="day1-value"\nx = 1\n\n{card}{cell}')
        return checks.completed(path)[-1]

    return written


def test_a_check_becomes_a_grade_cell(read):
    cell = read('check="day1-value-add" points=2', CLAIM, TEST)
    assert cell.source == f'{BUILT}print("✓ a + b is a node.")'
    assert cell.metadata == {
        "cellView": "form",
        "jupyter": {"source_hidden": True},
        "nbgrader": {
            "grade": True,
            "grade_id": "day1-value-add",
            "locked": True,
            "points": 2,
            "schema_version": 3,
            "solution": False,
            "task": False,
        },
    }


def test_the_hidden_call_follows_a_claim_of_several_lines(read):
    cell = read('check="day1-value-add" points=2', '"""a + b', 'is a node."""', "", "", "def example(): ...")
    lines = cell.source.split("\n")
    assert lines[:3] == ['"""a + b', 'is a node."""', "### BEGIN HIDDEN TESTS"]
    assert lines[6:10] == ["### END HIDDEN TESTS", "", "", "def example(): ..."]


def test_an_answer_cell_and_a_given_cell(read):
    flags = {"grade": False, "locked": False, "schema_version": 3, "solution": True, "task": False}
    answer = read('answer="day1-trace"', "x = 1")
    assert answer.metadata == {"nbgrader": {**flags, "grade_id": "day1-trace"}}
    given = read('given="day2-given"', "y = 1")
    assert given.metadata == {
        "tags": ["given"],
        "nbgrader": {**flags, "grade_id": "day2-given", "locked": True, "solution": False},
    }
    assert (answer.source, given.source) == ("x = 1", "y = 1")


def test_a_folded_cell_says_so_to_jupyterlab(read):
    cell = read('jupyter={"source_hidden": true}', "# Draws Figure 1.2: a line.")
    assert cell.metadata == {"jupyter": {"source_hidden": True}}
    assert cell.source == "# Draws Figure 1.2: a line."


INDENTED = f"    {TEST}"


@pytest.mark.parametrize(
    ("more", "test", "end"),
    [
        ('note="Of the sign."', TEST, f'{TEST}\nprint("✓ Of the sign.")'),
        (
            'needs="holds()" mend="`+` first, then \\"1.1\\""',
            f"if holds():\n{INDENTED}",
            f'if holds():\n{INDENTED}\n    print("✓ a + b is a node.")\n'
            'else:\n    print("Not looked at: fix `+` first, then \\"1.1\\" first.")',
        ),
        (
            'needs="holds() and powers()" mend="1.1 and the power"',
            f"if holds() and powers():\n{INDENTED}",
            f'if holds() and powers():\n{INDENTED}\n    print("✓ a + b is a node.")\n'
            'elif not holds():\n    print("Not looked at: fix 1.1 first.")\n'
            'else:\n    print("Not looked at: fix the power first.")',
        ),
        (
            f'note="{"long " * 20}"',
            TEST,
            f'{TEST}\nprint(\n    "✓ {"long " * 17}"\n    "long long long"\n)',
        ),
        ('note="Of `a`."', TEST, f'{TEST}\nprint("✓ Of a.")'),
        ('closing="own"', TEST, TEST),
    ],
    ids=["note", "needs", "needs-two", "long", "code", "own"],
)  # fmt: skip
def test_other_closing_lines(read, more, test, end):
    cell = read(f'check="day1-value-add" points=2 {more}', CLAIM, test)
    assert cell.source.endswith(f"\n{end}")
    compile(cell.source, "cell", "exec")


@pytest.mark.parametrize(
    ("header", "lines", "reason"),
    [
        ('check="day1-value-add"', [CLAIM], "the check day1-value-add: its header needs points"),
        ('check="day1-value-add" points="two"', [CLAIM], "the check day1-value-add: its header needs points"),
        ('check="day1-value-add" points=true', [CLAIM], "the check day1-value-add: its header needs points"),
        ('check="day1-value-add" points=0', [CLAIM], "the check day1-value-add: its header needs points"),
        ('given="day1-given" from="day1-first"', ["x = 1"], "with from='day1-first' it has no text of its own"),
        ('given="day1-given" from="day0-first"', [], "no earlier day has the cell 'day0-first'"),
        ('check="day1-value-add" pionts=1', [CLAIM], "the unknown key 'pionts'; there are check, closing"),
        ('answer="day1-value" points=1', ["x = 1"], "the cell day1-value: its header has the unknown"),
        ("check=day1-value-add points=1", [CLAIM], "can't be read: write key="),
        ('jupyter={"source_hidden": false}', ["x = 1"], "its jupyter can be {\"source_hidden\": true}, which folds it"),
        ('tag=["setup"]', ["x = 1"], "the cell without a name: its header has the unknown key 'tag'"),
        ('check="day1-value-add" points=1', ["x = 1"], "the check day1-value-add opens with its claim"),
        ('check="day1-value-add" points=1', [CLAIM, "x = = 1"], "the check day1-value-add can't be read"),
        ('check="day1-value-add" points=1 needs="x"', [CLAIM], "needs and mend stand together"),
        (
            'check="day1-value-add" points=1 needs="x" mend="1.1"', [CLAIM, TEST],
            "its visible test ends with the block `if x:`",
        ),
        ('check="day1-value-add" points=1 closing="mine"', [CLAIM], "closing can be 'own', not 'mine'"),
    ],
)  # fmt: skip
def test_a_header_that_can_not_be_understood_is_one_line_that_names_the_file(read, header, lines, reason):
    with pytest.raises(course.CourseError) as caught:
        read(header, *lines)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("day1_value_class.py: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_a_master_holds_nothing_that_the_builder_writes(day):
    text = day.master.read_text("utf-8")
    assert [word for word in (master.BEGIN_HIDDEN, "judge(", "nbgrader", "schema_version") if word in text] == []
    own = [str(grade_id(cell)) for cell in master.read(day.master) if is_grade(cell) and "✓" in cell.source]
    assert own == (["day3-design-built"] if day.number == 3 else [])


OF_ITS_OWN_SCOPE = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def names_bound(node):
    """Yield the names that code binds in the notebook."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif not isinstance(node, OF_ITS_OWN_SCOPE):
        for part in ast.iter_child_nodes(node):
            yield from names_bound(part)


@pytest.mark.parametrize("day", range(1, 7))
def test_no_demonstration_takes_the_name_of_an_answer(day):
    # A learner who runs all cells, and then a check once more, would find a number where the answer was.
    (path,) = Path(__file__).parents[1].glob(f"source/day{day}_*.py")
    code = [cell for cell in master.read(path) if cell.cell_type == "code"]
    bound = {place: set(names_bound(ast.parse(cell.source))) for place, cell in enumerate(code)}
    answers = [place for place, cell in enumerate(code) if is_answer(cell)]
    given = [place for place, cell in enumerate(code) if grade_id(cell) and place not in answers]
    asked_for = set().union(*(bound[place] for place in answers))
    taken = {place: names & asked_for for place, names in bound.items() if place not in {*answers, *given}}
    # Day 4 stands in for a loss that is not written yet, so that the loop can be tried alone.
    assert {name for names in taken.values() for name in names} <= {"mean_squared_error"}
    assert asked_for


@pytest.fixture
def parsed(monkeypatch):
    """The paths of the masters that jupytext reads."""
    import jupytext

    paths, read = [], jupytext.read
    monkeypatch.setattr(jupytext, "read", lambda path: paths.append(path) or read(path))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return paths


@pytest.fixture
def written(tmp_path):
    """The path of a master in a course of its own."""
    path = tmp_path / "course" / "source" / "day1_value_class.py"
    path.parent.mkdir(parents=True)
    path.write_text("# %% [markdown]\n# Text\n\n# %%\nx = 1\n")
    return path


def test_a_master_is_parsed_once_and_again_when_it_has_changed(written, parsed):
    first = master._cells_of(written)
    assert master._cells_of(written) == first
    assert parsed == [written]
    written.write_text(written.read_text().replace("x = 1", "x = 2"))
    assert [cell.source for cell in master._cells_of(written)] == ["Text", "x = 2"]
    assert parsed == [written, written]


def test_nbgrader_finds_no_folder_among_the_masters_which_it_would_take_for_an_assignment(written, parsed):
    master._cells_of(written)
    assert [*written.parent.iterdir()] == [written]


@pytest.mark.parametrize("kept", ["", "[]", "{", '{"made_of": 1, "cells": []}'])
def test_a_damaged_copy_of_what_was_parsed_is_made_anew(written, parsed, kept):
    master._cells_of(written)
    (file,) = (written.parent.parent / "__pycache__").iterdir()
    file.write_text(kept)
    for _ in range(2):
        assert [cell.source for cell in master._cells_of(written)] == ["Text", "x = 1"]
    assert len(parsed) == 2


def test_a_folder_in_which_nobody_may_write_is_read_all_the_same(written, parsed):
    (written.parent.parent / "__pycache__").write_text("a file, so no folder of that name can be made")
    assert [cell.source for cell in master._cells_of(written)] == ["Text", "x = 1"]
