# SPDX-License-Identifier: MIT
"""The finished engine that opens Day 1 is found, trains from every start, and gives no answer away."""

import contextlib
import importlib
import io
import json
import math
import os
import random
import re
import shutil
import sys
import zlib

import nbformat
import pytest
from support import answers_of, filled

import gradtools
from building.translations import templates
from companion import browser, files, finished, kernel, waiting
from judge.notebooks import course, reference
from website import pack

TAKES = next(cell.source for cell in reference.cells(1) if "finished_engine()" in cell.source)
TRAINS = next(cell.source for cell in reference.cells(1) if "finished.MLP(" in cell.source)


def trained(seed):
    """Run the cells of Day 1 that take the engine and train a net, but draw nothing; return names and the output."""
    names = {"math": math, "random": random, "finished_engine": gradtools.finished_engine}
    source = TAKES + "\n" + TRAINS.partition("\nuse_style()")[0].replace("random.seed(1)", f"random.seed({seed})")
    assert f"random.seed({seed})" in source
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(source, "<the trailer>", "exec"), names)
    return names, shown.getvalue()


def right(names):
    net = names["net"]
    return sum(net(point).data > 0 for point in names["upper"]) + sum(net(point).data < 0 for point in names["lower"])


@pytest.mark.exhaustive
def test_the_net_of_day_1_trains_from_thirty_starts():
    for seed in range(1, 31):
        names, _ = trained(seed)
        assert names["losses"][-1] < 0.05, seed
        assert right(names) == 24, seed


def test_the_class_has_as_many_lines_as_day_1_says():
    prose = " ".join(cell.source for cell in reference.cells(1) if cell.cell_type == "markdown")
    assert "`Value` of about a hundred lines of code" in prose
    engine = next(cell.source for cell in reference.cells(5) if "class Value" in cell.source)
    assert 135 <= len(engine.partition("class Value")[2].splitlines()) <= 165


def test_it_is_the_engine_with_which_day_5_begins(tmp_path, monkeypatch):
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.chdir(tmp_path)
    engine = gradtools.finished_engine()
    given = reference.given(5)
    assert set(vars(engine)) == {"Value", "MLP", "topological_order"}
    for name in vars(engine):
        assert vars(engine)[name].__doc__ == given[name].__doc__


def test_day_5_is_sought_beside_the_notebook_too(tmp_path, monkeypatch):
    """In a class each day is fetched into a folder of its own."""
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(files, "COURSE", tmp_path / "elsewhere")
    for day in ("day1", "day5"):
        (tmp_path / day).mkdir()
    monkeypatch.chdir(tmp_path / "day1")
    with pytest.raises(finished.NotHere, match="go on"):
        gradtools.finished_engine()
    path = tmp_path / "day5" / course.assignment(5).learner_notebook.name
    shutil.copy(course.assignment(5).learner_notebook, path)
    assert gradtools.finished_engine().Value(2.0).data == 2.0
    notebook = json.loads(path.read_text("utf-8"))
    for broken in ({**notebook, "cells": notebook["cells"][:3]}, {"cells": 7}, []):
        path.write_text(json.dumps(broken), "utf-8")
        with pytest.raises(finished.NotHere, match="lack the finished engine"):
            gradtools.finished_engine()


SPOILT = course.assignment(5).learner_notebook.read_text("utf-8").replace("class Value", "Value = None\\nclass Gone")


@pytest.mark.parametrize("changed", ["{}", "[]", "no notebook", SPOILT, None], ids=["{}", "[]", "text", "code", "none"])
def test_what_a_learner_did_to_day_5_changes_nothing(tmp_path, monkeypatch, changed):
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(files, "COURSE", tmp_path)
    for folder in ("source/day5", "days/day5", "days/day1"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "days" / "day1")
    shutil.copy(course.assignment(5).source_notebook, tmp_path / "source" / "day5")
    if changed is not None:
        (tmp_path / "days" / "day5" / course.assignment(5).learner_notebook.name).write_text(changed, "utf-8")
    assert gradtools.finished_engine().Value(2.0).data == 2.0


