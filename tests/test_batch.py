# SPDX-License-Identifier: MIT
"""Grading a class: only changes are graded, a kill loses nothing, and scores are those of stock nbgrader."""

import contextlib
import multiprocessing
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import nbformat
import psutil
import pytest
import stock_nbgrader
from sqlalchemy.engine.default import DefaultExecutionContext
from support import ROOT, answers_of, hand_in, needs_confinement, points_of, scores_of, wrong

from building.__main__ import main as release
from grading import batch, classroom, collecting
from grading.by_nbgrader import student_version
from grading.by_nbgrader.record import Record
from grading.command_line import main
from judge.notebooks import choosing, course
from judge.notebooks.cells import grade_id
from judge.verdicts import marking, warm


@pytest.fixture
def few(recorded_course):
    right = answers_of(1)
    hand_in(recorded_course, "ada", right)
    hand_in(recorded_course, "blank", {})
    hand_in(recorded_course, "grace", {"day1-value": right["day1-value"]})
    return recorded_course


@needs_confinement
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


@needs_confinement
def test_all_workers_share_the_warm_process_that_was_there_before_them(few, monkeypatch):
    def another(settings):
        raise AssertionError("a worker starts a warm process of its own")

    tasks = [batch.Task(name, choosing.submitted(course.assignment(1), name)[0], 1) for name in ("ada", "grace") * 2]
    marking.start(course.assignment(1))
    monkeypatch.setattr(warm, "_new", another)  # Workers are forked, so it holds in them, too.
    outcomes = list(batch.graded(tasks, workers=2))
    assert len(outcomes) == len(tasks)
    for outcome in outcomes:
        assert outcome.notebook, outcome.refused


@needs_confinement
def test_manual_grades_and_comments_survive(few):
    day = course.assignment(1)
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
    assert scores_of(day)["blank"] == 1
    main(["grade", "1", "--force"])
    assert scores_of(day)["blank"] == 1
    with sqlite3.connect(database) as connection:
        row = connection.execute("select needs_manual_grade from grade where id = ?", (grade,)).fetchone()
        comments = {text for (text,) in connection.execute("select manual_comment from comment")}
    assert row == (1,)
    assert comments == {"well thought"}


def test_a_locked_or_broken_gradebook_is_one_line(few, capsys, monkeypatch):
    monkeypatch.setattr(sqlite3.dbapi2, "connect", partial(sqlite3.connect, timeout=0.1))
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


@needs_confinement
def test_two_runs_at_once_are_refused(few, capsys):
    with classroom._alone(course.assignment(1)):
        assert main(["grade", "1"]) == 2
    assert "Another `make grade` is at work" in capsys.readouterr().err
    assert main(["grade", "1"]) == 0


def test_where_nothing_can_be_confined_nothing_is_graded(few, capsys, monkeypatch):
    def refused(*_, **__):
        raise marking.NotConfinedHere("No namespaces here.")

    monkeypatch.setattr(marking.warm, "executor_of", refused)
    assert main(["grade", "1", "--workers", "1"]) == 2
    said = capsys.readouterr().err
    assert "No namespaces here. SECURITY.md says what to install." in said
    assert not (few / "autograded" / "ada").exists()


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_nbgrader_gives_honest_work_the_same_points(copied_course, tmp_path, number):
    """Grade with nbgrader's own command, under the course's configuration and under none of the course's."""
    day, students = course.assignment(number), 13
    for seed in range(students):
        hand_in(copied_course, f"student{seed}", wrong(seed, number), number)
    assert release([str(number)]) == 0
    assert main(["grade", str(number)]) == 0
    environment = {**stock_nbgrader.environment_of(ROOT), "AUTOGRAD_COURSE_ROOT": str(copied_course)}
    stock_nbgrader.make(tmp_path / "stock", day, environment, seconds=300)
    shutil.copytree(copied_course / "submitted", tmp_path / "stock" / "submitted", dirs_exist_ok=True)
    stock_nbgrader.autograde(tmp_path / "stock", day, environment)
    ours, theirs = stock_nbgrader.scores(copied_course), stock_nbgrader.scores(tmp_path / "stock")
    different = {
        (student, check): (points, theirs[student].get(check))
        for student, checks in ours.items()
        for check, points in checks.items()
        if theirs[student].get(check) != points
    }
    print(f"\n{day.name}: {students} submissions, {sum(map(len, ours.values()))} checks: {different or 'all alike'}")
    assert len({sum(checks.values()) for checks in ours.values()}) > 1
    assert ours.keys() == theirs.keys()
    assert different == {}
    program = [sys.executable, "-m", "nbgrader", "autograde", day.name, "--force"]
    own = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(copied_course)}
    subprocess.run(program, cwd=copied_course, env=own, check=True, capture_output=True)
    assert stock_nbgrader.scores(copied_course) == ours


