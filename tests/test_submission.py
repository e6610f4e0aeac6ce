# SPDX-License-Identifier: MIT
"""Any notebook gives one clear line, or the learner's answers in the course's own notebook."""

import copy
import json

import nbformat
import pytest

from judge.notebooks import course
from judge.notebooks.cells import grade_id, is_answer, is_grade, made_id
from judge.notebooks.submission import EXTRA, UnreadableNotebook, assignment_of, read, rebuild, visible_line
from reading.notebook_file import visible

ANSWER = "class Value:\n    '''mine'''"


@pytest.fixture
def released():
    return nbformat.read(course.assignment(1).learner_notebook, as_version=4)


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if grade_id(cell) == name)


def answer(notebook, text=ANSWER, name="day1-value"):
    cell_of(notebook, name).source = text
    return notebook


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "the file is empty"),
        ("{'cells': ", "not valid JSON"),
        ('{"nbformat": 4, "cells": [', "not valid JSON"),
        ("[1, 2]", "not a Jupyter notebook"),
        ('{"a": 1}', "not a Jupyter notebook"),
        ('{"nbformat": 3, "worksheets": []}', "no cells"),
        ('{"nbformat": 3, "worksheets": {"cells": 3}}', "no cells"),
        ('{"nbformat": "4", "cells": []}', "no cells"),
        ('{"nbformat": 4, "metadata": {}}', "no cells"),
        ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}', "no cells"),
        ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [3]}', "no cells"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
def test_an_unreadable_file_gets_one_line_that_names_it(tmp_path, content, reason):
    path = tmp_path / "mine.ipynb"
    path.write_text(content)
    with pytest.raises(UnreadableNotebook) as caught:
        read(path)
    assert reason in str(caught.value)
    assert "mine.ipynb" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_text() == content


def test_a_missing_file_a_folder_and_bytes_that_are_no_text(tmp_path):
    for path in (tmp_path / "none.ipynb", tmp_path):
        with pytest.raises(UnreadableNotebook):
            read(path)
    binary = tmp_path / "binary.ipynb"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableNotebook, match="not valid JSON"):
        read(binary)


def test_an_older_format_4_without_cell_ids_is_read(tmp_path, released, source):
    answer(released)
    raw = json.loads(nbformat.writes(released))
    raw["nbformat_minor"] = 2
    for cell in raw["cells"]:
        del cell["id"]
    path = tmp_path / "old.ipynb"
    path.write_text(json.dumps(raw))
    notebook = read(path)
    assert assignment_of(notebook, path).number == 1
    rebuilt, notes = rebuild(notebook, source(1))
    assert cell_of(rebuilt, "day1-value").source == ANSWER
    assert notes == []
    assert len(rebuilt.cells) == len(source(1).cells)


def test_the_answers_are_taken_over_and_nothing_else(released, source):
    answer(released)
    released.cells[0].source = "# Mine now"
    rebuilt, notes = rebuild(released, source(1))
    assert cell_of(rebuilt, "day1-value").source == ANSWER
    assert rebuilt.cells[0].source == source(1).cells[0].source
    assert "judge(" in cell_of(rebuilt, "day1-value-add").source
    assert notes == []
    assert all(not cell.get("outputs") for cell in rebuilt.cells)


def test_an_answer_cell_with_blanks_alone_counts_as_empty(released, source):
    rebuilt, notes = rebuild(answer(released, " \n\t"), source(1))
    assert "raise NotImplementedError" in cell_of(rebuilt, "day1-value").source
    assert notes == ["The answer cell of exercise 1.1 (day1-value) is empty; it counts as not attempted."]


def test_no_solution_is_left_in_a_rebuilt_notebook(released, source):
    for name in ("day1-value", "day1-trace"):
        released.cells.remove(cell_of(released, name))
    rebuilt, notes = rebuild(released, source(1))
    assert not any("BEGIN SOLUTION" in cell.source for cell in rebuilt.cells)
    assert "is missing" in cell_of(rebuilt, "day1-trace").source
    assert len(notes) == 2
    assert "exercise 1.1" in notes[0]


def test_edited_and_deleted_checks_are_restored_and_noted(released, source):
    cell_of(released, "day1-value-add").source = "print('full marks')"
    cell_of(released, "day1-value-add").metadata.nbgrader.points = 100
    released.cells.remove(cell_of(released, "day1-value-repr"))
    rebuilt, notes = rebuild(released, source(1))
    assert cell_of(rebuilt, "day1-value-add").source == cell_of(source(1), "day1-value-add").source
    assert cell_of(rebuilt, "day1-value-add").metadata.nbgrader.points == 1
    assert cell_of(rebuilt, "day1-value-repr").source == cell_of(source(1), "day1-value-repr").source
    assert sorted(notes) == [
        "The check day1-value-add had been edited; the original is used.",
        "The check day1-value-repr was missing; the original is used.",
    ]


