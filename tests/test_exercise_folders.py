# SPDX-License-Identifier: MIT
"""An exercise stands in a folder of its own; a fault of its author is one line that names the file and the entry."""

import subprocess
import sys

import pytest

from grading.exercises.shared import folders
from grading.exercises.shared.probe import probes_of
from grading.judging import catalogue
from grading.notebooks import course
from verification import mutation, right_solutions

ENTRY = """
[[misconception]]
id = "day1-sum-of-nothing"
title = "`+` gives 0"
edit = [{ old = "self.data + other.data", new = "0" }]
verdict = "It adds."
section = "2. Building a graph"
"""


@pytest.fixture
def day1_value(tmp_path, monkeypatch):
    """Give the folder of an exercise, empty, in the place of all others."""
    exercises = tmp_path / "grading" / "exercises"
    folder = exercises / "day1_value"
    folder.mkdir(parents=True)
    monkeypatch.setattr(folders, "FOLDER", exercises)
    monkeypatch.setattr(right_solutions, "FOLDER", exercises)
    cached = (
        catalogue.misconceptions,
        catalogue.suspects,
        catalogue._of_exercise,
        folders._known,
        mutation.equivalents,
    )
    for function in cached:
        function.cache_clear()
    yield folder
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


def test_every_folder_is_an_exercise_of_the_course():
    exercises = {folders.folder(name).name for day in course.days() for name in folders.exercises_of(day.name)}
    there = {path.name for path in folders.FOLDER.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert there - {"asking", "shared"} == exercises


def test_no_file_of_probes_is_longer_than_400_lines():
    files = [*folders.FOLDER.glob("*/probes.py"), *folders.FOLDER.glob("*/probes/*.py")]
    lengths = {file.relative_to(folders.FOLDER).as_posix(): len(file.read_text("utf-8").splitlines()) for file in files}
    assert len(lengths) > 30
    long = {file: length for file, length in lengths.items() if length > 400}
    assert not long, f"{long}: make it a folder probes/ with a file per subject, as in day3_tests"


def test_asking_day_1_imports_no_torch():
    code = "import sys; from grading.exercises.shared.probe import probes_of; probes_of('day1-value-add'); "
    code += "print(sorted(name for name in sys.modules if name == 'torch' or name.startswith('grading.exercises.day')))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100)
    files = ("day1_value", "day1_value.printed", "day1_value.probes")
    assert out.stdout.strip() == str([f"grading.exercises.{file}" for file in files])


def test_a_check_that_nothing_asks_for_is_refused():
    with pytest.raises(KeyError, match=r"day1-value-divide: add one to grading/exercises/day1_value"):
        probes_of("day1-value-divide")
    with pytest.raises(KeyError, match=r"day1-drawing-1.*no folder of"):
        probes_of("day1-drawing-1")
    with pytest.raises(course.CourseError, match="no day 'day9-value'"):
        probes_of("day9-value")


def test_a_folder_may_hold_nothing(day1_value):
    assert catalogue.misconceptions(1) == ()
    assert mutation.equivalents() == {}


def test_an_entry_is_read(day1_value):
    (day1_value / "mistakes.toml").write_text(ENTRY)
    (day1_value / "checks.json").write_text('{"day1-sum-of-nothing": ["day1-value-add"]}')
    [entry] = catalogue.misconceptions("day1-value")
    assert (entry.id, entry.exercise, entry.edits[0].cell) == ("day1-sum-of-nothing", "day1-value", "day1-value")
    assert catalogue.suspects("day1-value-add") == (entry,)


FAULTS = {
    "no TOML": ("[[misconception", "mistakes.toml is no TOML"),
    "an unknown key": (ENTRY + 'level = "easy"\n', "day1-sum-of-nothing: `level` is no key here"),
    "the exercise's name": (ENTRY + 'exercise = "day1-value"\n', "day1-sum-of-nothing: `exercise` is no key here"),
    "a missing key": (ENTRY.replace('verdict = "It adds."\n', ""), "day1-sum-of-nothing: the key `verdict` is missing"),
    "no id": (ENTRY.replace('id = "day1-sum-of-nothing"\n', ""), r"\(without an id\): the key `id` is missing"),
    "an edit's key": (ENTRY.replace("new =", "now ="), "day1-sum-of-nothing, an edit: the key `new` is missing"),
    "an unknown table": ("[[mistake]]\nid = 1\n", "mistakes.toml: `mistake` is no key here"),
    "no such design": (
        ENTRY + 'variants = [{ designs = ["own minus"] }]\n',
        r"no \[\[design\]\] of this file .*own minus",
    ),
    "a variant's key": (
        ENTRY + "variants = [{ design = [] }]\n",
        "day1-sum-of-nothing, `variants`: `design` is no key here",
    ),
    "twice the same id": (ENTRY + ENTRY, "the id day1-sum-of-nothing stands twice"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_catalogue_is_one_line_that_names_file_and_entry(fault, day1_value):
    text, words = FAULTS[fault]
    (day1_value / "mistakes.toml").write_text(text)
    with pytest.raises(course.CourseError, match=words) as caught:
        catalogue.misconceptions("day1-value")
    assert str(caught.value).startswith("grading/exercises/day1_value/mistakes.toml")
    assert "\n" not in str(caught.value)
