# SPDX-License-Identifier: MIT
"""The page that the lab opens, and the learner's progress as a notebook shows it."""

import importlib
import re

import nbformat
import pytest
from support import ROOT, served

import gradtools
from building import start_page
from companion import kernel, standing
from grading import lab, serve
from grading.command_line import main
from judge.notebooks import course


def standings(state="under way", what_next="fix 1.1 write the class"):
    return [
        {"day": 1, "title": "The Value class", "points": 4.0, "max_points": 20.0, "state": state, "next": what_next,
         "notebook": str(ROOT / "days" / "day1" / "day1_value_class.ipynb")},
        {"day": 2, "title": "The backward pass", "points": 0.0, "max_points": 20.0, "state": "not begun",
         "next": "make lab DAY=2", "notebook": str(ROOT / "days" / "day2" / "day2_backward_pass.ipynb")},
    ]  # fmt: skip


def test_the_page_in_days_is_the_one_that_its_master_gives():
    assert nbformat.read(start_page.path_in(ROOT), as_version=4) == start_page.page(ROOT), "run `make release`"


def test_the_page_leads_to_each_day():
    text = start_page.page(ROOT).cells[0].source
    links = re.findall(r"\[Day (\d)\]\((\S+)\)", text)
    assert [int(number) for number, _ in links] == [day.number for day in course.assignments()]
    for _, link in links:
        assert (ROOT / "days" / link).exists(), link
    for day in course.assignments():
        row = next(line for line in text.split("\n") if f"[Day {day.number}]" in line)
        assert row.partition(") | ")[2] in (ROOT / "README.md").read_text("utf-8")


def test_a_page_that_somebody_wrote_in_is_left_alone(copied_course):
    page = start_page.path_in(copied_course)
    assert not start_page.fill(copied_course)
    page.unlink()
    assert start_page.fill(copied_course)
    notebook = nbformat.read(page, as_version=4)
    notebook.cells[0].source += "\nMy own note."
    nbformat.write(notebook, page)
    assert not start_page.fill(copied_course)
    assert "My own note." in page.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "opened"), [([], "days/start_here.ipynb"), (["2"], "days/day2/day2_backward_pass.ipynb")]
)
def test_the_lab_opens_there_unless_a_day_is_named(monkeypatch, words, opened):
    called = []
    monkeypatch.setattr(lab.subprocess, "call", lambda line, **_: called.append(line) or 0)
    assert main(["lab", *words, "--no-browser"]) == 0
    assert f"--LabApp.default_url=/lab/tree/{opened}" in called[0]


def test_the_grader_says_where_the_learner_stands_day_by_day(monkeypatch):
    monkeypatch.setattr(serve.progress, "standing", lambda day: progress_of(day))
    *way, last = served(['{"days": "all"}'])
    assert way == [{"at": [place, 6]} for place in range(1, 7)]
    assert [day["day"] for day in last["days"]] == [1, 2, 3, 4, 5, 6]
    assert last["days"][4]["notebook"].endswith("day5_gradient_norms.ipynb")


def progress_of(day):
    return serve.progress.Standing(day, "A title", 1.0, 20.0, "under way", "write 1.1")


def test_the_table_in_a_notebook_links_each_day():
    text = standing.report(standings(), ROOT / "days")[0]
    assert "| [Day 1](day1/day1_value_class.ipynb) | The Value class | 4 of 20 | under way | fix 1.1" in text
    assert "| [Day 2](day2/day2_backward_pass.ipynb) | The backward pass | 0 of 20 | not begun | begin |" in text
    assert text.endswith("All days: 4 of 40 points. A day counts as it was saved last.")
    assert "(../day2/day2_backward_pass.ipynb)" in standing.report(standings(), ROOT / "days" / "day1")[0]
    assert "make lab" not in standing.report(standings(), ROOT)[1]


def test_check_says_how_far_it_is_in_the_output_that_its_verdict_replaces(monkeypatch, tmp_path):
    first, then = [], []

    class Handle:
        @staticmethod
        def update(bundle, raw):
            then.append(bundle["text/plain"])

    def grade(notebook, exercise, progress):
        progress(3, 12)
        progress(4, 12)
        raise checking.NotGraded("There is no such file.")

    checking = importlib.import_module("companion.check")
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(kernel, "shell", object)
    monkeypatch.setattr(checking, "as_on_the_page", lambda named, exercise, line: named)
    monkeypatch.setattr(checking, "grade", grade)
    monkeypatch.setattr(
        "IPython.display.display", lambda bundle, **options: first.append(bundle["text/plain"]) or Handle
    )
    gradtools.check(tmp_path / "day1_value_class.ipynb")
    assert len(first) == 1, "one output"
    assert "3 of 12" in first[0]
    assert "4 of 12" in then[0]
    assert then[1:] == ["There is no such file."]


def test_standing_is_the_table(monkeypatch, capsys):
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    monkeypatch.setattr(standing, "ask", lambda question, progress: {"days": standings()})
    assert gradtools.standing() is None
    assert "fix 1.1 write the class" in capsys.readouterr().out
    monkeypatch.setenv("NBGRADER_EXECUTION", "build")
    gradtools.progress()  # as the first notebooks call it
    assert capsys.readouterr().out == "standing() shows how far you are when you run this cell yourself.\n"


def test_reset_says_to_reload_a_notebook_that_is_open(copied_course, capsys):
    assert main(["reset", "1"]) == 0
    assert "Is it open in JupyterLab?" in capsys.readouterr().out
