# SPDX-License-Identifier: MIT
"""The instructor's workflow through nbgrader: release, grade, feedback and export, on a copy of the course."""

import csv
import re
import shutil

import nbformat
import pytest
from support import answers_of, filled, hand_in, needs_confinement, points_of, scores_of, times_adds

from building import start_page
from building.__main__ import main as release
from companion.predictions import FILE
from grading.by_nbgrader import student_version
from grading.command_line import main
from judge.notebooks import course
from judge.notebooks.cells import grade_id
from judge.verdicts.marking import grade_file
from language import PLACE


@pytest.fixture
def classroom(copied_course):
    right = answers_of(1)
    noisy = {**right, "day1-trace": right["day1-trace"] + "\nimport warnings\nwarnings.warn('careful')"}
    handed_in = {"ada": right, "blank": {}, "noisy": noisy, "wrong": times_adds(), "doubled": right}
    paths = {student: hand_in(copied_course, student, answers) for student, answers in handed_in.items()}
    notebook = nbformat.read(paths["doubled"], as_version=4)
    check = next(cell for cell in notebook.cells if grade_id(cell) == "day1-value-add")
    copy = nbformat.from_dict({**check, "id": "a-copy", "source": "raise ValueError"})
    notebook.cells.insert(3, copy)
    notebook.cells.remove(next(cell for cell in notebook.cells if grade_id(cell) == "day1-value-repr"))
    nbformat.write(notebook, paths["doubled"])
    return copied_course


@needs_confinement
def test_the_instructors_loop(classroom, capsys, monkeypatch):
    day = course.assignment(1)
    monkeypatch.setenv(PLACE, str(classroom / "locale"))  # To write the days of other languages takes seconds.
    for student, text in (("broken", "{"), ("empty", "")):
        path = classroom / "submitted" / student / "day1" / f"{day.stem}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    (classroom / "submitted" / "misnamed" / "day1").mkdir(parents=True)
    shutil.copy(day.source_notebook, classroom / "submitted" / "misnamed" / "day1" / "mine.ipynb")

    assert release(["1"]) == 0
    assert main(["grade", "1"]) == 1
    out = capsys.readouterr().out
    for student in ("broken", "empty"):
        lines = [line for line in out.splitlines() if line.startswith(f"{student}: refused")]
        assert len(lines) == 1, out
    assert "The check day1-value-repr was missing; the original is used." in out

    scores = scores_of(day)
    most = points_of(1)
    rights = dict.fromkeys(("ada", "noisy", "doubled", "misnamed"), most)
    assert scores == {**rights, "blank": 0, "wrong": scores["wrong"]}
    for student in ("doubled", "wrong"):
        path = classroom / "submitted" / student / "day1" / f"{day.stem}.ipynb"
        assert grade_file(path).points == scores[student], f"{student}: check and nbgrader differ"

    with open(classroom / "grades.csv", newline="", encoding="utf-8-sig") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file) if row["assignment"] == "day1"}
    assert {student: float(rows[student]["score"]) for student in scores} == scores
    assert float(rows["ada"]["max_score"]) == points_of(1)

    assert main(["feedback", "1"]) == 0
    page = (classroom / "feedback" / "wrong" / "day1" / f"{day.stem}.html").read_text()
    assert "<dt>Mistake</dt>" in page
    for leak in ("HIDDEN TESTS", "judge(", "grading/", "judge/", "exercises/", "BEGIN SOLUTION"):
        assert leak not in page, leak
    assert "://" not in page
    page = (classroom / "feedback" / "doubled" / "day1" / f"{day.stem}.html").read_text()
    assert "The check day1-value-repr was missing; the original is used." in page

    # A broken second submission keeps the first score and loses nothing.
    (classroom / "submitted" / "ada" / "day1" / f"{day.stem}.ipynb").write_text("{")
    assert main(["grade", "1", "--student", "ada"]) == 1
    assert scores_of(day)["ada"] == points_of(1)
    assert (classroom / "autograded" / "ada" / "day1" / f"{day.stem}.ipynb").exists()


@needs_confinement
@pytest.mark.exhaustive
def test_a_course_and_a_gradebook_of_five_days_go_on_and_take_a_sixth(copied_course, five_days, capsys):
    for day in course.assignments():
        student_version.release(day)
    handed_in = copied_course / "downloads" / "ada" / course.assignment(2).learner_notebook.name
    handed_in.parent.mkdir(parents=True)
    nbformat.write(filled(answers_of(2), 2), handed_in)
    predictions = copied_course / "days" / FILE
    predictions.write_text('{"day5-turned": {"guess": 8, "sure": "I know", "came": 8, "right": true}}')
    for words in (["progress"], ["collect", "2", "--from", str(copied_course / "downloads")], ["grade", "2"],
                  ["report", "2"], ["feedback", "2"]):  # fmt: skip
        assert main(words) == 0, words
    out = capsys.readouterr().out
    assert f"All days                               0 of {sum(map(points_of, range(1, 6))):g}\n" in out
    assert "1 of 1" in out
    links = re.findall(r"\[Day (\d)\]", start_page.page(copied_course).cells[0].source)
    assert links == ["1", "2", "3", "4", "5"]
    assert main(["grade", "6"]) == 2
    assert "There is no day '6' in this course." in capsys.readouterr().err

    five_days()
    hand_in(copied_course, "ada", answers_of(6), 6)
    assert main(["grade", "6"]) == 0
    with open(copied_course / "grades.csv", newline="", encoding="utf-8-sig") as file:
        scores = {row["assignment"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == {f"day{number}": points_of(number) * (number in (2, 6)) for number in range(1, 7)}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("grade", "submitted/<student>/day1"),
        ("feedback", "day1"),
        ("report", "There is no graded notebook of day1. Run `make grade DAY=1` first."),
    ],
)
def test_a_class_that_is_not_there_yet_is_one_line(copied_course, capsys, command, says):
    assert main([command, "1"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line
    assert not (copied_course / "reports").exists()
