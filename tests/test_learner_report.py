# SPDX-License-Identifier: MIT
"""Reports to a learner: ``check()`` inside the notebook, and the table of the five days."""

import functools
import importlib
import json
import os
import re
import sys
from types import SimpleNamespace

import nbformat
import pytest
from nbclient import NotebookClient
from support import answers_of, filled, pictures, points_of, ran, times_adds

import gradtools
from companion import cards, kernel, saving
from grading import progress
from grading.command_line import main
from judge.notebooks import course
from judge.notebooks.cells import exercises
from judge.run import messages
from judge.verdicts import marking
from judge.verdicts.results import CheckResult, ExerciseResult, Result
from judge.verdicts.verdict import MARKS

# The package's name `check` is the function, so the module is asked for by its full name.
report = importlib.import_module("companion.check")


@pytest.fixture(autouse=True)
def _as_a_learner_works(monkeypatch):
    """No test run and no build is going on, as far as check() can see."""
    for name in ("NBGRADER_EXECUTION", "JPY_SESSION_NAME"):
        monkeypatch.delenv(name, raising=False)


def check_result(outcome, grade_id="day1-value-add"):
    return {
        "grade_id": grade_id,
        "points": 0,
        "max_points": 2,
        "outcome": outcome,
        "mark": MARKS[outcome],
        "misconceptions": [],
        "seed": 1,
        "claim": f"The claim of `{grade_id}`.",
    }


def finding(*checks, message, is_open=True):
    return {"checks": list(checks), "points_lost": 2, "costs": "", "mark": "✗", "open": is_open, "message": message,
            "html": "<p>(as HTML)</p>"}  # fmt: skip


def result(*outcomes, message="`x` is 1. See *2. Building a graph*."):
    listed = [
        {"id": f"day1-e{at}", "number": f"1.{at}", "title": f"exercise {at}", "points": 2 * (outcome == "correct"),
         "max_points": 2, "outcome": outcome, "mark": MARKS[outcome],
         "checks": [check_result(outcome, f"day1-e{at}-a")],
         "findings": [] if outcome == "correct" else [finding(f"day1-e{at}-a", message=message)]}
        for at, outcome in enumerate(outcomes, 1)
    ]  # fmt: skip
    return {"assignment": "day1", "points": sum(each["points"] for each in listed), "max_points": 2 * len(listed),
            "exercises": listed, "warnings": [], "next": "Write exercise 1.2.",
            "next_markdown": "Write *exercise* 1.2."}  # fmt: skip


def saved_notebook(path, *sources):
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources]), path)
    os.utime(path, (1000, 1000))
    return path


# check() in a notebook


