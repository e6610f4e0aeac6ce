# SPDX-License-Identifier: MIT
"""Whatever goes wrong while a class is graded is one plain sentence, and nothing is lost."""

import contextlib
import csv
import errno
import importlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from sqlalchemy.exc import IntegrityError
from support import ROOT, answers_of, hand_in, needs_confinement, points_of, ran, scores_of

from building import __main__ as building
from grading import batch, class_page, classroom, command_line, result_json, terminal
from grading.by_nbgrader import calling, record, student_version
from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import gradebook_of
from grading.by_nbgrader.grades import export_grades
from grading.command_line import main
from judge.notebooks import choosing, course, submission
from judge.verdicts import feedback_page, marking, one_check
from judge.verdicts.verdict import VERDICT_MIME, Verdict

FULL_MARKS = points_of(1)
# The name `check` of the package is a function.
in_notebook = importlib.import_module("companion.check")


@pytest.fixture
def instant(recorded_course, monkeypatch):
    """A course in which running a notebook takes no time and gives no points, to test everything around the run."""
    monkeypatch.setattr(marking, "run", lambda *_, **__: [])
    hand_in(recorded_course, "ada", {})
    hand_in(recorded_course, "grace", {})
    return recorded_course


def said(capsys):
    """Return the one line that a command that could not be carried out has said."""
    lines = capsys.readouterr().err.strip().splitlines()
    assert len(lines) == 1, lines
    assert lines[0].startswith(("grading: ", "building: "))
    return lines[0]