@needs_confinement
@pytest.mark.parametrize("before", ["the scores", "the stamp"])
def test_who_hands_in_an_earlier_version_after_a_kill_is_graded_again(recorded_course, monkeypatch, before):
    day, versions = course.assignment(1), [answers_of(1), {}]
    replace_file = classroom.replace_file

    def killed(path, *_):
        if before == "the scores" or path.name == classroom.STAMP:
            raise SystemExit(9)
        replace_file(path, *_)

    hand_in(recorded_course, "ada", versions[0])
    assert main(["grade", "1"]) == 0
    hand_in(recorded_course, "ada", versions[1])
    at = (Record, "_scores") if before == "the scores" else (classroom, "replace_file")
    with monkeypatch.context() as patch:
        patch.setattr(*at, killed)
        with pytest.raises(SystemExit):
            main(["grade", "1"])
    assert scores_of(day)["ada"] == (points_of(1) if before == "the scores" else 0)
    hand_in(recorded_course, "ada", versions[0])
    assert main(["grade", "1"]) == 0
    assert scores_of(day)["ada"] == points_of(1)
    notebook = nbformat.read(recorded_course / "autograded" / "ada" / "day1" / f"{day.stem}.ipynb", as_version=4)
    (answer,) = [cell.source for cell in notebook.cells if grade_id(cell) == "day1-value"]
    assert answer == versions[0]["day1-value"]


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
def test_twenty_kills_lose_no_score_and_leave_none_half_written(copied_course):
    day = course.assignment(1)
    students = [f"student{seed:02}" for seed in range(12)]
    classes = [{student: wrong(seed + first) for seed, student in enumerate(students)} for first in (0, 100)]
    given = []
    for handed_in in classes:
        _hand_in_all(copied_course, handed_in)
        assert main(["grade", "1", "--workers", "1"]) == 0
        given.append(stock_nbgrader.scores(copied_course))
    changed = [name for name in students if given[0][name] != given[1][name]]
    assert len(changed) > len(students) / 2
    draw, rounds, whole = random.Random(5), [], {}
    seen = given[1]
    for number in range(60):
        if sum(ended == -signal.SIGKILL for ended, _, _ in rounds) == 20:
            break
        # What fewer have is handed in, so that each kill finds scores that are to change.
        new = min((0, 1), key=lambda which: sum(seen[name] == given[which][name] for name in changed))
        waiting = [name for name in changed if seen[name] != given[new][name]]
        _hand_in_all(copied_course, classes[new])
        # The command itself takes most of its time to start. So one in five is that, the others are a copy of this.
        start = _command if number % 5 == 0 else _copy
        began = time.monotonic()
        process = start(copied_course, "grade", "1", *(["--workers", "1"] if start is _copy else []))
        if start not in whole:
            # How long a run takes here, which another machine does in a tenth of it.
            assert process.wait() == 0
            whole[start] = time.monotonic() - began
            seen = given[new]
            assert stock_nbgrader.scores(copied_course) == seen
            continue
        # Half of the moments are drawn from the whole run, half from when it writes, which is a small part of it.
        if number % 4 < 2:
            _until_it_writes(copied_course, process)
            time.sleep(draw.uniform(0, 0.15 * whole[start]))
        else:
            time.sleep(whole[start] * draw.uniform(0.1, 1.0))
        ended = _kill(process, alone=number % 3)
        seen = stock_nbgrader.scores(copied_course)
        written = sum(seen.get(name) == given[new][name] for name in waiting) / len(waiting)
        lost = [name for name in students if seen.get(name) not in (given[0][name], given[1][name])]
        rounds.append((ended, written, lost))
        assert lost == []
        assert _intact(copied_course / "gradebook.db")
        for student in students:
            nbformat.read(copied_course / "autograded" / student / "day1" / f"{day.stem}.ipynb", as_version=4)
        # What was begun is gone on with, by the same command.
        if number % 5 == 4:
            assert main(["grade", "1", "--workers", "1"]) == 0
            seen = given[new]
            assert stock_nbgrader.scores(copied_course) == seen
    parts = [written for ended, written, _ in rounds if ended == -signal.SIGKILL]
    print(
        f"\n{len(rounds)} runs, {len(parts)} of them killed: {parts.count(0)} before a score was written, "
        f"{sum(0 < part < 1 for part in parts)} with a part of the class written, {parts.count(1)} with all of it. "
        f"{sum(bool(lost) for _, _, lost in rounds)} lost a score."
    )
    assert len(parts) == 20
    assert any(parts)
    assert not all(parts)
    left = [path for path in (copied_course / "autograded").rglob(".*") if path.is_file()]
    print(f"{len(left)} files were left behind.")