def test_check_grades_the_saved_file_and_notices_unsaved_cells(learner, tmp_path):
    answers = times_adds()
    path = learner(1, answers)
    before = path.read_bytes()
    cells = ["import gradtools", "an_edit = 'that was run and not saved'", "gradtools.check()"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    kernel = NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    kernel.execute(env={**os.environ, "JPY_SESSION_NAME": str(path)})

    assert len(notebook.cells[2].outputs) == 1
    shown = notebook.cells[2].outputs[0]["data"]
    assert set(shown) == {"text/markdown", "text/plain"}
    lost = points_of("day1-value-multiply") + points_of("day1-value-constants")
    share = f"{points_of(1) - lost:g} of {points_of(1):g}"
    assert f"**Day 1: {share} points.** Graded is `{path.name}` as saved at " in shown["text/markdown"]
    assert "You have run cells that are not in the saved file: save (Ctrl+S) and call check()" in shown["text/plain"]
    assert "begins with `an_edit = 'that was run and not saved'`" in shown["text/markdown"]
    most, trace = points_of("day1-value"), points_of("day1-trace")
    texts = [cell.source for cell in nbformat.read(path, as_version=4).cells]
    place = messages.address(next(text.split("\n")[0] for text in texts if text.startswith("### Exercise 1.1: "))[4:])
    assert f"| ✗ not yet | [1.1 write the class]({place}) | {most - lost:g} of {most:g} |" in shown["text/markdown"]
    assert re.search(rf"\| ✓ correct \| \[1\.2 trace the graph\]\(#.+\) \| {trace:g} of", shown["text/markdown"])
    # Both checks fail for one cause, which is reported once.
    claims = "✗ A product is a new Value that remembers both parents and <code>'*'</code>.<br>✗ A plain number works on"
    assert f"<details open>{cards.SUMMARY}{claims}" in shown["text/markdown"]
    assert "<strong><code>*</code> adds the data.</strong>" in shown["text/markdown"]
    assert (
        f"**Next:** Read the section [Exercise 1.1: write the class]({place}) again, then fix exercise [1.1]({place})"
        in shown["text/markdown"]
    )
    assert "✗ A product is a new Value" in shown["text/plain"]
    assert "day1-value-multiply" not in "".join(shown.values())
    assert path.read_bytes() == before


def test_while_the_notebook_is_graded_or_built_one_constant_line_is_printed(monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "build")
    monkeypatch.setattr(report, "grade", lambda *_, **__: pytest.fail("a second run was started"))
    gradtools.check()
    assert capsys.readouterr().out == "check() grades this notebook when you run this cell yourself.\n"
    gradtools.check("1.1")
    assert capsys.readouterr().out == "", "a day has nine cells of this kind"


def test_a_file_that_cannot_be_graded_is_reported_in_one_line(tmp_path, capsys):
    path = tmp_path / "day1_value_class.ipynb"
    path.write_text("{")
    gradtools.check(path)
    out = capsys.readouterr().out
    assert out.startswith("The notebook was not graded: ")
    assert "not valid JSON" in out
    assert len(out.splitlines()) == 1


# Which notebook


def test_the_kernels_own_word_for_its_notebook_comes_first(tmp_path, monkeypatch):
    notebook = saved_notebook(tmp_path / "renamed by me.ipynb", "1")
    (tmp_path / "work").mkdir()
    saved_notebook(tmp_path / "work" / "day1_value_class.ipynb", "1")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("JPY_SESSION_NAME", str(notebook))
    assert report.find_notebook() == notebook
    notebook.unlink()
    assert report.find_notebook().name == "day1_value_class.ipynb"


def test_the_only_notebook_of_a_day_is_taken_and_kept_copies_are_not(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(report.NotGraded, match="no notebook of a day"):
        report.find_notebook()
    mine = saved_notebook(tmp_path / "day2_backward_pass.ipynb", "1")
    saved_notebook(tmp_path / "day2_backward_pass.kept-2026-01-01-000000.ipynb", "1")
    assert report.find_notebook() == mine
    saved_notebook(tmp_path / "day1_value_class.ipynb", "1")
    with pytest.raises(report.NotGraded, match=r"day1_value_class\.ipynb, day2_backward_pass\.ipynb"):
        report.find_notebook()


# Unsaved work


@pytest.mark.parametrize(
    ("source", "at", "noticed"),
    [
        ("x = 1", 1001.0, False),  # stands in the file
        ("x = 1\n", 1001.0, False),  # the editor's last line end is no edit
        ("x = 2", 1001.0, True),  # run after the save, not in the file
        ("x = 2", 999.0, False),  # edited or deleted after it was run, and that was saved
        ("  ", 1001.0, False),
    ],
)
def test_only_what_was_run_after_the_save_and_is_not_in_the_file_is_unsaved(tmp_path, source, at, noticed):
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1", "y = 1")
    assert report.not_saved(path, {source: at}) == ([source] if noticed else [])


def test_sources_that_are_saved_as_lists_of_lines_are_read(tmp_path):
    path = tmp_path / "lines.ipynb"
    path.write_text(json.dumps({"cells": [{"source": ["x = 1\n", "y = 2"]}]}))
    os.utime(path, (1000, 1000))
    assert report.not_saved(path, {"x = 1\ny = 2": 1001.0, "z": 1001.0}) == ["z"]


# The report's words


def test_the_next_step_says_how_to_ask_again_unless_all_is_correct():
    assert report.report(result("correct", "not yet"), "n.ipynb", 0.0, [])[1].endswith(
        "Next: Write exercise 1.2. Then call `check()` once more."
    )
    one = report.report(result("not yet") | {"only": "1.1"}, "n.ipynb", 0.0, [])[1]
    assert one.endswith('Then run your answer cell and `check("1.1")` once more.')
    assert report.report(result("correct"), "n.ipynb", 0.0, [])[1].endswith("Next: Write exercise 1.2.")
    assert report.report(result("correct") | {"only": "1.1"}, "n.ipynb", 0.0, [])[1].startswith("Exercise 1.1: ")
    assert report.report(result("correct"), "n.ipynb", 0.0, [])[0].endswith("**Next:** Write *exercise* 1.2.")


def test_the_notebook_shows_the_graders_own_html_and_escapes_what_is_not():
    found = result("not yet")
    found["exercises"][0]["title"] = "a*b and __radd__"
    found["warnings"] = ["The cell <b>day1</b> ended: `1.1 + a_b`."]
    text = report.report(found, "n.ipynb", 0.0, [])[0]
    claim = f"{cards.SUMMARY}✗ The claim of <code>day1-e1-a</code>.</summary>"
    assert f"<details open>{claim}{cards.BELOW}<p>(as HTML)</p></div></details>" in text
    assert r"**1.1 a\*b and \_\_radd\_\_**" in text
    assert r"Note: The cell \<b\>day1\</b\> ended: `1.1 + a_b`." in text
    assert report.report(result("correct"), "n.ipynb", 0.0, [])[0].count("<") == 0


def test_only_the_first_card_of_a_day_is_open_and_the_others_are_a_line_each():
    found = result("not yet", "not yet", message="Asked: `x`\nExpected: 1")
    found["exercises"][1]["findings"] = [finding("day1-e2-a", message="Asked: `y`", is_open=False)]
    markdown, text = report.report(found, "n.ipynb", 0.0, [])
    assert markdown.count("<details open>") == 1
    assert f"<details>{cards.SUMMARY}✗ The claim of <code>day1-e2-a</code>.</summary>" in markdown
    assert "✗ The claim of `day1-e1-a`.\n  Asked: `x`\n  Expected: 1\n" in text
    assert '✗ The claim of `day1-e2-a`.\nIn the notebook, check("1.2") says why.\n' in text


def test_unsaved_work_is_said_before_the_points_of_each_exercise():
    text = report.report(result("correct"), "n.ipynb", 0.0, ["x = 2\ny"])[0]
    assert "begins with `x = 2`." in text
    assert text.index("save (Ctrl+S)") < text.index("| Outcome")
    assert "save (Ctrl+S)" in report.report(result("correct"), "n.ipynb", 0.0, ["x = 2"])[1]
    assert "save (Ctrl+S)" not in report.report(result("correct"), "n.ipynb", 0.0, [])[1]


# The table of the days


def test_progress_runs_nothing_that_nobody_has_worked_in(copied_course, monkeypatch, capsys):
    monkeypatch.setattr(marking, "grade_file", lambda *_: pytest.fail("an untouched notebook was run"))
    day = course.assignment(1)
    assert progress.standing(day).state == "not begun"
    day.learner_notebook.unlink()
    untouched = progress.Standing(day, "The Value class", 0.0, points_of(1), "not begun", "make lab DAY=1")
    assert progress.standing(day) == untouched
    day.source_notebook.unlink()
    assert progress.standing(day) == progress.Standing(day, "value class", 0.0, 0.0, "not there yet", "make release")
    assert main(["progress", "1"]) == 0
    assert "\x1b[" not in capsys.readouterr().out


def test_progress_shows_points_state_and_what_is_next(copied_course):
    day = course.assignment(1)
    answers = answers_of(1)
    nbformat.write(filled({name: answers[name] for name in ("day1-value", "day1-trace")}), day.learner_notebook)
    lines = list(progress.table([day]))
    assert lines[0].split() == ["Day", "Title", "Points", "State", "Next"]
    assert lines[1].startswith("1   The Value class  ")
    points = f"{points_of('day1-value') + points_of('day1-trace'):g}"
    assert f"{points} of {points_of(1):g}" in lines[1]
    assert "✗ under way" in lines[1]
    assert lines[1].endswith("write 1.4 solve three puzzles")
    assert lines[2].split() == ["All", "days", points, "of", f"{points_of(1):g}"]


def test_a_terminal_that_cannot_show_a_mark_shows_the_rest():
    done = ran(sys.executable, "-m", "grading", "progress", "1", env={"PYTHONIOENCODING": "ascii"})
    assert "? not begun" in done.stdout


def test_progress_of_a_broken_notebook_says_how_to_see_why_in_colour_on_request(copied_course):
    day = course.assignment(1)
    day.learner_notebook.write_text("{")
    line = list(progress.table([day], colour=True))[1]
    assert "\x1b[33m✗ can't be read" in line
    assert line.endswith("make check DAY=1 says why")


@pytest.mark.parametrize(
    ("outcome", "state", "next_one"), [("correct", "done", ""), ("not yet", "under way", "fix 1.1 write the class")]
)
def test_progress_names_the_exercise_to_mend(copied_course, monkeypatch, outcome, state, next_one):
    day = course.assignment(1)
    day.learner_notebook.write_text("{}")
    listed = exercises(marking.source_notebook(day))
    graded = [
        ExerciseResult(exercise, tuple(CheckResult(check, outcome) for check in exercise.checks)) for exercise in listed
    ]
    monkeypatch.setattr(marking, "grade_file", lambda _: Result(day, "", tuple(graded), ()))
    found = progress.standing(day)
    assert (found.state, found.next) == (state, next_one)
    assert found.points == (points_of(1) if outcome == "correct" else 0)


def test_check_draws_the_smallest_graph_that_goes_wrong_in_the_exercise_that_is_next(monkeypatch, tmp_path):
    def graph(*marks):
        return {
            "nodes": [
                {"name": name, "op": "", "data": 2.0, "parents": [], "grad": "1.0", "mark": mark}
                for name, mark in zip("abc", marks, strict=False)
            ]
        }

    found = result("not yet", "not yet")
    found["exercises"][0]["checks"][0]["graph"] = graph("", "", "expected 3.0")
    found["exercises"][1]["checks"][0]["graph"] = graph("", "expected 7.0")
    found["next_step"] = {"number": "1.2"}
    shown = []
    monkeypatch.setattr(report, "grade", lambda notebook, exercise, progress: found)
    monkeypatch.setattr(report, "show", shown.append)
    report.check(saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1"))
    assert len(shown) == 1
    figure = shown[0]
    (picture,) = pictures(figure["text/html"])
    assert "WRONG: expected 7.0" in picture.svg
    assert "Wrong: b, expected 7.0." in picture.alternative
    assert "The claim of <code>day1-e2-a</code>." in figure["text/html"]
    assert "wrong: expected 7.0" in figure["text/html"]


# What is saved, run and asked for


def test_one_exercise_is_graded_alone(learner):
    answers = times_adds()
    asked = []
    path = learner(1, answers)
    found = marking.grade_file(path, only="1.1", progress=lambda place, count: asked.append((place, count)))
    whole = marking.grade_file(path)
    assert [each.exercise.number for each in found.exercises] == ["1.1"]
    assert found.max_points == points_of("day1-value")
    assert [check.outcome for check in found.checks] == [check.outcome for check in whole.exercises[0].checks]
    assert asked == [(place, len(found.checks)) for place in range(1, len(found.checks) + 1)]
    assert (found.next_step.action, found.next_step.number) == ("read and mend", "1.1")


def test_an_exercise_that_there_is_not_is_reported_with_those_that_there_are(learner, capsys):
    assert main(["check", str(learner(1, {})), "--exercise", "1.9"]) == 2
    assert "day1 has no exercise 1.9: it has 1.1, 1.2, 1.4, 1.3, 1.5, 1.6." in capsys.readouterr().err


def test_check_asks_for_the_exercise_that_is_named(monkeypatch, tmp_path):
    asked = []
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        report,
        "grade",
        lambda notebook, exercise, progress: asked.append((notebook.name, exercise)) or result("correct"),
    )
    monkeypatch.setattr(report, "show", lambda bundles: None)
    monkeypatch.setattr(report, "failing_of_next", lambda found: None)
    for what in ("1.1", None, path):
        report.check(what)
    assert asked == [(path.name, "1.1"), (path.name, ""), (path.name, "")]


def a_run(cell, source):
    return kernel.Run(cell, source, 1001.0)


def at_a_page(monkeypatch, allow_stdin=True, cell="day1-a"):
    """Let the cell that runs be sent from a page, or from a program that can't be asked for a line."""
    content = {"code": "check()", "allow_stdin": allow_stdin}
    shell = SimpleNamespace(parent_header={"metadata": {"cellId": cell}, "content": content}, user_ns={})
    monkeypatch.setattr(kernel, "shell", lambda: shell)
    monkeypatch.setattr(saving, "SECONDS_TO_SAVE", 0.0)
    monkeypatch.setattr(saving, "SECONDS_BY_HAND", 0.2)
    monkeypatch.setattr(saving, "SECONDS_BETWEEN", 0.01)


def save_with(bundle, path, *sources):
    """Save a notebook as a page does whose last cell shows a bundle."""
    output = nbformat.v4.new_output("display_data", {name: data for name, data in bundle.items()})
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    nbformat.write(nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell("", outputs=[output])]), path)


