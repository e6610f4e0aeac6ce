# SPDX-License-Identifier: MIT
"""Grade a class: every submission that changed, on all cores, into nbgrader's gradebook."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import nbformat

from grading import nbgrader_plugins
from grading.desk import batch
from grading.judging import marking
from grading.notebooks import course, submission

__all__ = ["grade_class", "submitted"]

# Scores are written together, and at least so often.
MOST_TOGETHER, SECONDS_TOGETHER = 50, 2.0

# Beside a graded notebook: what it was graded from.
STAMP = "graded.json"


def submitted(day: course.Day, student: str = "*") -> list[str]:
    """Return the students who have a folder for this day in submitted/, sorted."""
    folders = (day.root / "submitted").glob(f"{student}/{day.name}")
    return sorted(folder.parent.name for folder in folders if folder.is_dir())


def grade_class(
    day: course.Day, student: str = "*", *, force: bool = False, confined: bool = True, workers: int = 0
) -> int:
    """Grade the submissions of a day that changed, print a line for each, and export the gradebook to grades.csv.

    A submission that can't be read is refused with its reason; it keeps its earlier score, and the others are graded.
    What is done when this is stopped stays done.

    Args:
        day: The day.
        student: One student's submission only, or a pattern.
        force: Grade what did not change, too.
        confined: Whether the learners' cells are confined. Give it up for your own work alone.
        workers: How many processes; 0 for one a core.

    Returns:
        0 if all were graded, 1 if any was refused or the work was stopped.

    Raises:
        CourseError: There is no submission, the gradebook can't be used, somebody else grades at this moment, or the
            learners' cells can't be confined on this machine.
    """
    students = submitted(day, student)
    if not students:
        raise course.CourseError(f"No submissions: put notebooks at submitted/<student>/{day.name}/{day.stem}.ipynb.")
    with _alone(day):
        record = nbgrader_plugins.Record(day)
        version = _version(day)
        refused = {name: reason for name in students if (reason := _refused(day, name))}
        changed = [name for name in students if name not in refused]
        if not force:
            changed = [name for name in changed if _stamp(day, name, version) != _stamped(day, name)]
        for name, reason in refused.items():
            print(f"{name}: refused: {reason}")
        kept = len(students) - len(refused) - len(changed)
        stopped = False
        # One new seed for the class: what each known mistake answers is then found out once, and not for each student.
        seed = secrets.randbelow(10**6)
        tasks = [batch.Task(name, _handed_in(day, name), day.number, confined, seed) for name in changed]
        stamps = {name: _stamp(day, name, version) for name in changed}
        try:
            for outcomes in _together(batch.graded(tasks, workers), len(tasks)):
                refused |= _recorded(day, record, outcomes, stamps)
        except KeyboardInterrupt:
            stopped = True
        except marking.NotConfinedHere as error:
            mend = "SECURITY.md says what to install. For your own work alone: make grade UNCONFINED=1."
            raise course.CourseError(f"{error} {mend}") from error
    exported = nbgrader_plugins.export_grades(day, day.root / "grades.csv")
    unchanged = f", {kept} unchanged" if kept else ""
    done = len(changed) - len([name for name in refused if name in changed])
    if stopped:
        done = sum(_stamped(day, name) == stamps[name] for name in changed)
        print(f"Stopped: {done} graded, {len(changed) - done} left. The same command goes on from here.")
    print(f"{done} graded{unchanged}, {len(refused)} refused. All grades: {exported.name}.")
    return 1 if refused or stopped else 0


def _recorded(
    day: course.Day, record: nbgrader_plugins.Record, outcomes: list[batch.Outcome], stamps: dict[str, str]
) -> dict[str, str]:
    """Put outcomes into the gradebook, tell of each, and return why some were refused."""
    good = [one for one in outcomes if not one.refused]
    scores = record.put(
        [
            nbgrader_plugins.Graded(one.task.student, nbformat.reads(one.notebook, 4), one.warnings, one.trouble)
            for one in good
        ]
    )
    for one in outcomes:
        name = one.task.student
        if one.refused:
            print(f"{name}: refused: {one.refused}")
            continue
        # Last of all: who is stopped before grades this one again.
        nbgrader_plugins.replace_file(_graded(day, name), stamps[name].encode())
        print(f"{name}: {scores[name]:g} points")
        for warning in one.warnings:
            print(f"    {warning}")
    return {one.task.student: one.refused for one in outcomes if one.refused}


def _together(outcomes: Iterator[batch.Outcome], count: int) -> Iterator[list[batch.Outcome]]:
    """Gather outcomes, and show how far the work is."""
    gathered: list[batch.Outcome] = []
    began = latest = time.monotonic()
    done = 0
    try:
        for outcome in outcomes:
            gathered.append(outcome)
            done += 1
            now = time.monotonic()
            _show(sys.stderr, done, count, now - began)
            if len(gathered) >= MOST_TOGETHER or now - latest >= SECONDS_TOGETHER:
                yield gathered
                gathered, latest = [], now
    except KeyboardInterrupt:
        if gathered:
            yield gathered
        raise
    finally:
        _show(sys.stderr, -1, count, 0.0)
    if gathered:
        yield gathered


def _show(stream: TextIO, done: int, count: int, seconds: float) -> None:
    """Draw a bar on a terminal, with what is left of it in time; nothing elsewhere."""
    if not stream.isatty():
        return
    if done < 0:
        stream.write("\r\x1b[K")
    else:
        filled = 30 * done // count
        left = seconds / done * (count - done)
        stream.write(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done} of {count}, about {left:.0f} s left \x1b[K")
    stream.flush()


def _handed_in(day: course.Day, student: str) -> Path:
    return day.root / "submitted" / student / day.name / f"{day.stem}.ipynb"


def _graded(day: course.Day, student: str) -> Path:
    return day.root / "autograded" / student / day.name / STAMP


def _refused(day: course.Day, student: str) -> str:
    """Return why a folder can't be graded at a look, or ""."""
    expected = _handed_in(day, student)
    place = expected.relative_to(day.root).as_posix()
    if expected.parent.is_symlink() or expected.parent.parent.is_symlink():
        return f"{place} lies in a folder that is a link. A notebook of {student}'s own is needed."
    if not expected.exists():
        others = ", ".join(sorted(path.name for path in expected.parent.glob("*.ipynb"))) or "no notebook"
        return f"{place} is missing (found: {others})."
    if expected.is_symlink() or not expected.is_file():
        return f"{place} is a link, or no file. A notebook is needed."
    if expected.stat().st_size > submission.LARGEST_FILE:
        return f"{place} has {expected.stat().st_size >> 20} MB; the limit is {submission.LARGEST_FILE >> 20} MB."
    return ""


