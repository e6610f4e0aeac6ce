# SPDX-License-Identifier: MIT
"""Which of a student's notebooks counts: one with answers before one without, then the newest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from grading.arrivals import Arrival, Collected
from grading.roster import FILE as ROSTER
from grading.roster import Roster
from judge.notebooks import choosing, course
from judge.run.words import say, template


def by_student(arrivals: Iterable[Arrival], roster: Roster | None, result: Collected) -> dict[str, list[Arrival]]:
    """Sort arrivals by student, and leave out students who may be more than one person."""
    theirs: dict[str, list[Arrival]] = defaultdict(list)
    spellings: dict[str, set[str]] = defaultdict(set)
    for arrival in arrivals:
        theirs[arrival.student].append(arrival)
        spellings[arrival.student.casefold()].add(arrival.student)
    doubts = {student: _doubt(student, theirs[student], spellings[student.casefold()], roster) for student in theirs}
    result.left_out += filter(None, doubts.values())
    return {student: arrivals for student, arrivals in theirs.items() if not doubts[student]}


def _doubt(student: str, arrivals: list[Arrival], spellings: set[str], roster: Roster | None) -> str:
    """Return why a student may be more than one person; "" where nothing says so."""
    numbers = {one.label.number for one in arrivals if one.label.number}
    if roster:
        numbers = {number for number in numbers if roster.fitting(number) != [student]}
    if len(numbers) > 1:
        several = template(
            "{student}: the platform knows more than one person of this name: {numbers}; write these into {roster}."
        )
        return say(several, student=student, numbers=", ".join(sorted(numbers)), roster=ROSTER)
    if spellings != {student}:
        in_capitals = template("{student}: these differ in capitals alone: {names}; write {roster}.")
        return say(in_capitals, student=student, names=", ".join(sorted(spellings)), roster=ROSTER)
    return ""


def level(work: int) -> int:
    """Return whether a notebook has answers, was only changed, or was not touched: the order of what came at times."""
    return min(work, 1)


def in_order(assignment: course.Assignment, arrivals: list[Arrival]) -> tuple[list[Arrival], str]:
    """Return the arrivals, the one that counts last, and why that is not known; "" where it is.

    One with answers goes before one without, then the newest.
    """
    groups: dict[str, list[Arrival]] = defaultdict(list)
    for arrival in arrivals:
        groups[arrival.group].append(arrival)
    singles = []
    for together in groups.values():
        able = _able(assignment, together)
        if _are_of_several_people(assignment, able):
            names = ", ".join(sorted(one.shown for one in able)[:4])
            at_once = template(
                "several notebooks of {day} came at once ({names}); is it the .zip of a class? "
                "Then unpack it, or name it with FROM=."
            )
            return [], say(at_once, day=assignment.name, names=names)
        singles.append(max(able, key=lambda one: _rank(assignment, one)))
    ordered = sorted(singles, key=lambda one: (_when(one), _rank(assignment, one)))
    last = [one for one in ordered if _when(one) == _when(ordered[-1])]
    are_copies = all(one.place == last[0].place and assignment.stem in one.file for one in last)
    if len({one.sha256 for one in last}) > 1 and not are_copies:
        names = ", ".join(one.shown for one in last)
        return [], say("these are of one time, so it is not known which is newer: {names}.", names=names)
    return ordered, ""


def _able(assignment: course.Assignment, together: list[Arrival]) -> list[Arrival]:
    """Return which of the notebooks that came at once may be the one that counts."""
    most = max(level(one.work) for one in together)
    worked_in = [one for one in together if level(one.work) == most]
    # Copies have the assignment's name in theirs, as programs and people name them.
    return [one for one in worked_in if assignment.stem in one.file] or worked_in


def _are_of_several_people(assignment: course.Assignment, able: list[Arrival]) -> bool:
    """Tell whether notebooks that came at once may be other people's: they differ, and have names of their own."""
    return len({one.sha256 for one in able}) > 1 and assignment.stem not in able[0].file


def _rank(assignment: course.Assignment, one: Arrival) -> Any:
    return choosing.rank(assignment, one.file, one.work, one.saved)


def _when(arrival: Arrival) -> tuple[int, datetime, tuple[int, str]]:
    return level(arrival.work), arrival.time, arrival.order