def test_the_page_is_asked_to_save_and_the_file_that_holds_the_mark_is_graded(tmp_path, monkeypatch):
    at_a_page(monkeypatch)
    paths = [saved_notebook(tmp_path / f"day1_{name}.ipynb", "x = 1") for name in "abc"]
    shown = []

    def page(bundle):
        shown.append(bundle)
        save_with(bundle, paths[1], "x = 2")
        os.utime(paths[1], (1000, 1000))  # A clock that is slow, or looks at seconds alone, hides no save.

    assert saving.saved(paths, page) == paths[1]
    assert [set(bundle) for bundle in shown] == [{saving.ASKS, "text/plain"}]
    assert saving.saved(paths, shown.append) is None, "the mark of an earlier call is no sign of a save"


def test_a_page_that_saves_by_itself_gets_no_keys_pressed_and_another_does(tmp_path, monkeypatch):
    at_a_page(monkeypatch)
    monkeypatch.setattr(saving, "SECONDS_TO_PRESS", 0.02)
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1")
    shown = []

    def page(bundle):
        shown.append(bundle)
        if "application/javascript" in bundle:
            save_with(bundle, path, "x = 2")

    monkeypatch.setattr(saving, "SECONDS_TO_SAVE", 0.1)
    assert saving.saved([path], page) == path
    assert ["application/javascript" in bundle for bundle in shown] == [False, True]
    assert shown[0][saving.ASKS] == shown[1][saving.ASKS], "one mark"


