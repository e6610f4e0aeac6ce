# SPDX-License-Identifier: MIT
"""The finished engine that opens Day 1 is found, trains from every start, and gives no answer away."""

import contextlib
import io
import json
import math
import random
import shutil

import pytest

import gradtools
from companion import finished, kernel, waiting
from judge.notebooks import course, reference

TRAILER = next(cell.source for cell in reference.cells(1) if "finished_engine()" in cell.source)


def trained(seed):
    """Run the first cell of Day 1 from a start, and return its names and what it prints."""
    names = {"math": math, "random": random, "finished_engine": gradtools.finished_engine}
    source = TRAILER.replace("random.seed(1)", f"random.seed({seed})")
    assert f"random.seed({seed})" in source
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(source, "<the trailer>", "exec"), names)
    return names, shown.getvalue()


def right(names):
    net = names["net"]
    return sum(net(point).data > 0 for point in names["upper"]) + sum(net(point).data < 0 for point in names["lower"])


@pytest.mark.exhaustive
def test_the_first_cell_trains_from_thirty_starts():
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
    monkeypatch.setattr(finished, "__file__", str(tmp_path / "elsewhere" / "gradtools" / "notebook" / "finished.py"))
    for day in ("day1", "day5"):
        (tmp_path / day).mkdir()
    monkeypatch.chdir(tmp_path / "day1")
    with pytest.raises(finished.NotHere, match="go on"):
        gradtools.finished_engine()
    path = tmp_path / "day5" / course.day(5).learner_notebook.name
    shutil.copy(course.day(5).learner_notebook, path)
    assert gradtools.finished_engine().Value(2.0).data == 2.0
    notebook = json.loads(path.read_text("utf-8"))
    for broken in ({**notebook, "cells": notebook["cells"][:3]}, {"cells": 7}, []):
        path.write_text(json.dumps(broken), "utf-8")
        with pytest.raises(finished.NotHere, match="was changed"):
            gradtools.finished_engine()


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