def test_a_doubled_cell_counts_once(released, source):
    answer(released)
    for name, text in (("day1-value-add", "x = 1"), ("day1-value", "class Value: pass")):
        original = cell_of(released, name)
        double = copy.deepcopy(original)
        double["id"], double.source = f"copy-of-{name}", text
        released.cells.insert(released.cells.index(original), double)
    rebuilt, notes = rebuild(released, source(1))
    assert cell_of(rebuilt, "day1-value").source == ANSWER
    assert len(rebuilt.cells) == len(source(1).cells)
    assert len(notes) == 2
    assert all("stands 2 times" in note for note in notes)


def test_an_answer_cell_that_lost_its_metadata_is_known_by_its_id(released, source):
    answer(released)
    cell_of(released, "day1-value").metadata.pop("nbgrader")
    rebuilt, notes = rebuild(released, source(1))
    assert cell_of(rebuilt, "day1-value").source == ANSWER
    assert notes == []


def test_a_cell_that_the_learner_added_stays_where_it_was(released, source):
    place = released.cells.index(cell_of(released, "day1-trace"))
    released.cells.insert(place, nbformat.v4.new_code_cell("def helper(): return 1"))
    released.cells.insert(0, nbformat.v4.new_markdown_cell("my notes"))
    rebuilt, notes = rebuild(released, source(1))
    places = [cell.metadata.get("tags") == [EXTRA] for cell in rebuilt.cells]
    assert sum(places) == 2
    assert places[0]
    after = rebuilt.cells[rebuilt.cells.index(cell_of(rebuilt, "day1-trace")) - 1]
    assert after.source == "def helper(): return 1"
    assert notes == []
    nbformat.validate(rebuilt)


def test_what_an_added_cell_put_out_is_left_out(released, source):
    output = nbformat.v4.new_output("stream", text="✓ all points")
    released.cells.append(nbformat.v4.new_code_cell("mine = 1", execution_count=7, outputs=[output]))
    rebuilt, _ = rebuild(released, source(1))
    (added,) = [cell for cell in rebuilt.cells if EXTRA in cell.id]
    assert (added.source, added.outputs, added.execution_count) == ("mine = 1", [], None)


def test_what_an_earlier_release_gave_is_no_answer_to_what_is_asked_now(released, source):
    given = "def trace(root):\n    return [], []\n\n\ndef helper():\n    return trace"
    for text, kept in ((given, {"helper"}), (f"{given}  # mine", {"helper", "trace"})):
        old = nbformat.v4.new_code_cell(text, metadata={"tags": ["setup"]}, id=made_id("day1", given, 0))
        rebuilt, _ = rebuild(nbformat.from_dict({**released, "cells": [old, *released.cells]}), source(1))
        names = {}
        exec(next(cell.source for cell in rebuilt.cells if "def helper" in cell.source), names)
        assert names.keys() & {"helper", "trace"} == kept


def test_a_seed_is_written_into_every_hidden_call_and_edits_are_noted_as_without_one(released, source):
    plain, notes = rebuild(released, source(1))
    seeded, seeded_notes = rebuild(released, source(1), seed=7)
    assert seeded_notes == notes == []
    for before, after in zip(plain.cells, seeded.cells, strict=True):
        if is_grade(before):
            call = f'judge("{grade_id(before)}", globals())'
            assert after.source == before.source.replace(call, call[:-1] + ", seed=7)")
            assert after.source != before.source
        else:
            assert after == before


def test_own_words_are_kept(released, source):
    mine = next(cell for cell in released.cells if "own-words" in cell.metadata.get("tags", []))
    mine.source = "It remembers."
    rebuilt, _ = rebuild(released, source(1))
    assert any(cell.source == "It remembers." for cell in rebuilt.cells)


def test_a_line_of_a_check_is_counted_without_its_hidden_lines():
    text = "first\n### BEGIN HIDDEN TESTS\nhidden\n### END HIDDEN TESTS\nsecond\nthird"
    assert visible(text) == "first\nsecond\nthird"
    assert [visible_line(text, number) for number in range(8)] == [0, 1, 0, 0, 0, 2, 3, 0]


