# SPDX-License-Identifier: MIT
"""The sheet at the end of Day 5 is true for any notebooks, and loads nothing."""

import base64
import importlib
import json
import re
from html import unescape

import nbformat
import pytest
from support import answers_of, filled

import gradtools
from companion import grader, kernel, mistakes, mornings
from companion.before_after import learned, sittings
from companion.before_after.items import FORMS
from companion.before_after.sittings import AFTER, BEFORE, Sitting
from companion.predictions import FILE
from judge.notebooks import course, reference

module = importlib.import_module("companion.sheet")
SVG = base64.b64encode(b"<svg/>").decode()
DAYS = [
    {"day": 1, "title": "Nodes", "points": 3, "max_points": 25, "state": "under way", "next": "", "notebook": "a"},
    {
        "day": 2,
        "title": "Edges & <paths>",
        "points": 20,
        "max_points": 20,
        "state": "done",
        "next": "",
        "notebook": "b",
    },
]


@pytest.fixture
def days(tmp_path, monkeypatch):
    """Return the folder of a learner's days, in which a kernel works on Day 5."""
    folder = tmp_path / "days"
    for day in (3, 4, 5):
        (folder / f"day{day}").mkdir(parents=True)
        write(folder, day, answers_of(day) if day == 3 else {})
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.chdir(folder / "day5")
    monkeypatch.setattr(module.standing, "ask", lambda question, on_the_way: {"days": DAYS})
    return folder


def write(folder, day, answers=None, outputs=()):
    notebook = filled(answers or {}, day)
    for cell in notebook.cells:
        if outputs and cell.cell_type == "code" and "moon_net" in cell.source:
            cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": html}) for html in outputs]
    nbformat.write(notebook, folder / f"day{day}" / course.assignment(day).learner_notebook.name)


def written(days):
    gradtools.sheet()
    return (days / "sheet.html").read_text("utf-8")


def test_the_sheet_holds_the_learners_own_work_and_asks_no_host(days, capsys):
    own = answers_of(3)["day3-value"].replace("class Value:", "class Value:  # <mine> & only mine")
    write(days, 3, answers_of(3) | {"day3-value": own})
    (days / "day3" / "day3_a.ipynb").write_text("{", "utf-8")  # Of somebody else, and first by its name.
    write(
        days,
        4,
        outputs=(f'<img alt="my moons" src="data:image/svg+xml;base64,{SVG}"><img src="https://example.org/a.png">',),
    )
    guess = {"guess": 4.0, "sure": "I know", "came": 4.0, "right": True}
    (days / FILE).write_text(json.dumps({"day2-fan-out": guess}), "utf-8")
    (days / mistakes.FILE).write_text(json.dumps({"counts": {"a": 1, "b `x`": 4, "c": 2, "d": 2}, "open": {}}), "utf-8")
    page = written(days)
    assert "class Value:  # &lt;mine&gt; &amp; only mine" in page
    assert "def topological_order(root):" in page
    assert "All days: 23 of 45 points." in page
    assert "Edges &amp; &lt;paths&gt;" in page
    assert "<td>I know</td><td>-</td><td>1 of 1</td>" in page
    assert re.findall("<li>(.*?)</li>", page) == ["b <code>x</code> (4 times)", "c (2 times)", "d (2 times)"]
    assert re.findall("<img.*?>", page) == [f'<img src="data:image/svg+xml;base64,{SVG}" alt="my moons">']
    assert not re.search(r"https?:|<script|<link|url\(", page)
    assert "default-src 'none'" in page
    assert "sheet.html" in capsys.readouterr().out
    assert not list(days.glob("*.partial"))


KEYS = {form: "".join(item.right for item in items) for form, items in FORMS.items()}
FIRST, LAST = Sitting("B", f"{'?' * 10}{KEYS['B'][10:]}", True), Sitting("A", KEYS["A"], True)


@pytest.mark.parametrize(
    ("answered", "says", "row"),
    [
        ({}, [learned.SKIPPED], ""),
        ({BEFORE: FIRST}, [learned.WAITS], ""),
        ({AFTER: LAST}, [learned.NOT_BEFORE], "<td>ten layers</td><td>-</td><td>2 of 2</td>"),
        ({BEFORE: FIRST, AFTER: LAST}, [learned.BY_CHANCE], "<td>together</td><td>2 of 12</td><td>12 of 12</td>"),
        (
            {BEFORE: LAST, AFTER: LAST},
            [learned.BY_CHANCE, learned.SAME_FORM],
            "<td>order</td><td>2 of 2</td><td>2 of 2</td>",
        ),
    ],
    ids=["skipped", "before alone", "after alone", "both", "the same form"],
)
def test_the_tests_before_and_after_stand_on_the_sheet_by_idea(days, answered, says, row):
    (days / sittings.FILE).write_text(json.dumps(sittings.data_of(answered)), "utf-8")
    page = unescape(written(days))
    assert f"<p>{' '.join(says)}</p>" in page
    assert row in page
    assert page.count(" of 12</td>") == (0 if not row else 1 if BEFORE not in answered else 2)


def test_a_damaged_file_of_answers_is_said_on_the_sheet(days):
    (days / sittings.FILE).write_text("{", "utf-8")
    assert f"<p>{sittings.UNREADABLE.format(file=sittings.FILE)}</p>" in unescape(written(days))
    assert (days / sittings.FILE).read_text("utf-8") == "{"


