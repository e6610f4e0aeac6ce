# SPDX-License-Identifier: MIT
"""A dask cluster grades a class as this machine does, and a killed worker loses nothing."""

import contextlib
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import answers_of, hand_in, points_of, ran, scores_of, wrong

from grading import batch, classroom
from grading.by_nbgrader.record import Record
from grading.command_line import main
from judge.notebooks import choosing, course
from judge.verdicts import marking

MISSING = "distributed is not installed: pip install --editable '.[cluster]'"
needs_dask = pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason=MISSING)


def test_a_cluster_without_dask_names_what_to_install(copied_course, capsys, monkeypatch):
    hand_in(copied_course, "ada", {})
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["grade", "1", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install --editable '.[cluster]'" in capsys.readouterr().err


def _programs(kind, *arguments, **more):
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *arguments]
    return subprocess.Popen(command, stderr=subprocess.STDOUT, start_new_session=True, text=True, **more)


@contextlib.contextmanager
def cluster(folder, workers=2, nanny=False, **environment):
    """Start a scheduler and workers on loopback; give its address and the workers' processes."""
    environment = {**os.environ, **environment}
    address_file = folder / "scheduler.json"
    local = ["--host", "127.0.0.1", "--scheduler-file", address_file]
    started = []
    try:
        with open(folder / "scheduler.log", "w") as log:
            started.append(_programs("scheduler", *local, "--port", "0", stdout=log, env=environment))
        end = time.monotonic() + 60
        while not address_file.exists():
            assert time.monotonic() < end, (folder / "scheduler.log").read_text()
            time.sleep(0.1)
        alone = ["--nanny" if nanny else "--no-nanny", "--nthreads", "1", "--nworkers", "1"]
        alone += ["--local-directory", folder]
        for number in range(workers):
            with open(folder / f"worker{number}.log", "w") as log:
                started.append(_programs("worker", *local, *alone, stdout=log, env=environment))
        yield json.loads(address_file.read_text())["address"], started[1:]
    finally:
        for process in reversed(started):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
        for process in reversed(started):
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _warm_processes(parent):
    """Return the confined processes that a process has started, and theirs."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, rest = int(status.parent.name), status.read_text().rpartition(")")[2].split()
            if int(rest[1]) == parent:
                found += [number, *_warm_processes(number)]
    return found


@needs_dask
@pytest.mark.exhaustive
def test_a_class_is_graded_on_two_workers_and_one_is_killed(copied_course, tmp_path, capsys, monkeypatch):
    day = course.assignment(1)
    students = [f"student{seed}" for seed in range(8)]
    for seed, student in enumerate(students):
        hand_in(copied_course, student, wrong(seed))
    put = []
    record = Record.put
    monkeypatch.setattr(
        Record,
        "put",
        lambda self, graded: put.extend(graded) or record(self, graded),
    )
    with cluster(tmp_path) as (address, workers):
        finished = batch.Outcome
        left = []
        from grading import cluster as here

        def killing(tasks):
            for count, outcome in enumerate(here.graded(tasks, address)):
                if count == 2:
                    left.extend(_warm_processes(workers[0].pid))
                    os.kill(workers[0].pid, signal.SIGKILL)
                    workers[0].wait()
                assert isinstance(outcome, finished)
                yield outcome

        assert classroom.grade_class(day, pool=killing) == 0
        assert left, "the killed worker had a confined process of its own"
        on_cluster = scores_of(day)
        assert "8 graded, 0 refused" in capsys.readouterr().out
        assert sorted(put) == students, "each is written once"
        # The rest is as here: what did not change is left alone, one is graded when it does.
        assert main(["grade", "1", "--scheduler", address]) == 0
        assert "0 graded, 8 unchanged" in capsys.readouterr().out
        hand_in(copied_course, "student0", answers_of(1))
        (copied_course / "submitted" / "student1" / "day1" / f"{day.stem}.ipynb").write_text("{")
        assert main(["grade", "1", "--scheduler", address]) == 1
        out = capsys.readouterr().out
        assert "student1: refused: " in out
        assert "submitted/student1/day1" in out
        assert "1 graded, 6 unchanged, 1 refused" in out
        _gone(left)
        _gone(_warm_processes(workers[1].pid))
    hand_in(copied_course, "student0", wrong(0))
    hand_in(copied_course, "student1", wrong(1))
    assert main(["grade", "1", "--force"]) == 0
    assert scores_of(day) == on_cluster
    assert len(set(on_cluster.values())) > 1


def _gone(processes):
    end = time.monotonic() + 60
    while any(Path(f"/proc/{number}").exists() for number in processes):
        assert time.monotonic() < end, "what was started in a worker ends with the batch, and with the worker"
        time.sleep(0.1)


@needs_dask
@pytest.mark.exhaustive
def test_a_cluster_that_is_not_there_or_not_alike_is_reported_in_a_line(copied_course, tmp_path, capsys, monkeypatch):
    hand_in(copied_course, "ada", answers_of(1))
    monkeypatch.setattr("grading.cluster.SECONDS_TO_CONNECT", 3)
    monkeypatch.setattr("grading.cluster.SECONDS_TO_LOOK", 1)
    assert main(["grade", "1", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "No scheduler of dask answers at tcp://127.0.0.1:1." in capsys.readouterr().err
    with cluster(tmp_path, workers=0) as (address, _):
        assert main(["grade", "1", "--scheduler", address]) == 2
    assert "No worker has joined the scheduler" in capsys.readouterr().err
    monkeypatch.setattr("grading.cluster.SECONDS_TO_CONNECT", 30)
    (tmp_path / "scheduler.json").unlink(missing_ok=True)
    with cluster(tmp_path, workers=1) as (address, workers):
        before = batch.version
        monkeypatch.setattr(batch, "version", lambda day: f"another {before(day)}")
        assert main(["grade", "1", "--scheduler", address]) == 2
        assert "has another version of the course" in capsys.readouterr().err
        monkeypatch.undo()
        monkeypatch.setattr("grading.cluster.SECONDS_TO_LOOK", 1)
        monkeypatch.setenv("AUTOGRAD_COURSE_ROOT", str(copied_course))
        from grading import cluster as here

        contents = here.submission.contents

        def killing(path):
            os.kill(workers[0].pid, signal.SIGKILL)
            return contents(path)

        monkeypatch.setattr(here.submission, "contents", killing)
        assert main(["grade", "1", "--scheduler", address]) == 2
        assert "No worker is left" in capsys.readouterr().err
    assert scores_of(course.assignment(1)) == {}


def test_a_worker_that_can_not_confine_grades_nothing(copied_course, tmp_path, capsys, monkeypatch):
    hand_in(copied_course, "ada", answers_of(1))
    from grading import cluster as here

    def refused(*_, **__):
        raise marking.NotConfinedHere("No namespaces here.")

    monkeypatch.setattr(marking.warm, "executor_of", refused)
    task = batch.Task("ada", Path("elsewhere.ipynb"), 1)
    data = choosing.submitted(course.assignment(1), "ada")[0].read_bytes()
    with pytest.raises(marking.NotConfinedHere, match=f"The worker on {socket.gethostname()} can't be used. No name"):
        here.judged(task, data, batch.version(course.assignment(1)))


@needs_dask
@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, which makes the certificate, is not installed")
def test_who_has_no_certificate_is_kept_out_where_tls_is_set_up(copied_course, tmp_path, capsys):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = {"DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true", "DASK_DISTRIBUTED__COMM__DEFAULT_SCHEME": "tls"}
    tls["DASK_DISTRIBUTED__COMM__TLS__CA_FILE"] = str(certificate)
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        tls[f"DASK_DISTRIBUTED__COMM__TLS__{role}__KEY"] = str(key)
        tls[f"DASK_DISTRIBUTED__COMM__TLS__{role}__CERT"] = str(certificate)
    hand_in(copied_course, "ada", answers_of(1))
    with cluster(tmp_path, workers=1, nanny=True, **tls) as (address, _):
        assert address.startswith("tls://")
        command = [sys.executable, "-m", "grading", "grade", "1", "--scheduler"]
        for scheme, message in (("tls", "name the certificates"), ("tcp", "No scheduler of dask answers")):
            outside = ran(*command, address.replace("tls", scheme), code=2)
            assert message in outside.stderr
            assert len(outside.stderr.strip().splitlines()) == 1, outside.stderr
        inside = ran(*command, address, env=tls, code=None)
        assert f"ada: {points_of(1):g} points" in inside.stdout, inside.stderr
    assert scores_of(course.assignment(1)) == {"ada": points_of(1)}


@needs_dask
def test_one_that_kills_every_worker_is_refused_and_the_others_are_graded(copied_course, monkeypatch):
    import distributed

    from grading import cluster as here

    class Future:
        def __init__(self, task):
            self.task = task
            self.client = None

        def result(self):
            if self.task.student == "eve":
                raise distributed.KilledWorker("judged", None, 3)
            return batch.Outcome(self.task, "{}")

    class Client:
        cancelled = None

        def submit(self, function, task=None, *_, **__):
            return Future(task)

        def scheduler_info(self, **_):
            return {"workers": {"tcp://a": {}}}

        def as_current(self):
            return contextlib.nullcontext()

        def cancel(self, futures):
            Client.cancelled = futures

    def wait(futures, *_):
        return distributed.client.DoneAndNotDoneFutures(set(futures[:1]), set(futures[1:]))

    monkeypatch.setattr(distributed, "wait", wait)
    day = course.assignment(1)
    tasks = [
        batch.Task(student, hand_in(copied_course, student, {}), day.number) for student in ("ada", "eve", "zoe", "bob")
    ]
    found = {one.task.student: one.refused for one in here._graded(tasks, Client(), "tcp://there")}
    assert found.keys() == {"ada", "eve", "zoe", "bob"}
    assert found.pop("eve").startswith("The process that graded it was killed")
    assert set(found.values()) == {""}
    # Who stops in the middle leaves nothing behind.
    begun = here._graded(tasks, Client(), "tcp://there")
    next(begun)
    begun.close()
    assert [one.task.student for one in Client.cancelled] != []
