# SPDX-License-Identifier: MIT
"""Each exercise has a folder of its own. ``test_lint.py`` plants the faults that an author may make."""

import sys

import pytest
from support import ROOT, ran

from judge.asking import folders
from judge.asking.probe import probes_of
from judge.notebooks import course
from judge.verdicts import catalogue


def test_no_file_of_probes_is_longer_than_400_lines():
    files = [*folders.root().glob("*/probes.py"), *folders.root().glob("*/probes/*.py")]
    lengths = {file.relative_to(folders.root()).as_posix(): len(file.read_text("utf-8").splitlines()) for file in files}
    assert len(lengths) > 30
    long = {file: length for file, length in lengths.items() if length > 400}
    assert not long, f"{long}: make it a folder probes/ with a file per subject, as in day3_tests"


def test_asking_day_1_imports_no_torch():
    code = "import sys; from judge.asking.probe import probes_of; probes_of('day1-value-add'); "
    code += "print(sorted(name for name in sys.modules if name == 'torch' or name.startswith('exercises.day')))"
    out = ran(sys.executable, "-c", code, timeout=100)
    files = ("day1_value", "day1_value.printed", "day1_value.probes")
    assert out.stdout.strip() == str([f"exercises.{file}" for file in files])


def test_a_check_that_nothing_asks_for_is_refused():
    with pytest.raises(KeyError, match=r"day1-value-divide: add one to exercises/day1_value"):
        probes_of("day1-value-divide")
    with pytest.raises(KeyError, match=r"day1-drawing-1.*no folder of"):
        probes_of("day1-drawing-1")
    with pytest.raises(course.CourseError, match="no day 'day9-value'"):
        probes_of("day9-value")


def test_rows_that_change_places_keep_their_checks(monkeypatch):
    entries = catalogue.misconceptions(2)
    before = {catalogue.key_of(one): one.checks for entry in entries for one in (entry, *entry.variants)}
    read = catalogue.read_toml

    def turned_round(file):
        tables = read(file)
        for entry in tables.get("misconception", ()):
            entry["variants"] = entry.get("variants", [])[::-1]
        return tables

    monkeypatch.setattr(catalogue, "read_toml", turned_round)
    with course.use(course.Course(ROOT)):  # It has read nothing yet.
        entries = [entry for exercise in folders.exercises_of("day2") for entry in catalogue._of_exercise(exercise)]
    assert {catalogue.key_of(one): one.checks for entry in entries for one in (entry, *entry.variants)} == before
    assert all(before.values())


def test_an_exercise_that_was_not_proved_yet_has_mistakes_without_checks(monkeypatch, tmp_path):
    monkeypatch.setattr(catalogue, "checks_file", lambda exercise: tmp_path / "checks.json")
    assert catalogue._computed_checks("day1-value") == {}
