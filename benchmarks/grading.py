# SPDX-License-Identifier: MIT
"""How long a class takes to be graded, here and with stock nbgrader, side by side in one run.

    python -m benchmarks.grading --days 1,2 --students 30 --stock 3

The same submissions are graded (a) by stock nbgrader: its own Execute preprocessor runs the course's notebook, hidden
tests and all, in a kernel for each submission, one after the other; (b) by `make grade`. Stock nbgrader is timed on a
few of them, since it takes the same time for each. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import nbformat

from grading.judging import catalogue
from grading.notebooks import course, reference
from grading.notebooks.cells import grade_id

ROOT = course.root()

STOCK = """
c = get_config()
c.CourseDirectory.course_id = "stock"
c.CourseDirectory.root = {root!r}
c.Exchange.root = {root!r} + "/exchange"
c.ExecutePreprocessor.timeout = 120
"""


def submissions(day: course.Day, count: int, folder: Path, seed: int = 1) -> None:
    """Write so many submissions: a third right, most with one to three catalogued mistakes, some half empty."""
    draw = random.Random(seed)
    released = nbformat.read(day.learner_notebook, as_version=4)
    entries = [entry for entry in catalogue.misconceptions(day.name) if "no-end" not in entry.id]
    for number in range(count):
        answers = reference.solutions(day.number)
        for entry in draw.sample(entries, draw.choice((0, 0, 1, 2, 3))):
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
def copied(day: course.Day):
    """Give a copy of the course, without an environment and without anybody's work."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as name:
        folder = Path(name, "course")
        left = shutil.ignore_patterns(".venv", ".git", "submitted", "autograded", "feedback", "gradebook.db", "docs")
        shutil.copytree(ROOT, folder, ignore=left)
        yield folder


def timed(command: list[str], folder: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds and the processor's seconds of a command; raises where it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: {done.stdout[-1500:]}{done.stderr[-1500:]}")
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_day(day: course.Day, students: int, stock: int, cores: list[int]) -> list[str]:
    """Return a row of the table."""
    with copied(day) as folder:
        environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": str(folder), "PYTHONPATH": str(folder)}
        environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), environment["PATH"]])
        submissions(day, students, folder / "submitted")
        python = [sys.executable, "-m", "grading"]
        timed([*python, "release", str(day.number)], folder, environment)
        ours = {}
        for workers in cores:
            command = [*python, "grade", str(day.number), "--force", "--workers", str(workers)]
            ours[workers] = timed(command, folder, environment)[0]
        again = timed([*python, "grade", str(day.number)], folder, environment)[0]
        open_ = timed(
            [*python, "grade", str(day.number), "--force", "--unconfined", "--workers", "1"], folder, environment
        )
        theirs = of_stock(day, folder, stock, environment)
    each = statistics.median(theirs)
    best = ours[max(cores)]
    row = [
        day.name,
        f"{each:.2f} s ({min(theirs):.2f} to {max(theirs):.2f})",
        f"{each * students:.0f} s",
        *(f"{ours[workers]:.1f} s ({1000 * ours[workers] / students:.0f} ms)" for workers in cores),
        f"{open_[0]:.1f} s",
        f"{again:.1f} s",
        f"{each * students / best:.0f}",
    ]
    return row


def of_stock(day: course.Day, folder: Path, count: int, environment: dict[str, str]) -> list[float]:
    """Return the seconds that stock nbgrader takes for each of some submissions, its start left out."""
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
        return seconds


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", default="1,2,4,5")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--stock", type=int, default=3, help="how many of them stock nbgrader grades")
    parser.add_argument("--cores", default="1,2")
    options = parser.parse_args()
    cores = [int(number) for number in options.cores.split(",")]
    head = ["day", "stock, each", f"stock, {options.students}", *(f"here, {n} core{'s' * (n > 1)}" for n in cores)]
    head += ["here, unconfined, 1 core", "here, nothing changed", "times faster"]
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for number in options.days.split(","):
        with contextlib.redirect_stderr(io.StringIO()):
            row = of_day(course.day(int(number)), options.students, options.stock, cores)
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