def test_what_another_saves_is_no_sign_and_a_save_by_hand_is(tmp_path, monkeypatch):
    at_a_page(monkeypatch)
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1")
    shown = []

    def page(bundle):
        shown.append(bundle)
        if len(shown) == 1:
            saved_notebook(path, "x = 2")  # A timer's save that began before, say.
        else:
            save_with(bundle, path, "x = 3")

    assert saving.saved([path], page) == path
    assert "Save it (Ctrl+S): the check goes on" in shown[1]["text/plain"]
    path.write_text(json.dumps(shown[-1]))  # Half of a file, or none of a notebook.
    assert saving.saved([path], shown.append) is None


@pytest.mark.parametrize("first", [True, False], ids=["the first cell", "a later cell"])
@pytest.mark.parametrize("cell", ["day1-a", ""], ids=["with an id", "without an id"])
@pytest.mark.parametrize(("what", "call"), [(None, "check()"), ("1.1", 'check("1.1")')])
def test_where_the_file_is_older_than_the_page_nothing_is_graded(monkeypatch, tmp_path, what, call, first, cell):
    shown = []
    saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1")
    monkeypatch.chdir(tmp_path)
    at_a_page(monkeypatch, cell=cell)
    monkeypatch.setattr(kernel, "_runs", {} if first else {"day1-a": a_run("day1-a", "x = 1")})
    monkeypatch.setattr(report, "grade", lambda *_, **__: pytest.fail("graded"))
    line = SimpleNamespace(show=lambda bundle: None, end=shown.append, kept="")
    monkeypatch.setattr(report, "Line", lambda: line)
    monkeypatch.setattr(report, "_examples", lambda exercise, line: [])
    report.check(what)
    assert [bundle["text/plain"] for bundle in shown] == [
        f"Nothing was graded: the file on disk is older than this page. Run `{call}` again, and save the notebook "
        "(Ctrl+S) while it waits."
    ]
    assert f" Run `{call}` again, and save the notebook " in shown[0]["text/markdown"], "code marks are no text"