def _version(day: course.Day) -> str:
    """Return what a score depends on beside the submission: the day's notebook, its questions and what judges them."""
    package = Path(batch.__file__).resolve().parents[1]
    folders = [package / "judging", package / "exercises" / "shared", *(package / "exercises").glob(f"{day.name}_*")]
    files = [file for folder in folders for file in folder.rglob("*.py") if "styles" not in file.parts]
    parts = [day.source_notebook.read_bytes(), *(file.read_bytes() for file in sorted(files))]
    return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def _stamp(day: course.Day, student: str, version: str) -> str:
    """Return what a submission would be graded from, as text."""
    arrived = _handed_in(day, student).with_name("timestamp.txt")
    found = hashlib.sha256(_handed_in(day, student).read_bytes())
    found.update(arrived.read_bytes() if arrived.is_file() else b"")
    return json.dumps({"submission": found.hexdigest(), "version": version})


def _stamped(day: course.Day, student: str) -> str:
    """Return what a submission was graded from; "" where it was not."""
    try:
        return _graded(day, student).read_text("utf-8")
    except OSError:
        return ""


@contextlib.contextmanager
def _alone(day: course.Day) -> Iterator[None]:
    """Let nobody else grade meanwhile.

    Raises:
        CourseError: Somebody does.
    """
    with open(day.root / ".grading.lock", "w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows.
            pass
        except OSError as error:
            raise course.CourseError("Another `make grade` is at work here. Wait until it is done.") from error
        yield