def test_outputs_are_read_only_for_those_who_want_them(tmp_path):
    shown = {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]}
    cell = {"cell_type": "code", "metadata": {}, "source": ["a = 1\n", "b = 2"], "execution_count": 1, "id": "x"}
    raw = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{**cell, "outputs": [shown]}]}
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(raw))
    (whole,), (bare,) = read(path).cells, read(path, outputs=False).cells
    assert whole.source == bare.source == "a = 1\nb = 2"
    assert [output.text for output in whole.outputs] == ["one\ntwo\n"]
    assert bare.outputs == []


def read_lightly(path, notebook):
    path.write_text(json.dumps(notebook))
    return read(path, outputs=False)


@pytest.mark.parametrize(
    ("spoilt", "kind"),
    [
        ({"source": 3}, "texts of cells"),
        ({"source": [["a"], {}, 3]}, "texts of cells"),
        ({"cell_type": "none"}, "types of cells"),
        ({"cell_type": ["code"]}, "types of cells"),
        ({"metadata": []}, "metadata"),
        ({"metadata": {"nbgrader": 3, "tags": [3]}}, "metadata"),
        ({"metadata": {"tags": None}}, "metadata"),
        ({"id": 3}, "ids of cells"),
        ({"id": "x" * 100}, "ids of cells"),
        ({"id": "day1-value"}, "ids of cells"),
        ({"more": {"deep": [1]}}, "unknown keys"),
    ],
)
def test_what_is_off_in_a_cell_is_put_right_and_said(tmp_path, released, source, spoilt, kind):
    path = tmp_path / "mine.ipynb"
    answer(released).cells[3].update(spoilt)
    notebook = read_lightly(path, released)
    rebuilt, notes = rebuild(notebook, source(1))
    assert cell_of(rebuilt, "day1-value").source == ANSWER
    assert [note for note in notes if "not quite what Jupyter saves" in note] == [
        f"The file is not quite what Jupyter saves ({kind}). That is fixed in a copy and costs no points."
    ]
    nbformat.validate(notebook, relax_add_props=True)


def test_doubled_cells_get_ids_of_their_own(tmp_path, released):
    path = tmp_path / "mine.ipynb"
    released.cells.insert(4, copy.deepcopy(released.cells[3]))
    ids = [cell.id for cell in read_lightly(path, released).cells]
    assert len(set(ids)) == len(ids)


def test_what_is_done_to_a_rebuilt_notebook_is_done_to_no_other(tmp_path, released, source):
    learner = read_lightly(tmp_path / "mine.ipynb", released)
    own = source(1)
    kept, wanted = copy.deepcopy((learner, own)), rebuild(learner, own)[0]
    spoilt, _ = rebuild(learner, own)
    for cell in spoilt.cells:
        cell.source = "spoilt"
        cell.metadata.setdefault("nbgrader", {})["grade_id"] = "spoilt"
        cell.metadata.setdefault("tags", []).append("spoilt")
    assert (learner, own) == kept
    assert rebuild(learner, own)[0].cells == wanted.cells


@pytest.mark.parametrize("number", [2, 5])
def test_an_exercise_of_an_earlier_release_stays_in_its_place_and_costs_nothing(number, source):
    """Days 2 and 5 lost day2-order and day5-norm: notebooks with these cells keep them, and other answers count."""
    day = course.assignment(number)
    whole = source(number)
    learner = nbformat.read(day.learner_notebook, as_version=4)
    first = next(place for place, cell in enumerate(learner.cells) if is_answer(cell))
    gone, check = {2: ("day2-order", "day2-order-leaves"), 5: ("day5-norm", "day5-norm-length")}[number]
    for name, text, graded in ((check, "assert False", True), (gone, "def mine(): ...", False)):
        cell = nbformat.v4.new_code_cell(text, id=name)
        cell.metadata["nbgrader"] = {**learner.cells[first].metadata["nbgrader"], "grade_id": name, "grade": graded}
        learner.cells.insert(first, cell)
    kept = str(grade_id(learner.cells[first + 2]))
    learner.cells[first + 2].source = ANSWER
    rebuilt, notes = rebuild(learner, whole)
    assert [cell.source for cell in rebuilt.cells if EXTRA in cell.metadata.get("tags", [])] == [
        "def mine(): ...",
        "assert False",
    ]
    assert notes == []
    assert cell_of(rebuilt, kept).source == ANSWER
    assert [grade_id(cell) for cell in rebuilt.cells if is_grade(cell)] == [
        grade_id(cell) for cell in whole.cells if is_grade(cell)
    ]