@pytest.mark.parametrize(
    ("named", "asked"), [("day1_value_class.ipynb", True), ("linked.ipynb", True), ("another.ipynb", False)]
)
def test_another_file_that_is_named_is_graded_as_it_is_saved(monkeypatch, tmp_path, named, asked):
    for name in ("day1_value_class.ipynb", "another.ipynb"):
        saved_notebook(tmp_path / name, "x = 1")
    (tmp_path / "linked.ipynb").symlink_to(tmp_path / "day1_value_class.ipynb")
    monkeypatch.chdir(tmp_path)
    at_a_page(monkeypatch)
    monkeypatch.setattr(report, "saved", lambda *_: pytest.fail("asked") if not asked else None)
    asking = functools.partial(report.as_on_the_page, tmp_path / named, "", report.Line())
    if asked:
        with pytest.raises(report.NotGraded):
            asking()
    else:
        assert asking() == tmp_path / named


def test_the_cell_that_imports_the_helper_first_is_noted(monkeypatch):
    """In a fresh kernel, no hook has seen the start of the cell that calls check()."""
    message = {"metadata": {"cellId": "day1-check"}, "content": {"code": "check()", "store_history": True}}
    shell = SimpleNamespace(parent_header=message, events=SimpleNamespace(register=lambda *_: None))
    monkeypatch.setattr(kernel, "_runs", {})
    monkeypatch.setattr(kernel, "shell", lambda: shell)
    kernel.watch(shell)
    assert (kernel.latest().cell, kernel.latest().source) == ("day1-check", "check()")


def test_without_a_page_no_save_is_asked_for(tmp_path, monkeypatch):
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(report, "saved", lambda *_: pytest.fail("a page was asked"))
    assert report.as_on_the_page(None, "", None) == path
    at_a_page(monkeypatch, allow_stdin=False)
    assert report.as_on_the_page(None, "", None) == path


def test_a_cell_that_was_edited_after_it_was_run_is_noticed(tmp_path):
    path = saved_notebook(tmp_path / "day1_value_class.ipynb", "x = 1", "y = 1")
    ids = [cell["id"] for cell in json.loads(path.read_text())["cells"]]
    runs = [a_run(ids[0], "x = 1\n"), a_run(ids[1], "y = 0"), a_run("elsewhere", "z = 1")]
    assert saving.edited_since(path, runs) == [ids[1]]