STUDENTS = [f"student{seed}" for seed in range(6)]


def _written(root):
    files = [path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files if path.name != "gradebook.db"}


def _killed(root, arguments, number, seconds, draw):
    """Kill a command at a random moment of its run; tell whether it was still running."""
    start = _command if number % 6 == 5 else _copy
    process = start(root, *arguments)
    time.sleep(draw.uniform(0.7, 1.2) * 3 if start is _command else draw.uniform(0, seconds))
    return _kill(process, alone=number % 3) == -signal.SIGKILL


def _seconds(root, *arguments):
    """Return how long a command takes in a copy of this process, after a first time."""
    began = time.monotonic()
    assert _copy(root, *arguments).wait() == 0
    return time.monotonic() - began


@pytest.mark.exhaustive
@pytest.mark.timeout(900)
def test_twenty_kills_of_collect_lose_no_submission_and_cut_none_short(copied_course):
    day, draw = course.assignment(1), random.Random(6)
    downloads, versions = copied_course / "downloads", {}
    submitted = {name: copied_course / "submitted" / name / day.name / f"{day.stem}.ipynb" for name in STUDENTS}
    killed, began = 0, time.time() - 10_000
    before, seconds = {}, 1.0
    student_version.release(day)
    for number in range(50):
        if killed == 20:
            break
        for seed, (name, target) in enumerate(submitted.items()):
            hand_in(copied_course / "none", name, {"day1-value": f"x = {number}"})
            folder = downloads / f"{name}_{seed}_assignsubmission_file_"
            folder.mkdir(parents=True, exist_ok=True)
            new = folder / target.name
            os.replace(copied_course / "none" / "submitted" / name / day.name / target.name, new)
            os.utime(new, (began + 60 * number, began + 60 * number))
            versions.setdefault(name, []).append((new.read_bytes(), began + 60 * number))
        shutil.rmtree(copied_course / "none")
        others = {name: data for name, data in _written(copied_course).items() if not name.startswith("submitted/")}
        command = ("collect", "1", "--from", str(downloads))
        killed += number > 0 and _killed(copied_course, command, number, seconds, draw)
        written = _written(copied_course)
        assert _intact(copied_course / "gradebook.db")
        assert {name: data for name, data in written.items() if not name.startswith("submitted/")} == others
        for name, target in submitted.items():
            kept = {path.read_bytes() for path in (target.parent / "earlier").glob("*.ipynb")}
            assert kept <= {data for data, _ in versions[name]}
            present = target.read_bytes() if target.exists() else None
            assert before.get(name, set()) <= kept | {present}, "what was collected before is there"
            if present:
                (when,) = (when for data, when in versions[name] if data == present)
                assert abs(collecting._present(target).timestamp() - when) < 1, "a notebook never has another's time"
        seconds = _seconds(copied_course, *command)
        for name, target in submitted.items():
            assert (target.read_bytes(), nbformat.read(target, 4).nbformat) == (versions[name][-1][0], 4)
            assert abs(collecting._present(target).timestamp() - versions[name][-1][1]) < 1
            kept = {path.read_bytes() for path in (target.parent / "earlier").glob("*.ipynb")}
            before[name] = {target.read_bytes(), *kept}
    assert killed == 20


@pytest.mark.exhaustive
@needs_confinement
@pytest.mark.timeout(900)
@pytest.mark.parametrize("command", ["feedback", "report"])
def test_twenty_kills_leave_each_page_old_or_new(copied_course, command):
    draw, folder = random.Random(7), {"feedback": "feedback/", "report": "reports/"}[command]
    _hand_in_all(copied_course, {name: wrong(seed) for seed, name in enumerate(STUDENTS)})
    assert main(["grade", "1", "--workers", "1"]) == 0
    assert main([command, "1"]) == 0
    seconds = _seconds(copied_course, command, "1")
    complete, scores = _written(copied_course), stock_nbgrader.scores(copied_course)
    pages = [name for name in complete if name.startswith(folder)]
    assert len(pages) == (len(STUDENTS) if command == "feedback" else 2)
    killed = new = 0
    for number in range(50):
        if killed == 20:
            break
        for name in pages:
            # In turn there is none, and an earlier one.
            (copied_course / name).write_bytes(b"earlier") if number % 2 else (copied_course / name).unlink()
        killed += _killed(copied_course, [command, "1"], number, seconds, draw)
        found = _written(copied_course)
        assert stock_nbgrader.scores(copied_course) == scores
        assert _intact(copied_course / "gradebook.db")
        assert all(found.get(name) in (complete[name], b"earlier", None) for name in pages)
        new += any(found.get(name) == complete[name] for name in pages)
        left = {name for name in found if name not in complete}
        assert all(Path(name).name.startswith(".") and name.startswith(folder) for name in left), left
        assert {name: found.get(name) for name in complete if name not in pages} == {
            name: data for name, data in complete.items() if name not in pages
        }
        if number % 5 == 4:
            assert main([command, "1"]) == 0
            assert complete.items() <= _written(copied_course).items()
    print(f"\n{killed} kills of {command}, {new} of them after a page was written")
    assert killed == 20
    assert new


