# SPDX-License-Identifier: MIT
"""Collect what learners handed in, from a platform's downloads or nbgrader's exchange, into submitted/.

A name that fits nobody is listed and never guessed. The newest notebook is graded; earlier ones are kept in
``submitted/<student>/dayN/earlier/``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timezone
from enum import Enum, auto
from pathlib import Path

from grading.arrivals import UNCHANGED, Arrival, Collected, looked_at, sha256_of, shown
from grading.exchange import SECRET, TIMES
from grading.from_downloads import from_downloads, refuse_one_students
from grading.from_exchange import from_exchange
from grading.newest import by_student, in_order, level
from grading.roster import Roster
from judge.notebooks import choosing, course
from judge.notebooks.choosing import TOUCHED
from judge.notebooks.writing import add_file, replace_file
from judge.run.words import say, template

TIMESTAMP = "timestamp.txt"
EARLIER = "earlier"
NOT_WRITTEN = template("{student}: it could not be written ({why}).")


def collect(assignment: course.Assignment, place: Path | None = None, *, believe_names: bool = False) -> Collected:
    """Collect an assignment's notebooks into submitted/, from a platform's downloads or else from nbgrader's exchange.

    A second time changes nothing. ``believe_names`` believes the times in the exchange's names, which learners' own
    processes wrote: an exchange that was moved or restored has no others. Otherwise a file that came later is later.

    Raises:
        CourseError: There is no such place, or the roster is faulty.
        OSError: The disk is full, or read-only. What was collected before is kept.
    """
    roster = Roster.of(assignment.root)
    result = Collected()
    if place is not None:
        refuse_one_students(assignment, place, roster)
    with tempfile.TemporaryDirectory() as folder:
        if place is None:
            arrivals = from_exchange(assignment, Path(folder), roster, result, believe_names)
        else:
            arrivals = from_downloads(assignment, place, Path(folder), roster, result)
        for student, theirs in sorted(by_student(arrivals, roster, result).items()):
            try:
                _put(assignment, student, theirs, result)
            except OSError as error:
                if course.stops_all(error):
                    raise
                why = error.strerror or error
                result.left_out.append(say(NOT_WRITTEN, student=student, why=why))
    return result


class _Standing(Enum):
    """What a student's newest notebook is to the one that is graded now."""

    FIRST = auto()  # there is none yet
    SAME = auto()
    BETTER = auto()
    WORSE = auto()


def _put(assignment: course.Assignment, student: str, everything: list[Arrival], result: Collected) -> None:
    """Put a student's newest notebook where it is graded, and the others where they are kept.

    One without answers never takes the place of one with answers.
    """
    arrivals, fault = in_order(assignment, everything)
    folder = assignment.folder_of("submitted", student)
    target = folder / f"{assignment.stem}.ipynb"
    fault = fault or _leads_elsewhere(assignment, target)
    if fault:
        result.left_out.append(f"{student}: {fault}")
        return
    newest = arrivals[-1]
    present = _present(target) if target.exists() else None
    standing = _standing(assignment, target, present, newest)
    if standing is _Standing.SAME:
        # The same notebook once more: the earlier time counts.
        _mark(folder, min(present, newest.time), newest.secret)
    elif standing is _Standing.BETTER:
        _keep(folder, target, present)
    elif (
        standing is _Standing.WORSE and newest.work <= TOUCHED < _work_at(assignment, target) and present < newest.time
    ):
        emptier = template("{student}: {shown} has no answers, so what was collected before counts.")
        result.notes.append(say(emptier, student=student, shown=newest.shown))
    _keep_others(folder, target, everything, newest, standing)
    result.done[student] = say(UNCHANGED)
    if standing is _Standing.WORSE:
        return
    beside = _beside(assignment, newest, everything, result.files.get(student, ()))
    result.notes += [f"{student}: {sentence}" for sentence in replace(beside, files=()).sentences(assignment)]
    if standing is not _Standing.SAME:
        _write(folder, target, newest)
        result.done[student] = _done(newest, present)
    beside.write(folder)


def _leads_elsewhere(assignment: course.Assignment, target: Path) -> str:
    """Return that a link stands where a notebook is to be written; "" where none does."""
    folder = target.parent
    if any(path.is_symlink() for path in (folder.parent, folder, target)):
        return say("{place} leads elsewhere by a link.", place=folder.relative_to(assignment.root).as_posix())
    return ""