def test_the_lines_of_both_engines_are_counted_alike(days):
    own, course_own = (
        module.code_lines("\n\n\n".join(answers_of(3)[name] for name in module.ENGINE)),
        module.code_lines(next(cell.source for cell in reference.cells(4) if "class Value" in cell.source)),
    )
    # What a learner adds to the engine in their own Day 4 is not the course's.
    (path,) = (days / "day4").glob("*.ipynb")
    path.write_text(path.read_text("utf-8").replace("class Value", "mine = 1\\nclass Value"), "utf-8")
    page = unescape(written(days))
    assert f"Your engine has {own} lines of code. The course's own engine has {course_own}." in page
    counted = (
        '"""A module."""\n\nx = 1  # one\n# a comment\ndef f():\n    """Two\n    lines."""\n    return """a\n\nb"""\n'
    )
    assert module.code_lines(counted) == 5
    assert module.code_lines('x = (\n    1\n)\n\n"""No docstring: it comes second."""\n') == 4


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda path: path.unlink(), "The notebook of Day 3 is not here."),
        (lambda path: path.write_text('{"cells": 7}'), "The notebook of Day 3 can't be read."),
        (lambda path: path.write_text("[" * 100000), "The notebook of Day 3 can't be read."),
        (lambda path: path.write_text('{"cells": [{"metadata": 3}]}'), "has no cell day3-topological-order"),
        (lambda path: write(path.parent.parent, 3), "A part of it is not written yet."),
        (
            lambda path: write(path.parent.parent, 3, answers_of(3) | {"day3-value": "class Value(:"}),
            "can't read the engine of your Day 3",
        ),
    ],
    ids=["missing", "broken", "deep", "no cells", "half done", "unreadable"],
)
def test_a_day_that_is_missing_broken_or_half_done_is_said(days, spoil, says):
    spoil(next((days / "day3").glob("*.ipynb")))
    page = unescape(written(days))
    assert says in page
    assert "All days: 23 of 45 points." in page


def test_what_else_is_missing_is_said(days, monkeypatch, capsys):
    def refused(question, on_the_way):
        raise grader.NotGraded("The notebook was not graded: no reason.")

    monkeypatch.setattr(module.standing, "ask", refused)
    (days / mistakes.FILE).write_text("[", "utf-8")
    page = written(days)
    assert "The notebook was not graded: no reason." in page
    assert "Your Day 4 holds no saved figure of a trained net." in page
    assert "No check has named one." in page
    next((days / "day4").glob("*.ipynb")).unlink()
    page = written(days)
    assert "The notebook of Day 4 is not here." in page
    monkeypatch.setattr(module.files, "COURSE", days)
    assert "is not there to compare" in written(days)
    (days / "sheet.html").unlink()
    (days / "sheet.html").mkdir()
    gradtools.sheet()
    assert "could not be written to" in capsys.readouterr().out


def test_recall_stands_on_the_sheet_by_day_and_only_mornings_with_answers(days):
    assert mornings.NONE in unescape(written(days))
    asked = {"name": "day1-value", "seed": 1, "key": "x", "letter": "-", "right": None}
    right, wrong = asked | {"letter": "a", "right": True}, asked | {"letter": "?", "right": False}
    kept = {"2": [right, right, wrong], "3": [asked] * 3, "5": [right, wrong, asked]}
    (days / mornings.FILE).write_text(json.dumps(kept), "utf-8")
    page = unescape(written(days))
    assert f"<h2>{mornings.HEADING}</h2>" in page
    assert '<th scope="col">Day 2</th><th scope="col">Day 5</th><th scope="col">All days</th>' in page
    assert "<td>2 of 3</td><td>1 of 2</td><td>3 of 5</td>" in page
    assert "Recall: 3 of 5 at the first try." in page
    (days / mornings.FILE).write_text(json.dumps(kept)[:80], "utf-8")
    page = unescape(written(days))
    assert mornings.NONE in page
    assert mornings.UNREADABLE.format(file=mornings.FILE) in page


def test_it_is_silent_while_a_program_runs_the_notebook(days, monkeypatch, capsys):
    monkeypatch.setenv(kernel.RUNNING, "validate")
    gradtools.sheet()
    assert capsys.readouterr().out == ""
    assert not (days / "sheet.html").exists()


def test_a_named_mistake_counts_once_until_it_is_mended(tmp_path):
    path = tmp_path / mistakes.FILE

    def met(exercise, *titles):
        names = [{"title": title, "exercise": exercise, "symptom": ""} for title in titles]
        mistakes.note(
            {
                "exercises": [{"id": exercise, "outcome": "not yet", "checks": [{"verdict": {"names": names}}]}],
                "only": "1.1",
            },
            path,
        )
        return dict(mistakes.most(path)[0])

    assert met("day1-value", "one") == {"one": 1}
    assert met("day1-value", "one") == {"one": 1}, "the same mistake, asked again"
    assert met("day2-value", "two") == {"one": 1, "two": 1}
    assert met("day1-value") == {"one": 1, "two": 1}
    assert met("day1-value", "one") == {"one": 2, "two": 1}
    assert met("day3-value", "three", "four") == {"one": 2, "two": 1}, "one of two: nobody knows which"
    assert met("", "a general name") == {"one": 2, "two": 1}
    path.write_text('{"counts": 7}')
    assert met("day1-value", "one") == {"one": 1}


def test_check_notes_the_mistakes_that_it_names(learner, capsys):
    answers = answers_of(1)
    wrong = answers | {"day1-value": answers["day1-value"].replace("self.data * other.data", "self.data + other.data")}
    path = learner(1, wrong)
    gradtools.check(path)
    ((title, times),), _ = mistakes.most(path.parent / mistakes.FILE)
    assert times == 1
    assert title in capsys.readouterr().out.replace("\n", " ")
    came = json.loads((path.parent / mistakes.FILE).read_text("utf-8"))["outcomes"]
    assert (came["day1-value"], came["day1-trace"], came["day1"]) == ("not yet", "correct", "not yet")