@pytest.mark.exhaustive
def test_workers_end_with_whoever_gave_them_work(few):
    for seed in range(8):
        hand_in(few, f"student{seed}", wrong(seed))
    program = [sys.executable, "-m", "grading", "grade", "1", "--workers", "2"]
    process = subprocess.Popen(program, env={**os.environ, "AUTOGRAD_COURSE_ROOT": str(few)}, stdout=subprocess.DEVNULL)
    while len(_below(process)) < 5 and process.poll() is None:  # Two workers, what they share, and a warm process each.
        time.sleep(0.01)
    below = _below(process)
    assert len(below) >= 5
    process.kill()
    process.wait()
    assert _alive(below) == []


def _command(root, *arguments):
    environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(root)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    program = [sys.executable, "-m", "grading", *arguments]
    return subprocess.Popen(program, env=environment, start_new_session=True, **quiet)


class _copy:
    """A copy of this process that runs a command, and can be killed as a command can be."""

    def __init__(self, _, *arguments):
        self._process = multiprocessing.get_context("fork").Process(target=self._run, args=arguments)
        self._process.start()
        self.pid = self._process.pid

    @staticmethod
    def _run(*arguments):
        os.setsid()
        sys.exit(main(list(arguments)))

    def poll(self):
        return self._process.exitcode

    def wait(self):
        self._process.join()
        return self._process.exitcode


def _hand_in_all(root, class_):
    for student, answers in class_.items():
        hand_in(root, student, answers)


def _until_it_writes(root, process):
    """Wait until one of the class's graded notebooks is new."""
    paths = list((root / "autograded").glob("*/day1/*.ipynb"))
    before = {path: path.stat().st_mtime_ns for path in paths}
    while process.poll() is None and all(path.stat().st_mtime_ns == before[path] for path in paths):
        time.sleep(0.002)


def _kill(process, alone):
    """Kill a process alone, as the kernel does without memory, or with its children; return how it ended."""
    below = _below(process)
    with contextlib.suppress(ProcessLookupError):
        (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
    ended = process.wait()
    assert _alive(below) == []
    return ended


def _intact(gradebook):
    with contextlib.closing(sqlite3.connect(gradebook)) as database:
        return database.execute("pragma integrity_check").fetchone() == ("ok",)


def _below(process):
    try:
        return psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def _alive(processes):
    """Return the processes that have not ended after some seconds."""
    return psutil.wait_procs(processes, timeout=20)[1]


def test_a_batch_sends_what_its_submissions_need_together(recorded_course, monkeypatch):
    day = course.assignment(1)
    sent = []
    monkeypatch.setattr(DefaultExecutionContext, "pre_exec", lambda self: sent.append(self.statement or ""))
    record = Record(day)

    def put(*students):
        sent.clear()
        record.put({student: nbformat.read(day.source_notebook, as_version=4) for student in students})
        return sum(statement.startswith("INSERT") for statement in sent)

    one = put("ada")
    assert one >= 4  # A student, a submission, its notebook, its grades, ...
    assert put("eve", "grace", "zoe") == one
    assert set(scores_of(day)) == {"ada", "eve", "grace", "zoe"}


@pytest.mark.parametrize(("options", "confined"), [([], True), (["--unconfined"], False)])
def test_a_class_is_confined_unless_somebody_asks_for_the_contrary(monkeypatch, options, confined):
    asked = []
    monkeypatch.setattr("grading.classroom.grade_class", lambda *given, **named: asked.append(named["confined"]) or 0)
    assert main(["grade", "1", *options]) == 0
    assert asked == [confined]


def test_outcomes_are_recorded_together_and_the_last_ones_while_a_core_is_idle(monkeypatch):
    monkeypatch.setattr(classroom, "SECONDS_TOGETHER", 60)
    monkeypatch.setattr(batch, "cores", lambda: 3)
    outcomes = (number for number in range(6))
    assert list(classroom._together(outcomes, 6)) == [[0, 1, 2, 3], [4], [5]]