def test_no_text_in_a_notebook_blames_a_change_that_nobody_made():
    """What is the course's own is read from its own files, so nothing of it can be said to be changed."""
    texts = [text for _, text in templates.templates("gradtools") if isinstance(text, str)]
    assert len(texts) > 100
    assert [text for text in texts if re.search(r"\b(?:was|were) changed", text)] == []


@pytest.fixture
def in_browser(tmp_path, monkeypatch):
    """Let this process take what the site packs for a browser's kernel, as if it were one; return Day 2's folder."""
    packed = tmp_path / "judge.bin"
    packed.write_bytes(
        zlib.compress(
            json.dumps({"grader": pack.GRADER, "files": pack._grader(course.root(), course.assignments()[:3])}).encode()
        )
    )
    monkeypatch.setattr(browser, "IS_HERE", True)
    monkeypatch.setattr(browser, "PACKED", packed)
    monkeypatch.setattr(browser, "COURSE", tmp_path / "course")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr("subprocess.run", None)
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    browser.unpacked.cache_clear()
    for day in (1, 2):
        (tmp_path / f"day{day}").mkdir()
        nbformat.write(filled({}, day), tmp_path / f"day{day}" / course.assignment(day).learner_notebook.name)
    monkeypatch.chdir(tmp_path / "day2")
    yield tmp_path / "day2"
    browser.unpacked.cache_clear()


@pytest.mark.exhaustive
def test_the_finished_engine_runs_in_a_browser_which_has_no_day_5(in_browser):
    names, shown = trained(1)
    assert names["losses"][-1] < 0.05
    assert "after 100 steps" in shown


IN_BROWSER = {
    "untouched": ({}, "The course's engine ran in place of yours. Exercise 1.1 is not written yet."),
    "right": (answers_of(1), "Your engine of Day 1 ran."),
    "prints": ({"day1-value": answers_of(1)["day1-value"] + "\nprint('mine')"}, "Your engine of Day 1 ran."),
    "ends": ({"day1-value": "raise SystemExit"}, "Yours stopped with SystemExit"),
    "without end": ({"day1-value": "while True: pass"}, "Yours came to no end within 400,000 lines."),
}


@pytest.mark.parametrize(("answers", "said"), IN_BROWSER.values(), ids=IN_BROWSER)
def test_the_ten_digits_are_read_in_a_browser_which_starts_no_process(in_browser, monkeypatch, capsys, answers, said):
    if "no end" in said:
        monkeypatch.setattr(importlib.import_module("companion.so_far"), "LINES", 400_000)
    nbformat.write(filled(answers, 1), in_browser.parent / "day1" / course.assignment(1).learner_notebook.name)
    figure = gradtools.so_far(2)
    assert said in figure.caption
    assert "none is right" in figure.caption
    assert capsys.readouterr().out == ""
    assert kernel.RUNNING not in os.environ
    assert sys.exc_info() == (None, None, None), "later errors of the kernel would be shown as errors of its handling"


def test_a_missing_engine_is_one_calm_line():
    line = waiting.line(finished.NotHere("It is not here: go on."), kernel.Run("day1-x", "", 0.0), {}, [])
    assert line == "○ It is not here: go on."


def test_graded_work_gets_no_finished_engine(monkeypatch):
    monkeypatch.setenv(kernel.RUNNING, "autograde")
    with pytest.raises(finished.NotHere, match="your own engine"):
        gradtools.finished_engine()


def test_nothing_before_the_first_card_can_be_copied_into_an_answer():
    cells = reference.cells(1)
    first = next(place for place, cell in enumerate(cells) if "### Exercise 1.1" in cell.source)
    code = "\n".join(cell.source for cell in cells[:first] if cell.cell_type == "code")
    for name in ("class Value", "def __", "_backward", "def trace"):
        assert name not in code
