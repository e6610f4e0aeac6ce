# SPDX-License-Identifier: MIT
"""The gradebook on a PostgreSQL server: the same scores as in a file, and nothing lost."""

import contextlib
import signal
import subprocess
import sys
import time
from pathlib import Path

import postgres
import pytest
import sqlalchemy
from support import answers_of, hand_in, scores_of, wrong

from grading.by_nbgrader import record
from grading.by_nbgrader.gradebook import gradebook_url, sole_writer
from grading.command_line import main
from judge.notebooks import course

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(bool(postgres.missing()), reason=postgres.missing() or "it is there"),
]


@pytest.fixture(scope="session")
def server():
    with postgres.server() as address:
        yield address


@pytest.fixture
def database(server, monkeypatch):
    name = f"course{time.monotonic_ns()}"
    with _connected(f"{server}/postgres") as connection:
        connection.execute(sqlalchemy.text(f"create database {name}"))
    monkeypatch.setenv("GRADEBOOK", f"{server}/{name}")
    return f"{server}/{name}"


@contextlib.contextmanager
def _connected(address):
    engine = sqlalchemy.create_engine(gradebook_url(address, Path()), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _class(root, count=6):
    students = [f"student{seed}" for seed in range(count)]
    for seed, student in enumerate(students):
        hand_in(root, student, wrong(seed))
    return students


def _command(*arguments):
    return [sys.executable, "-m", "grading", *arguments]


def test_a_class_on_postgres_has_the_scores_of_one_in_a_file(copied_course, database, capsys, monkeypatch):
    day = course.assignment(1)
    students = _class(copied_course)
    hand_in(copied_course, "王小明 O'Brien", answers_of(1))
    assert main(["grade", "1"]) == 0
    assert not (copied_course / "gradebook.db").exists()
    there = scores_of(day)
    table = (copied_course / "grades.csv").read_text()
    monkeypatch.delenv("GRADEBOOK")
    assert main(["grade", "1", "--force"]) == 0
    assert there == scores_of(day)
    assert there.keys() == {*students, "王小明 O'Brien"}
    assert len(set(there.values())) > 1
    assert sorted(table.splitlines()) == sorted((copied_course / "grades.csv").read_text().splitlines())


def test_on_postgres_manual_grades_stay_and_feedback_and_report_work(copied_course, database, capsys):
    day = course.assignment(1)
    hand_in(copied_course, "ada", answers_of(1))
    hand_in(copied_course, "blank", {})
    assert main(["grade", "1"]) == 0
    with _connected(database) as connection:
        one = "select min(grade.id) from grade join submitted_notebook on grade.notebook_id = submitted_notebook.id "
        one += "join submitted_assignment on submitted_notebook.assignment_id = submitted_assignment.id "
        one += "where student_id = 'blank'"
        change = f"update grade set manual_score = 1, needs_manual_grade = false where id = ({one})"
        assert connection.execute(sqlalchemy.text(change)).rowcount == 1
        connection.execute(sqlalchemy.text("update comment set manual_comment = 'well thought'"))
    assert main(["grade", "1", "--force"]) == 0
    assert scores_of(day)["blank"] == 1
    assert main(["feedback", "1"]) == 0
    page = (copied_course / "feedback" / "blank" / "day1" / f"{day.stem}.html").read_text()
    assert "well thought" in page
    assert main(["report", "1"]) == 0
    assert (copied_course / "reports" / "day1.csv").read_text().count("blank") > 5


# Grade, and be killed: in a transaction, at the third student; or when all is written but the stamps.
KILLED = """
import itertools, os, signal, sys
from grading.by_nbgrader import record
from grading import classroom
from grading.command_line import main

def killing(function, when):
    count = itertools.count(1)
    def called(*arguments):
        if when(next(count), arguments):
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments)
    return called

classroom.SECONDS_TOGETHER = 1000
if sys.argv[1] == "score":
    record.fill_in = killing(record.fill_in, lambda count, _: count == 3)
else:
    stamped = lambda count, arguments: arguments[0].name == classroom.STAMP
    classroom.replace_file = killing(classroom.replace_file, stamped)
main(["grade", "1", "--workers", "1"])
"""


def test_a_kill_loses_nothing_on_postgres(copied_course, database, capsys):
    day = course.assignment(1)
    students = [f"student{seed}" for seed in range(4)]
    for student in students:
        hand_in(copied_course, student, {})
    assert main(["grade", "1"]) == 0
    for seed, student in enumerate(students):
        hand_in(copied_course, student, wrong(seed))
    seen = {}
    for place in ("score", "stamp"):
        killed = subprocess.run([sys.executable, "-c", KILLED, place], capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        seen[place] = scores_of(day)
        _wait_until_nobody_writes(database)
    capsys.readouterr()
    assert main(["grade", "1"]) == 0
    assert "4 graded, 0 refused" in capsys.readouterr().out
    graded = scores_of(day)
    assert seen == {"score": dict.fromkeys(students, 0), "stamp": graded}
    assert any(graded.values())


def _wait_until_nobody_writes(address):
    """Wait for the server to notice that a client is gone, which takes it a moment."""
    end = time.monotonic() + 60
    with _connected(address) as connection:
        while connection.execute(sqlalchemy.text("select count(*) from pg_locks where locktype = 'advisory'")).scalar():
            assert time.monotonic() < end
            time.sleep(0.1)


def test_scores_of_a_batch_come_in_one_transaction(copied_course, database, monkeypatch):
    day = course.assignment(1)
    hand_in(copied_course, "ada", answers_of(1))
    hand_in(copied_course, "grace", answers_of(1))
    fill_in = record.fill_in

    def fails_at_the_second(notebook, graded):
        if notebook.student.id == last:
            raise sqlalchemy.exc.OperationalError("", {}, Exception("the line is cut"))
        return fill_in(notebook, graded)

    last = "grace"
    monkeypatch.setattr(record, "fill_in", fails_at_the_second)
    monkeypatch.setattr("grading.classroom.SECONDS_TOGETHER", 1000)
    assert main(["grade", "1", "--workers", "1"]) == 2
    assert scores_of(day) == {}
    last = ""
    assert main(["grade", "1"]) == 0
    assert set(scores_of(day)) == {"ada", "grace"}


def test_two_machines_take_turns_on_one_gradebook(copied_course, database, capsys):
    hand_in(copied_course, "ada", answers_of(1))
    # Another machine has another copy of the course, so that a lock on a file there says nothing here.
    with sole_writer(course.assignment(1)):
        assert main(["grade", "1"]) == 2
    assert "Another `make grade` writes into this gradebook" in capsys.readouterr().err
    assert main(["grade", "1"]) == 0


def test_two_classes_that_begin_at_once_on_an_empty_server(copied_course, database):
    hand_in(copied_course, "ada", answers_of(1))
    both = [
        subprocess.Popen(_command("grade", "1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=120) for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 2], [0, 0])
    assert not any("Traceback" in err for _, err in outputs)
    assert scores_of(course.assignment(1)) != {}


def test_a_missing_server_or_database_is_one_line(copied_course, database, capsys, monkeypatch):
    hand_in(copied_course, "ada", answers_of(1))
    monkeypatch.setenv("GRADEBOOK", f"{database}x")
    assert main(["grade", "1"]) == 2
    said = capsys.readouterr().err
    assert "does not exist" in said
    assert len(said.strip().splitlines()) == 1
    monkeypatch.setenv("GRADEBOOK", "postgresql://ada:secret@127.0.0.1:9/course")
    assert main(["grade", "1"]) == 2
    said = capsys.readouterr().err
    assert "The gradebook can't be used" in said
    assert "secret" not in said
