# SPDX-License-Identifier: MIT
"""A class is graded at once: what changed alone, nothing lost when it is killed, and with stock nbgrader's scores."""

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import nbformat
import pytest
from sqlalchemy.engine.default import DefaultExecutionContext
from support import answers_of, hand_in, points_of, wrong

from grading import nbgrader_plugins
from grading.desk import batch, classroom
from grading.desk.commands import main
from grading.judging import marking
from grading.notebooks import course


@pytest.fixture
def few(copied_course):
    """A course with three submissions for Day 1, recorded in the gradebook."""
    right = answers_of(1)
    hand_in(copied_course, "ada", right)
    hand_in(copied_course, "blank", {})
    hand_in(copied_course, "grace", {"day1-value": right["day1-value"]})
    return copied_course


def test_only_what_changed_is_graded_again(few, capsys):
    assert main(["grade", "1"]) == 0
    assert "3 graded, 0 refused" in capsys.readouterr().out
    assert main(["grade", "1"]) == 0
    assert "0 graded, 3 unchanged, 0 refused" in capsys.readouterr().out
    hand_in(few, "blank", answers_of(1))
    assert main(["grade", "1"]) == 0
    out = capsys.readouterr().out
    assert f"blank: {points_of(1):g} points" in out
    assert "1 graded, 2 unchanged" in out
    assert main(["grade", "1", "--force"]) == 0
    assert "3 graded, 0 refused" in capsys.readouterr().out


def test_manual_grades_and_comments_survive(few):
    day = course.day(1)
    main(["grade", "1"])
    database = few / "gradebook.db"
    with sqlite3.connect(database) as connection:
        (grade,) = connection.execute(
            "select grade.id from grade join submitted_notebook on grade.notebook_id = submitted_notebook.id "
            "join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id "
            "where submitted_assignment.student_id = 'blank' limit 1"
        ).fetchone()
        connection.execute("update grade set manual_score = 1, needs_manual_grade = 0 where id = ?", (grade,))
        connection.execute("update comment set manual_comment = 'well thought'")
    assert nbgrader_plugins.scores(day)["blank"] == 1
    main(["grade", "1", "--force"])
    assert nbgrader_plugins.scores(day)["blank"] == 1
    with sqlite3.connect(database) as connection:
        told = connection.execute("select needs_manual_grade from grade where id = ?", (grade,)).fetchone()
        comments = {text for (text,) in connection.execute("select manual_comment from comment")}
    assert told == (1,)
    assert comments == {"well thought"}


def test_a_locked_gradebook_and_one_that_is_none_are_told_in_a_line(few, capsys, monkeypatch):
    main(["release", "1"])
    held = sqlite3.connect(few / "gradebook.db", isolation_level=None)
    held.execute("begin exclusive")
    try:
        assert main(["grade", "1"]) == 2
    finally:
        held.close()
    said = capsys.readouterr().err
    assert "database is locked" in said
    assert "Wait, and try again" in said.replace("wait", "Wait")
    (few / "gradebook.db").write_bytes(b"no gradebook at all" * 100)
    assert main(["grade", "1"]) == 2
    assert "The gradebook can't be used" in capsys.readouterr().err
    assert (few / "gradebook.db").read_bytes().startswith(b"no gradebook")


def test_two_at_once_are_one_too_many(few, capsys):
    with classroom._alone(course.day(1)):
        assert main(["grade", "1"]) == 2
    assert "Another `make grade` is at work" in capsys.readouterr().err
    assert main(["grade", "1"]) == 0


def test_a_link_and_a_file_that_is_too_large_are_refused_and_the_others_graded(few, capsys):
    day = course.day(1)
    path = few / "submitted" / "linked" / "day1" / f"{day.stem}.ipynb"
    path.parent.mkdir(parents=True)
    path.symlink_to(day.source_notebook)
    large = hand_in(few, "large", {})
    with open(large, "r+b") as file:
        file.truncate(51 * 2**20)
    assert main(["grade", "1"]) == 1
    out = capsys.readouterr().out
    assert "linked: refused: " in out
    assert "is a link" in out
    assert "large: refused: " in out
    assert "the limit is 50 MB" in out
    assert "3 graded, 2 refused" in out


@pytest.mark.exhaustive
def test_any_name_of_a_folder_is_a_student(copied_course, capsys):
    students = ["O'Brien", "王小明", 'the "one"', "a b; c"]
    for student in students:
        hand_in(copied_course, student, answers_of(1))
    assert main(["grade", "1"]) == 0
    out = capsys.readouterr().out
    assert all(f"{student}: {points_of(1):g} points" in out for student in students)
    assert nbgrader_plugins.scores(course.day(1)) == dict.fromkeys(students, points_of(1))


