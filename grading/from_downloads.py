# SPDX-License-Identifier: MIT
"""Arrivals from what a platform lets an instructor download: folders and .zip files that it named after students."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from grading.arrivals import ANOTHER_DAY, Arrival, Collected, left_beside, looked_at, sha256_of
from grading.roster import Label, Labels, Roster, fault_of_id, platforms, student_of
from grading.submit import Receipt
from grading.unpacking import Found, LeftOut, Search, Step, each_once, tidy
from judge.notebooks import course
from judge.run.words import say, template

LISTS = (".csv", ".xlsx", ".ods")  # what a platform, or the instructor, puts beside the hand-ins
NOTHING = template("{who}: nothing of {day}; {why}")
LARGEST_RECEIPT = 10_000  # bytes
LAST_TIME = 4_102_444_800  # the year 2100: what a file's time says beyond it, a folder can't


def refuse_one_students(assignment: course.Assignment, place: Path, roster: Roster | None) -> None:
    """Refuse a place that is not there, or that is one student's own: they chose the names of what is in it."""
    if not place.exists():
        raise course.CourseError(
            "There is no {place}: name the folder or .zip that your platform gave you.", place=place
        )
    name = tidy(place.resolve().name.removesuffix(".zip"))
    if roster:
        is_known = bool(roster.fitting(name))
    else:
        is_known = not fault_of_id(name) and (assignment.root / "submitted" / name).is_dir()
    if is_known or platforms(name):
        raise course.CourseError("{place} is named after one student: name the folder that it lies in.", place=place)


@dataclass
class _NotCollected:
    """What is said of downloads beside the notebooks that are collected from them; an owner is a student, or a name."""

    of_nobody: dict[str, str] = field(default_factory=dict)  # by the name that fits nobody, why
    first_of: dict[str, str] = field(default_factory=dict)  # by owner, of the first thing that is no notebook
    beside: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by owner, names of such things
    unread: list[LeftOut] = field(default_factory=list)
    # Owners of whom a notebook is collected, or of whom it is said why one can't be read.
    reported: set[str] = field(default_factory=set)

    def add_file(self, owner: str, found: Found) -> None:
        self.first_of.setdefault(owner, found.left_out)
        self.beside[owner].append(found.name)

    def add_faulty(self, owner: str, found: Found, fault: str, of_another_day: bool) -> None:
        self.first_of.setdefault(owner, f"{found.name}: {fault}")
        if not of_another_day:
            self.unread.append(LeftOut(owner, fault, f"{found}: {fault}"))
            self.reported.add(owner)

    def report(self, assignment: course.Assignment, refused: Sequence[LeftOut], result: Collected) -> None:
        """Say it: a line for each name that fits nobody, for whoever has nothing else, and for what is beside."""
        for owner, names in self.beside.items():
            if owner in self.reported:
                result.notes.append(left_beside(owner, names))
        result.left_out += each_once([*self.unread, *refused])
        result.left_out += [f"{name}: {why}" for name, why in self.of_nobody.items()]
        for owner, why in self.first_of.items():
            if owner not in self.reported:
                result.left_out.append(say(NOTHING, who=owner, day=assignment.name, why=why))


def from_downloads(
    assignment: course.Assignment, place: Path, into: Path, roster: Roster | None, result: Collected
) -> Iterable[Arrival]:
    """Yield the notebooks of an assignment in a folder or a .zip; then say in ``result`` what was left out, and why.

    ``into`` is a folder for copies.
    """
    search = Search(into)
    search.look(place)
    receipts = _receipts(search)
    labels = Labels(search.found, roster)
    rest = _NotCollected()
    other_days = {say(ANOTHER_DAY, day=one.name) for one in course.assignments()}
    for found in search.found:
        if found.kind == "receipt":
            continue
        label = labels.of(found)
        if label is None:
            lines = result.notes if found.name.lower().endswith(LISTS) else result.left_out
            lines.append(found.left_out)
            continue
        student, nobody = student_of(label, roster)
        if nobody:
            rest.of_nobody[found.trail[label.place].name] = nobody
            continue
        owner = student or label.name
        if found.kind != "notebook":
            rest.add_file(owner, found)
            if not found.name.lower().endswith(".ipynb"):
                result.files[owner].append(found.name)
            continue
        fault, work = looked_at(assignment, found.copy)
        if fault:
            rest.add_faulty(owner, found, fault, fault in other_days)
        else:
            rest.reported.add(owner)
            yield _arrival(found, label, student, receipts.get(found.trail[:-1]), work, result)
    rest.report(assignment, search.refused, result)


def _receipts(search: Search) -> dict[tuple[Step, ...], Receipt]:
    """Return the receipts that were found, by the way to the folder of each; one that is too large is none."""
    found = [one for one in search.found if one.kind == "receipt" and one.copy]
    small = [one for one in found if one.copy.stat().st_size < LARGEST_RECEIPT]
    return {one.trail[:-1]: Receipt.read(one.copy.read_text("utf-8", "replace")) for one in small}


def _arrival(
    found: Found, label: Label, student: str, receipt: Receipt | None, work: int, result: Collected
) -> Arrival:
    # The time of what bears the student's name, or of the first thing in it that has one. Those further in are
    # from the learner's own clock.
    timed = next(place for place in range(label.place, len(found.trail)) if found.trail[place].time is not None)
    checksum = sha256_of(found.copy)
    if receipt and receipt.sha256 != checksum:
        not_its_own = template("{student}: the notebook is not the one that its receipt was written for ({found}).")
        result.notes.append(say(not_its_own, student=student, found=found))
    names = [step.name for step in found.trail]
    # A file of its own lies with those in its folder; what is in a .zip lies in that.
    together = names[: timed + 1] if timed < len(names) - 1 else [*names[:-1], str(label.again)]
    return Arrival(
        student=student,
        time=datetime.fromtimestamp(min(max(found.trail[timed].time or 0, 0), LAST_TIME), timezone.utc),
        copy=found.copy,
        sha256=checksum,
        shown=str(found),
        label=label,
        order=(label.again, receipt.written if receipt else ""),
        group="/".join(names[: timed + 1]),
        file=found.name,
        work=work,
        saved=found.trail[-1].time or 0.0,
        place="/".join(together),
    )