def _keep_others(folder: Path, target: Path, everything: list[Arrival], newest: Arrival, standing: _Standing) -> None:
    """Keep what is not graded, unless it is what lies where it would be graded."""
    kept = [one for one in everything if one.sha256 != newest.sha256]
    if standing is _Standing.WORSE:
        kept.append(newest)
    for one in kept:
        if not (target.exists() and sha256_of(target) == one.sha256):
            _keep(folder, one.copy, one.time)


def _standing(assignment: course.Assignment, target: Path, present: datetime | None, newest: Arrival) -> _Standing:
    """Compare a notebook with the one that is graded now, which was handed in at the time ``present``."""
    if present is None:
        return _Standing.FIRST
    if sha256_of(target) == newest.sha256:
        return _Standing.SAME
    if (level(_work_at(assignment, target)), present) < (level(newest.work), newest.time):
        return _Standing.BETTER
    return _Standing.WORSE


def _write(folder: Path, target: Path, newest: Arrival) -> None:
    """Write a notebook where it is graded, and beside it when it was handed in."""
    # If the machine stops between two of these steps, the notebook itself still has its time.
    for name in (TIMESTAMP, SECRET):
        (folder / name).unlink(missing_ok=True)
    replace_file(target, newest.copy.read_bytes(), newest.time.timestamp())
    _mark(folder, newest.time, newest.secret)


def _done(newest: Arrival, before: datetime | None) -> str:
    """Return what an instructor reads of a notebook that was written; ``before`` is the time of that before it."""
    # The checksum's beginning is enough to compare it with a learner's receipt.
    known = {"time": shown(newest.time), "checksum": newest.sha256[:12]}
    if before is None:
        done = say("collected (of {time}, sha256 {checksum}...)", **known)
    else:
        renewed = template("renewed (of {time}, sha256 {checksum}...; that of {before} is kept in {folder}/)")
        done = say(renewed, before=shown(before), folder=EARLIER, **known)
    if newest.label.late:
        return say("{done}, late by the platform's mark", done=done)
    return done


def _beside(
    assignment: course.Assignment, newest: Arrival, everything: list[Arrival], files: Iterable[str]
) -> choosing.Beside:
    """Return what came with the notebook that counts, and what would have counted if it had answers."""
    others = [one for one in everything if one.sha256 != newest.sha256]
    by_name = [one for one in others if one.place == newest.place and one.file == f"{assignment.stem}.ipynb"]
    later = [one for one in others if (one.time, one.order) > (newest.time, newest.order)]
    return choosing.Beside.of(
        newest.file,
        answered=[one.file for one in others if one.place == newest.place and one.work > TOUCHED],
        empty=[one.file for one in (*by_name, *later) if one.work <= TOUCHED < newest.work],
        files=files,
    )


def _work_at(assignment: course.Assignment, target: Path) -> int:
    """Return how much was done in what is graded now; what can't be read counts as changed by somebody."""
    fault, work = looked_at(assignment, target)
    return TOUCHED if fault else work


def _present(target: Path) -> datetime:
    """Return when what is graded now was handed in."""
    try:
        text = (target.parent / TIMESTAMP).read_text("utf-8").strip()
        # nbgrader's exchange writes the one, its zip_collect the other.
        when = datetime.fromisoformat(text.removesuffix(" UTC"))
        return when if when.tzinfo else when.replace(tzinfo=timezone.utc)
    except (OSError, ValueError):
        return datetime.fromtimestamp(target.stat().st_mtime, timezone.utc)


def _mark(folder: Path, when: datetime, secret: str) -> None:
    """Write beside a notebook when it was handed in, as nbgrader reads it, and the way back of its feedback."""
    for name, text in ((TIMESTAMP, when.strftime(TIMES)), (SECRET, secret)):
        path = folder / name
        if text and not (path.exists() and path.read_text("utf-8") == text):
            replace_file(path, text.encode())


def _keep(folder: Path, notebook: Path, when: datetime) -> None:
    """Keep a notebook under the time at which it was handed in, unless it is kept already."""
    shelf = folder / EARLIER
    checksum = sha256_of(notebook)
    if any(sha256_of(path) == checksum for path in shelf.glob("*.ipynb")):
        return
    add_file(shelf, f"{when.astimezone():%Y-%m-%d-%H%M%S}.ipynb", notebook.read_bytes(), when.timestamp())
