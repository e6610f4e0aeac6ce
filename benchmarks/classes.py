# SPDX-License-Identifier: MIT
"""How long a class takes to be graded, here and with stock nbgrader, side by side in one run.

    python -m benchmarks.classes class --days 1,2 --students 30 --stock 3
    python -m benchmarks.classes alone --days 1,2,3,4,5
    python -m benchmarks.classes check --days 1,2,3,4,5
    python -m benchmarks.classes many --students 2000

``class``: the same submissions are graded (a) by stock nbgrader: its own Execute preprocessor runs the course's
notebook, hidden tests and all, in a kernel for each submission, one after the other; (b) by `make grade`. Stock
nbgrader is timed on a few of them, since it takes the same time for each: with one command for each, which starts
nbgrader each time, and with one command for all of them, which starts it once. ``alone``: what one right submission
takes in a warm process, how much of it are its own cells and its checks, hidden and visible, and what is beyond those
(wanted: at most 30 ms on Day 1). ``check``: from the question of a notebook's `check()` to its answer, the first time,
and when the same is asked for again (wanted: 1.0 s on each day). ``many``: a large class end to end (wanted: 2,000 of
Day 1 in 5 minutes), and the memory of all processes while it runs. Each prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import hashlib
import io
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat

from grading import batch
from judge.notebooks import course, reference
from judge.notebooks.cells import grade_id
from judge.run.confined.client import Executor, Session
from judge.verdicts import catalogue

ROOT = course.root()

# Submissions graded before timing starts, which fill the caches that a class shares.
WARM_UP = 3

STOCK = """
c = get_config()
c.CourseDirectory.course_id = "stock"
c.CourseDirectory.root = {root!r}
c.Exchange.root = {root!r} + "/exchange"
c.ExecutePreprocessor.timeout = 120
"""


def submissions(day: course.Assignment, count: int, folder: Path, seed: int = 1) -> None:
    """Write ``count`` submissions: a third right, most with one to three catalogued mistakes, some half empty.

    A mistake that is catalogued, or is no longer, changes the few submissions that draw it, and not the class.
    """
    draw = random.Random(seed)
    released = nbformat.read(day.learner_notebook, as_version=4)
    entries = [entry for entry in catalogue.misconceptions(day.name) if "no-end" not in entry.id]
    for number in range(count):
        answers = reference.solutions(day.number)
        drawn = sorted(entries, key=lambda entry: hashlib.sha256(f"{seed} {number} {entry.id}".encode()).digest())
        for entry in drawn[: draw.choice((0, 0, 1, 2, 3))]:
            trial = dict(answers)
            with contextlib.suppress(course.CourseError):
                for edit in entry.edits:
                    reference.apply(edit, trial)
                answers = trial
        kept = {name: text for name, text in answers.items() if draw.random() < 0.93}
        notebook = nbformat.from_dict(released)
        for cell in (cells := nbformat.from_dict({**notebook, "cells": [dict(one) for one in notebook.cells]})).cells:
            if grade_id(cell) in kept:
                cell["source"] = kept[grade_id(cell)]
        path = folder / f"student{number:05}" / day.name / f"{day.stem}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(cells, path)


@contextlib.contextmanager
def copied(day: course.Assignment):
    """Copy the course, without its environment and without submissions."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        folder = Path(name, "course")
        left = shutil.ignore_patterns(".venv", ".git", "submitted", "autograded", "feedback", "gradebook.db", "site")
        shutil.copytree(ROOT, folder, ignore=left)
        yield folder


def _environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "AUTOGRAD_COURSE_ROOT": str(folder), "PYTHONPATH": str(folder), "PATH": path}