def test_where_nothing_can_be_confined_nothing_is_graded(few, capsys, monkeypatch):
    def refused(*_, **__):
        raise marking.NotConfinedHere("No namespaces here.")

    monkeypatch.setattr(marking.executed, "executor_of", refused)
    assert main(["grade", "1", "--workers", "1"]) == 2
    said = capsys.readouterr().err
    assert "No namespaces here. SECURITY.md says what to install." in said
    assert not (few / "autograded" / "ada").exists()


@pytest.mark.exhaustive
def test_workers_give_what_one_process_gives(few):
    tasks = [
        batch.Task(name, classroom._handed_in(course.day(1), name), 1, seed=4) for name in ("ada", "blank", "grace")
    ]
    alone = {one.task.student: one.notebook for one in batch.graded(tasks, 1)}
    together = {one.task.student: one.notebook for one in batch.graded(tasks, 2)}
    assert alone.keys() == together.keys()
    for name in alone:
        outcomes = [_outcomes(json.loads(text)) for text in (alone[name], together[name])]
        assert outcomes[0] == outcomes[1]


def _outcomes(notebook):
    return [
        [output.get("ename", output["output_type"]) for output in cell.get("outputs", [])] for cell in notebook["cells"]
    ]


def stock_scores(root, number):
    """Grade with nbgrader's own command, one after the other, and return the scores."""
    day = course.day(number)
    environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(root)}
    program = [sys.executable, "-m", "nbgrader", "autograde", day.name, "--force"]
    subprocess.run(program, cwd=root, env=environment, check=True, capture_output=True)
    return nbgrader_plugins.scores(day)


@pytest.mark.parametrize(
    ("number", "count"),
    [pytest.param(number, 13, marks=pytest.mark.exhaustive) for number in (1, 2, 3, 4, 5)],
)
def test_nbgraders_own_autograde_gives_the_same_scores(copied_course, number, count):
    for seed in range(count):
        hand_in(copied_course, f"student{seed}", wrong(seed, number), number)
    assert main(["release", str(number)]) == 0
    assert main(["grade", str(number)]) == 0
    ours = nbgrader_plugins.scores(course.day(number))
    assert len(set(ours.values())) > 1
    assert stock_scores(copied_course, number) == ours


@pytest.mark.exhaustive
def test_twenty_kills_lose_no_score_and_leave_none_half_written(copied_course):
    day = course.day(1)
    students = [f"student{seed}" for seed in range(8)]
    for student in students:
        hand_in(copied_course, student, {})
    assert main(["grade", "1"]) == 0
    for seed, student in enumerate(students):
        hand_in(copied_course, student, wrong(seed))
    draw, seen, ended = random.Random(5), [], []
    program = [sys.executable, "-m", "grading", "grade", "1", "--force"]
    environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(copied_course)}
    began = time.monotonic()
    # How long a run takes here, which another machine does in a tenth of it: nothing is written, since it is refused.
    subprocess.run(
        [*program, "--student", "nobody"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    start = time.monotonic() - began
    for _ in range(20):
        process = subprocess.Popen(
            program, env=environment, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(start * draw.uniform(0.3, 3.0))
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        ended.append(process.wait())
        seen.append(nbgrader_plugins.scores(day))
        for student in students:
            nbformat.read(copied_course / "autograded" / student / "day1" / f"{day.stem}.ipynb", as_version=4)
    assert main(["grade", "1", "--force"]) == 0
    graded = nbgrader_plugins.scores(day)
    assert any(graded.values())
    killed = ended.count(-signal.SIGKILL)
    half = sum(0 < sum(scores[name] == graded[name] for name in students) < len(students) for scores in seen)
    lost = sum(
        scores.keys() != set(students) or any(scores[name] not in (0, graded[name]) for name in students)
        for scores in seen
    )
    print(
        f"\n{len(ended)} runs, {killed} of them killed, {half} with a part of the class written: {lost} lost a score."
    )
    assert killed >= 5
    for scores in seen:
        assert scores.keys() == set(students)
        assert all(scores[student] in (0, graded[student]) for student in students)


def test_a_batch_sends_what_its_submissions_need_together(copied_course, monkeypatch):
    day = course.day(1)
    main(["release", "1"])
    sent = []
    monkeypatch.setattr(DefaultExecutionContext, "pre_exec", lambda self: sent.append(self.statement or ""))
    record = nbgrader_plugins.Record(day)

    def put(*students):
        sent.clear()
        notebooks = [nbformat.read(day.source_notebook, as_version=4) for _ in students]
        record.put([nbgrader_plugins.Graded(*each) for each in zip(students, notebooks, strict=True)])
        return sum(statement.startswith("INSERT") for statement in sent)

    one = put("ada")
    assert one >= 4  # A student, a submission, its notebook, its grades, ...
    assert put("eve", "grace", "zoe") == one
    assert set(nbgrader_plugins.scores(day)) == {"ada", "eve", "grace", "zoe"}