@contextlib.contextmanager
def small_disk(folder, size):
    """Mount a disk that holds little; skip where that is not allowed."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.name != "posix" or os.getuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk, and not everywhere")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.exhaustive
def test_a_gradebook_on_a_full_disk_keeps_what_it_has(instant, capsys, monkeypatch):
    disk = instant / "disk"
    with small_disk(disk, "1m"):
        monkeypatch.setenv("GRADEBOOK", f"sqlite:///{disk}/gradebook.db")
        assert main(["grade", "1", "--workers", "1"]) == 0
        before = scores_of(course.assignment(1))
        with open(disk / "ballast", "wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        # Many new rows, which need new pages.
        for number in range(12):
            hand_in(instant, f"more{number}", {})
        capsys.readouterr()
        assert main(["grade", "1", "--workers", "1"]) == 2
        assert "The gradebook can't be used: " in (line := said(capsys))
        assert "full" in line or "I/O" in line
        assert scores_of(course.assignment(1)) == before
        (disk / "ballast").unlink()
        assert main(["grade", "1", "--workers", "1"]) == 0
        assert len(scores_of(course.assignment(1))) == 14


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("ffffffffffff", "a newer nbgrader made it"),
        ("724cde206c17", "an older nbgrader made it"),
        ("", "this database holds something else"),
    ],
)
def test_a_database_that_is_not_of_this_version_is_left_as_it_is(copied_course, capsys, version, message):
    path = copied_course / "gradebook.db"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for table in ("student", "grade") if version else ("recipes",):
            connection.execute(f"create table {table} (id text)")
            connection.execute(f"insert into {table} values ('kept')")
        if version:
            connection.execute("create table alembic_version (version_num text)")
            connection.execute("insert into alembic_version values (?)", (version,))
    before = path.read_bytes()
    hand_in(copied_course, "ada", {})
    for command in (["grade", "1"], ["feedback", "1"]):
        assert main(command) == 2
        assert message in (line := said(capsys)), command
        assert "Nothing was changed." in line
    with pytest.raises(course.CourseError, match=message):
        student_version.release(course.assignment(1))
    assert path.read_bytes() == before


def test_an_invalid_address_and_a_missing_driver(copied_course, capsys, monkeypatch):
    hand_in(copied_course, "ada", {})
    monkeypatch.setenv("GRADEBOOK", "my gradebook")
    assert main(["grade", "1"]) == 2
    assert "GRADEBOOK is no address of a database" in said(capsys)
    for scheme in ("postgres", "postgresql"):
        monkeypatch.setenv("GRADEBOOK", f"{scheme}://ada:secret@127.0.0.1/course")
        monkeypatch.setitem(sys.modules, "psycopg", None)
        assert main(["grade", "1"]) == 2
        assert "pip install --editable '.[postgres]'" in (line := said(capsys))
        assert "secret" not in line


@pytest.mark.exhaustive
def test_a_name_that_no_student_has(instant, capsys):
    for name in ("a/b", "../ada", "ada'--", "王"):
        assert main(["grade", "1", "--student", name]) == 2
        assert "No submissions" in said(capsys)
    folder = instant / "submitted" / "two\nlines"
    (instant / "submitted" / "ada").rename(folder)
    (instant / "submitted" / "grace").rename(os.fsdecode(bytes(instant / "submitted") + b"/half\xe4"))
    hand_in(instant, "O\"Brien's 王", {})
    assert main(["grade", "1"]) == 1
    out = capsys.readouterr().out
    assert "'two\\nlines': no gradebook can hold that. Rename it." in out
    assert "1 graded, 2 refused" in out
    assert main(["feedback", "1"]) == 0
    assert (instant / "feedback" / "O\"Brien's 王" / "day1").is_dir()


@pytest.mark.exhaustive
def test_a_submission_that_changes_while_it_is_read_is_graded_again(instant, capsys, monkeypatch):
    stale = submission.contents

    def changed_meanwhile(path):
        data = stale(path)
        if path.parent.parent.name == "ada":
            hand_in(instant, "ada", {"day1-value": "mine = 1"})
        return data

    monkeypatch.setattr(submission, "contents", changed_meanwhile)
    assert main(["grade", "1"]) == 0
    monkeypatch.setattr(submission, "contents", stale)
    assert main(["grade", "1"]) == 0
    assert "1 graded, 1 unchanged" in capsys.readouterr().out
    text = (instant / "autograded" / "ada" / "day1" / f"{course.assignment(1).stem}.ipynb").read_text()
    assert "mine = 1" in text


@pytest.mark.exhaustive
def test_an_invalid_time_of_arrival_is_reported(instant, capsys):
    (instant / "submitted" / "ada" / "day1" / "timestamp.txt").write_text("yesterday at the latest, I swear")
    assert main(["grade", "1"]) == 1
    assert "ada: refused: submitted/ada/day1/timestamp.txt holds no time such as " in capsys.readouterr().out
    assert scores_of(course.assignment(1)).keys() == {"grace"}


# Where something is raised for one student: a module, a function, and how its arguments name a student.
STEPS = {
    "looked at": ("grade", classroom, "_refused_folder", lambda day, student: student),
    "read": ("grade", batch.submission, "contents", lambda path: path.parent.parent.name),
    "written": ("grade", record, "copy_beside", lambda source, target: source.parent.name),
    "recorded": ("grade", record, "fill_in", lambda notebook, graded: notebook.student.id),
    "feedback": ("feedback", feedback_page, "page", lambda notebook, result, grades: grades.student),
    "report": ("report", class_page, "page", lambda results: next(iter(results.graded))),
}
RAISED = {
    "value": ValueError("\x1b[2Jada: 100 points"),
    "memory": MemoryError(),
    "recursion": RecursionError(),
    "half a character": UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    "system": PermissionError(13, "Permission denied", "a file"),
    "row": IntegrityError("insert", {}, Exception("UNIQUE")),
    "course": course.CourseError("It is not to be had."),
}
FIRST = {("read", "value"), ("recorded", "value"), ("recorded", "row"), ("feedback", "system"), ("report", "recursion")}


@pytest.mark.parametrize(
    ("step", "raised"),
    [
        pytest.param(step, raised, marks=[pytest.mark.exhaustive] * ((step, raised) not in FIRST))
        for step in STEPS
        for raised in RAISED
    ],
)
def test_an_error_for_one_student_is_one_line_and_the_others_go_on(instant, capsys, monkeypatch, step, raised):
    command, place, name, student_of = STEPS[step]
    if command != "grade":
        assert main(["grade", "1"]) == 0
    done = getattr(place, name)

    def fails(*arguments, **keywords):
        if student_of(*arguments, **keywords) == "ada":
            raise RAISED[raised]
        return done(*arguments, **keywords)

    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(place, name, fails)
        code = main([command, "1"])
    out, err = capsys.readouterr()
    (line,) = [line for line in out.splitlines() if "ada" in line]
    assert line.isprintable()
    assert "Traceback" not in out + err
    if command == "grade":
        assert (code, scores_of(course.assignment(1)).keys()) == (1, {"grace"})
        assert line.startswith("ada: refused: ")
        assert main(["grade", "1"]) == 0
        assert scores_of(course.assignment(1)).keys() == {"ada", "grace"}
    elif command == "feedback":
        assert (code, line.startswith("ada: ")) == (1, True)
        assert [page.parent.parent.name for page in instant.glob("feedback/*/day1/*.html")] == ["grace"]
    else:
        assert "Students counted: 1." in out


# What the system refuses

REFUSED = {
    errno.ENOSPC: "There is no room left for ",
    errno.EROFS: "can't be written: its disk is read-only. Make it writable, then run the same command again.",
    errno.EACCES: "Your account may not use ",
    errno.EMFILE: "can't be used (Too many open files). Mend that, then run the same command again.",
}


@pytest.mark.parametrize("number", REFUSED)
@pytest.mark.parametrize("command", ["feedback", "report", "grade", "reset", "submit", "collect", "release", "check"])
def test_what_the_system_refuses_is_one_sentence(copied_course, capsys, monkeypatch, command, number):
    path = copied_course / "somewhere"

    def refuses(*_):
        raise OSError(number, os.strerror(number), str(path))

    if command == "release":
        monkeypatch.setattr(building, "_build", refuses)
        assert building.main(["1"]) == 2
    else:
        monkeypatch.setattr(command_line, f"_{command}", refuses)
        assert main([command, "1"]) == 2
    line = said(capsys)
    assert REFUSED[number] in line
    assert " somewhere " in line.partition(":")[2]


@pytest.mark.parametrize("command", ["grade", "feedback", "report"])
def test_a_disk_that_is_read_only_or_full_is_one_sentence_that_names_the_file(instant, capsys, command):
    (instant / "disk").mkdir()
    for name in ("autograded", "feedback", "reports"):
        (instant / "disk" / name).mkdir()
        (instant / name).symlink_to(instant / "disk" / name)
    assert main(["grade", "1"]) == 0
    parts = {"grade": "autograded/ada", "feedback": "feedback/ada", "report": "reports/day1.html"}
    for options in ("4m,ro", "4k"):
        target = instant / "disk" / parts[command].split("/")[0]
        with small_disk(target, options):
            capsys.readouterr()
            assert main([command, "1", *["--force"] * (command == "grade")]) == 2
            assert parts[command] in said(capsys)
            assert [file for file in target.rglob("*") if file.is_file()] == [], "no half of a file stays"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_an_output_that_is_full_is_one_sentence(copied_course):
    command = [sys.executable, "-m", "grading", "progress", "1"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("grading: There is no room left for ")


# What a terminal or a spreadsheet would run

COMMANDS = "a\x1b]0;title\x07\x1b[2J\rb\u202ec\x9bd"


def test_no_command_prints_what_a_terminal_obeys(instant, capsys, monkeypatch):
    monkeypatch.setattr(submission, "rebuild", lambda *_: (nbformat.v4.new_notebook(), [COMMANDS, "x" * 10**6]))
    hand_in(instant, "eve\x85", {})
    hand_in(instant, "mallory\u202e", {}).write_text(
        f'{{"nbformat": "{COMMANDS}{"4" * 10**6}"}}'.replace("\x1b", "\\u001b")
    )
    main(["grade", "1"])
    main(["feedback", "1"])
    main(["report", "1"])
    main(["check", COMMANDS.replace("/", "")])
    out, err = capsys.readouterr()
    assert "mallory\\u202e: refused: " in out
    assert [line for line in (out + err).split("\n") if not line.isprintable() or len(line) > 500] == []


FORMULAS = ['=HYPERLINK("http://x.test";"y")', "+1", "-1", "@SUM(1)", "\uff1d1", "a;=1", "a,=1"]
FORMULAS += [f"{blank}=1" for blank in "\t\r\n \u00a0"]


@pytest.mark.exhaustive
def test_no_table_holds_a_formula(instant):
    assert main(["grade", "1"]) == 0
    day = course.assignment(1)
    with gradebook_of(api_of(day)) as gradebook:
        for number, text in enumerate(FORMULAS):
            gradebook.add_student(f"{text}{number}", first_name=text, last_name=text, email=text)
    export_grades(day, instant / "grades.csv")
    command = [sys.executable, "-m", "nbgrader", "export", "--to", "theirs.csv"]
    ran(*command, cwd=instant, env={"PYTHONPATH": str(ROOT)})
    assert (instant / "theirs.csv").read_bytes() == (instant / "grades.csv").read_bytes()
    with open(instant / "grades.csv", newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 + len(FORMULAS)
    assert {row["assignment"] for row in rows} == {"day1"}
    assert {row["score"] for row in rows} == {"0.0"}
    cells = [cell for row in rows for value in row.values() for cell in re.split("[;,|]", value)]
    assert [cell for cell in cells if re.match(r"\s*[=+\-@\uff1d]", cell)] == []
    assert not re.search("[\t\r\n]", "".join(cells))


# What the grader itself does wrong


def broken(check, *_, **__):
    raise ZeroDivisionError(f"a bug in judging {check}\x1b[31m")


@needs_confinement
def test_a_fault_in_judging_is_a_calm_verdict_and_a_line_for_the_instructor(recorded_course, capsys, monkeypatch):
    decide = one_check.decide
    failed = set()

    def at_first(check, *arguments, **keywords):
        if check == "day1-value-add" and check not in failed:
            failed.add(check)
            broken(check)
        return decide(check, *arguments, **keywords)

    monkeypatch.setattr(one_check, "decide", at_first)
    hand_in(recorded_course, "ada", answers_of(1))
    assert main(["grade", "1", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    message = (
        "1 check could not be judged. This is a fault of the grader: see reports/faults.log, and please report it."
    )
    assert message in out
    log = (recorded_course / "reports" / "faults.log").read_text()
    assert "day1, ada: day1-value-add, seed " in log
    assert "Traceback (most recent call last)" in log
    assert "ZeroDivisionError: a bug in judging day1-value-add" in log
    assert "\x1b" not in log
    day = course.assignment(1)
    notebook = nbformat.read(recorded_course / "autograded" / "ada" / "day1" / f"{day.stem}.ipynb", as_version=4)
    text = json.dumps(notebook.cells)
    assert VERDICT_MIME in text
    assert "a bug in judging" not in text
    failed.clear()
    failed.add("day1-value-add")
    assert main(["grade", "1", "--force", "--workers", "1"]) == 0
    assert "fault of the grader" not in capsys.readouterr().out
    assert scores_of(day) == {"ada": FULL_MARKS}


def test_a_fault_outside_of_a_check_is_written_down_too(instant, capsys, monkeypatch):
    monkeypatch.setattr(marking, "run", broken)
    assert main(["grade", "1", "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert "ada: refused: It could not be graded (ZeroDivisionError" in out
    assert "fault of the grader: see reports/faults.log" in out
    assert (instant / "reports" / "faults.log").read_text().count("Traceback") == 2
    assert batch.grade(batch.Task("x", choosing.submitted(course.assignment(1), "ada")[0], 1)).faults


def test_a_learner_reads_what_could_not_be_judged_and_how_many_points_that_affects(copied_course, monkeypatch):
    decide = one_check.decide

    def never(check, *arguments, **keywords):
        if check == "day1-value-add":
            broken(check)
        return decide(check, *arguments, **keywords)

    monkeypatch.setattr(one_check, "decide", never)
    result = marking.grade_file(hand_in(copied_course, "ada", answers_of(1)), seed=7)
    lost = points_of("day1-value-add")
    (check,) = result.unjudged
    assert check.check.grade_id == "day1-value-add"
    assert result.points == FULL_MARKS - lost
    of = f"{FULL_MARKS - lost:g} of {FULL_MARKS:g} points, {lost:g} not judged"
    claim = check.check.claim.rstrip(".")
    message = f'This check could not be judged, by a fault of the grader: "{claim}". Its points are not counted.'
    # `make check`
    text = terminal.as_text(result)
    assert text.splitlines()[0].endswith(of)
    assert f"Note: {message}" in " ".join(text.split())
    assert "says nothing about your answer" in " ".join(text.split())
    assert "its seed, 7" in " ".join(text.split())
    # `check()` in a notebook
    as_json = result_json.as_json(result)
    assert f"{of}. Graded is" in in_notebook.report(as_json, "x.ipynb", 0, [])[1]
    assert f"{of}.** Graded is" in in_notebook.report(as_json, "x.ipynb", 0, [])[0]
    assert message in as_json["warnings"]
    # The verdict is one that is read back.
    assert Verdict.from_json(check.verdict.as_json()) == check.verdict
    # Where nothing failed, nothing is said of it.
    monkeypatch.setattr(one_check, "decide", decide)
    result = marking.grade_file(hand_in(copied_course, "ada", answers_of(1)), seed=7)
    assert result.unjudged == ()
    assert "not judged" not in terminal.as_text(result)
    assert "unjudged_points" not in result_json.as_json(result)


def test_the_configuration_ends_the_program_where_the_grader_can_not_be_loaded(copied_course, monkeypatch):
    day = course.assignment(1)
    assert calling.course_id(day) == "autograd-in-five-days"
    monkeypatch.setitem(sys.modules, "grading.by_nbgrader.configuration", None)
    # nbgrader goes on after any Exception in its configuration; this is none.
    with pytest.raises(SystemExit, match="the grader can't be loaded"):
        calling.course_id(day)


@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", ["raise RuntimeError('half installed')", "def broken(:", "del RunNotebook"])
def test_stock_nbgrader_does_nothing_where_the_grader_can_not_be_loaded(copied_course, tmp_path, fault):
    """By default nbgrader goes on without its configuration, and would run strangers' code unconfined."""
    folder = tmp_path / "broken"
    package = folder / "grading" / "by_nbgrader"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").write_text("")
    text = "import nbgrader_of_another_version\n" if fault.startswith("del") else f"{fault}\n"
    (package / "__init__.py").write_text(text)
    hand_in(copied_course, "ada", {"day1-value": f"open({str(tmp_path / 'ran')!r}, 'w').close()"})
    command = [sys.executable, "-m", "nbgrader", "autograde", "day1", "--create"]
    done = ran(*command, cwd=copied_course, env={"PYTHONPATH": str(folder)}, code=None)
    assert done.returncode != 0
    assert "nbgrader_config.py: the grader can't be loaded" in done.stderr
    assert not (tmp_path / "ran").exists()
    assert not (copied_course / "autograded").exists()