def timed(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds and the processor seconds of a command; raise if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_day(day: course.Assignment, students: int, stock: int, cores: list[int]) -> list[str]:
    """Return a row of the table."""
    with copied(day) as folder:
        environment = _environment(folder)
        submissions(day, students, folder / "submitted")
        python = [sys.executable, "-m", "grading"]
        timed([sys.executable, "-m", "building", str(day.number)], folder, environment)
        ours = {}
        for workers in cores:
            command = [*python, "grade", str(day.number), "--force", "--workers", str(workers)]
            ours[workers] = timed(command, folder, environment)[0]
        again = timed([*python, "grade", str(day.number)], folder, environment)[0]
        open_ = timed(
            [*python, "grade", str(day.number), "--force", "--unconfined", "--workers", "1"], folder, environment
        )
        theirs, together = of_stock(day, folder, stock, environment)
    each = statistics.median(theirs)
    further = (together - each) / (len(theirs) - 1)
    in_one = each + further * (students - 1)
    best = ours[max(cores)]
    row = [
        day.name,
        f"{each:.2f} s ({min(theirs):.2f} to {max(theirs):.2f})",
        f"{each * students:.0f} s",
        f"{in_one:.0f} s",
        *(f"{ours[workers]:.1f} s ({1000 * ours[workers] / students:.0f} ms)" for workers in cores),
        f"{open_[0]:.1f} s",
        f"{again:.1f} s",
        f"{each * students / best:.0f}",
        f"{in_one / best:.0f}",
    ]
    return row


def of_stock(
    day: course.Assignment, folder: Path, count: int, environment: dict[str, str]
) -> tuple[list[float], float]:
    """Return the seconds of stock nbgrader: of a command for each submission, and of one command for all of them."""
    with tempfile.TemporaryDirectory(prefix="stock-") as name:
        stock = Path(name)
        for part in ("source", "submitted"):
            (stock / part).mkdir()
        shutil.copytree(folder / "source" / day.name, stock / "source" / day.name)
        (stock / "nbgrader_config.py").write_text(STOCK.format(root=str(stock)))
        nbgrader = [sys.executable, "-m", "nbgrader"]
        timed([*nbgrader, "generate_assignment", day.name, "--force"], stock, environment)
        seconds = []
        for student in sorted((folder / "submitted").iterdir())[:count]:
            shutil.copytree(student, stock / "submitted" / student.name)
            command = [*nbgrader, "autograde", day.name, "--student", student.name, "--force"]
            seconds.append(timed(command, stock, environment)[0])
        together = timed([*nbgrader, "autograde", day.name, "--force"], stock, environment)[0]
        return seconds, together


def of_class(options: argparse.Namespace) -> None:
    """Print the table of classes."""
    cores = [int(number) for number in options.cores.split(",")]
    stock = ["stock, each", f"stock, {options.students}", "in one command"]
    here = [*(f"here, {n} core{'s' * (n > 1)}" for n in cores), "here, unconfined, 1 core", "here, nothing changed"]
    _row(["day", *stock, *here, "times faster", "than in one command"], head=True)
    for day in _days(options):
        with contextlib.redirect_stderr(io.StringIO()):
            row = of_day(day, options.students, options.stock, cores)
        _row(row)


def alone(options: argparse.Namespace) -> None:
    """Print the time of one right submission in a warm process, and how much of it is its own.

    Its own cells and its checks are timed from the message to the answer, which is on its way for some 0.1 ms.
    """
    parts = ["own cells", "hidden questions", "visible checks", "start", "copies", "the rest"]
    beyond = ["beyond own cells", "and hidden questions", "and visible checks"]
    _row(["day", "confined", *parts, *beyond, "of the processor", "unconfined"], head=True)
    for day in _days(options):
        with tempfile.TemporaryDirectory() as name:
            task = batch.Task("benchmark", right(day, Path(name)), day.number, True, 1)
            total, heard, worked = _alone(task, options.rounds)
            open_ = _alone(replace(task, confined=False), options.rounds)[0]
        mine = [heard["cells"], heard["questions"], heard["checks"]]
        without = [total - sum(mine[:count]) for count in (1, 2, 3)]
        numbers = [total, *heard.values(), total - sum(heard.values()), *without, worked, open_]
        _row([day.name, *(f"{1000 * part:.0f} ms" for part in numbers)])


def _alone(task: batch.Task, rounds: int) -> tuple[float, dict[str, float], float]:
    """Return the median seconds of a submission: in all, for each kind of work, and of the processor."""
    total, parts = [], []
    with _listening() as heard:
        for _ in range(WARM_UP):
            _graded(task)
        worked = _processor_seconds()
        for _ in range(rounds):
            heard.update(dict.fromkeys(heard, 0.0))
            began = time.perf_counter()
            _graded(task)
            total.append(time.perf_counter() - began)
            parts.append(dict(heard))
    time.sleep(0.5)  # The last one's processes end.
    worked = (_processor_seconds() - worked) / rounds
    return statistics.median(total), {kind: statistics.median(one[kind] for one in parts) for kind in parts[0]}, worked


def _graded(task: batch.Task) -> None:
    """Grade a submission; raise if it is refused, since there would be nothing to time."""
    if refused := batch.grade(task).refused:
        raise SystemExit(refused)


def _processor_seconds() -> float:
    """Return the processor seconds of this process and all its descendants, including ended ones."""
    import psutil

    total = 0.0
    me = psutil.Process()
    for each in [me, *me.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):
            times = each.cpu_times()
            total += times.user + times.system + (0.0 if each is me else times.children_user + times.children_system)
    return total


@contextlib.contextmanager
def _listening():
    """Record how long this process waits for each kind of work."""
    heard = {"cells": 0.0, "questions": 0.0, "checks": 0.0, "start": 0.0, "copies": 0.0}
    session, standing, say, hear = Executor.session, Session.standing, Session._say, Session._hear
    asked: dict[Session, collections.deque[tuple[str, float]]] = collections.defaultdict(collections.deque)

    @contextlib.contextmanager
    def waited_for(kind):
        begun = time.perf_counter()
        try:
            yield
        finally:
            heard[kind] += time.perf_counter() - begun

    def timed_session(self, *others):
        with waited_for("start"):
            return session(self, *others)

    @contextlib.contextmanager
    def timed_standing(self, *others):
        copy = standing(self, *others)
        with waited_for("copies"):
            copy.__enter__()
        yield
        with waited_for("copies"):
            copy.__exit__(None, None, None)

    def noted(self, message):
        if message["do"] not in ("stand", "leave"):
            kind = "questions" if message["do"] != "cell" else "checks" if message.get("plain") else "cells"
            asked[self].append((kind, time.perf_counter()))
        say(self, message)

    def timed_hear(self, seconds):
        answer = hear(self, seconds)
        if not {"standing", "left"} & answer.keys():
            kind, begun = asked[self].popleft()
            heard[kind] += time.perf_counter() - begun
        return answer

    Executor.session, Session.standing = timed_session, timed_standing
    Session._say, Session._hear = noted, timed_hear
    try:
        yield heard
    finally:
        Executor.session, Session.standing, Session._say, Session._hear = session, standing, say, hear


def check(options: argparse.Namespace) -> None:
    """Print how long `check()` waits for its answer.

    `first` has the grader's start in it; `begun early` is the first answer if the notebook was announced before, as
    the lab does when a day is opened. `new` is the first answer to another notebook. `then` is what is waited for
    afterwards: the same notebook is asked for again, as by a learner, after a moment.
    """
    _row(["day", "notebook", "first", "begun early", "new", "then", "from", "to", "of the processor"], head=True)
    for day in _days(options):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            submissions(day, 5, folder)
            wrong = [next(student.rglob("*.ipynb")) for student in sorted(folder.iterdir())]
            for title, paths in (("all right", [right(day, folder)]), ("five of a class", wrong)):
                first, new, then, worked = _checked(paths, max(2, options.rounds // len(paths)))
                early = _checked(paths[:1], 0, ahead=LONGEST_START)[0]
                spread = [statistics.median(then), min(then), max(then), statistics.median(worked)]
                cells = [
                    f"{first:.2f} s",
                    f"{early:.2f} s",
                    f"{statistics.median(new):.2f} s" if new else "",
                    *(f"{n:.2f} s" for n in spread),
                ]
                _row([day.name, title, *cells])


# How long a learner reads before the next question, at least.
PAUSE = 2.0
# Seconds between announcing a notebook to the grader and the first question.
LONGEST_START = 30.0


def _checked(paths: list[Path], rounds: int, ahead: float = 0.0) -> tuple[float, list[float], list[float], list[float]]:
    """Return the seconds of a new grader's first answer, of the answers to new notebooks, and of all later answers.

    The first has the grader's start in it. The last list has the processor's seconds of the later ones.
    """
    first, new, then, worked = 0.0, [], [], []
    began = time.perf_counter()
    command = [sys.executable, "-m", "grading", "serve"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as grader:
        if ahead:
            grader.stdin.write(json.dumps({"prepare": str(paths[0])}) + "\n")
            grader.stdin.flush()
            time.sleep(ahead)
            began = time.perf_counter()
        for path in paths:
            for number in range(1 + rounds):
                used = _processor_seconds()
                began = began if first == 0 else time.perf_counter()
                grader.stdin.write(json.dumps({"notebook": str(path)}) + "\n")
                grader.stdin.flush()
                while "at" in json.loads(grader.stdout.readline() or "{}"):
                    continue  # It says how far it is.
                seconds = time.perf_counter() - began
                if number:
                    then.append(seconds)
                    worked.append(_processor_seconds() - used)
                elif first:
                    new.append(seconds)
                else:
                    first = seconds
                time.sleep(PAUSE)
        grader.stdin.close()
    return first, new, then, worked


def many(options: argparse.Namespace) -> None:
    """Print how long a large class takes, and the memory of all its processes."""
    import psutil

    _row(
        [
            "day",
            "submissions",
            "seconds",
            "each",
            "2,000 take",
            "memory at a quarter",
            "half",
            "three quarters",
            "most",
        ],
        head=True,
    )
    for day in _days(options):
        with copied(day) as folder:
            environment = _environment(folder)
            submissions(day, options.students, folder / "submitted")
            python = [sys.executable, "-m", "grading"]
            timed([sys.executable, "-m", "building", str(day.number)], folder, environment)
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            began = time.perf_counter()
            grader = psutil.Popen([*python, "grade", str(day.number)], cwd=folder, env=environment, **quiet)
            held = []
            while grader.poll() is None:
                held.append(_memory(grader))
                time.sleep(1)
            seconds = time.perf_counter() - began
            graded = len(list((folder / "autograded").glob(f"*/{day.name}")))
        if graded != options.students:
            raise SystemExit(f"{graded} of {options.students} were graded.")
        quarters = [held[len(held) * part // 4] for part in (1, 2, 3)]
        cells = [f"{size / 2**20:.0f} MB" for size in (*quarters, max(held))]
        for_2000 = f"{2000 * seconds / graded / 60:.1f} min"
        _row([day.name, str(graded), f"{seconds:.0f} s", f"{1000 * seconds / graded:.0f} ms", for_2000, *cells])


def _memory(process: Any) -> int:
    """Return the bytes of a process and its descendants, counting shared memory once (proportional set size)."""
    import psutil

    total = 0
    for each in [process, *process.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):
            total += each.memory_full_info().pss
    return total


def right(day: course.Assignment, folder: Path) -> Path:
    """Write the released notebook with the reference's answers, and return its path."""
    notebook, answers = nbformat.read(day.learner_notebook, as_version=4), reference.solutions(day.number)
    for cell in notebook.cells:
        cell["source"] = answers.get(str(grade_id(cell)), cell["source"])
    path = folder / f"{day.stem}.ipynb"
    nbformat.write(notebook, path)
    return path


def _days(options: argparse.Namespace) -> list[course.Assignment]:
    return [course.assignment(number) for number in options.days.split(",")]


def _row(cells: list[str], head: bool = False) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)
    if head:
        print("|" + "---|" * len(cells), flush=True)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=["class", "alone", "check", "many"])
    parser.add_argument("--days", default="1")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--stock", type=int, default=3, help="how many of them stock nbgrader grades")
    parser.add_argument("--cores", default="1,2")
    parser.add_argument("--rounds", type=int, default=10, help="how often one thing is timed")
    options = parser.parse_args()
    if options.table == "class" and options.stock < 2:
        parser.error("--stock has to be 2 at least: what one start of nbgrader takes is found from two submissions.")
    {"class": of_class, "alone": alone, "check": check, "many": many}[options.table](options)


if __name__ == "__main__":
    main()
