# SPDX-License-Identifier: MIT
"""Arrivals from nbgrader's exchange, in which every hand-in has a folder named after a student and a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from grading import exchange
from grading.arrivals import Arrival, Collected, left_beside, looked_at, sha256_of, shown
from grading.roster import Label, Roster, student_of
from grading.unpacking import LeftOut, each_once, tidy
from judge.notebooks import course
from judge.run.words import say, template

CAME_LATER = template(
    "{student}: the exchange's name says {named}, but the file came or was changed {came}, and that "
    "counts. (If you moved or restored the exchange: TIMES=named.)"
)
# Two machines' clocks differ by at most this.
CLOCKS_DIFFER = timedelta(minutes=5)


@dataclass(frozen=True)
class _Notebook:
    """One notebook of a hand-in, and what was found in it."""

    name: str
    copy: Path
    fault: str  # why it is no notebook of the assignment; "" where it is one
    work: int  # how many exercises are answered in it


@dataclass
class _Said:
    """What is said of the exchange beside its arrivals; by student, as there may be many hand-ins: of the last."""

    left_out: list[LeftOut] = field(default_factory=list)
    later: dict[str, str] = field(default_factory=dict)
    beside: dict[str, str] = field(default_factory=dict)

    def report(self, result: Collected) -> None:
        result.left_out += each_once(self.left_out)
        result.notes += [*self.later.values(), *self.beside.values()]


def from_exchange(
    assignment: course.Assignment, into: Path, roster: Roster | None, result: Collected, believe_names: bool
) -> Iterable[Arrival]:
    """Yield the notebooks of an assignment that lie in the exchange; then say in ``result`` what was left out, and why.

    ``into`` is a folder for copies. ``believe_names`` believes the times in the names of the exchange's folders.
    """
    said = _Said()
    for one in exchange.handed_in(assignment, into):
        where = _where(one)
        student, nobody = student_of(Label(one.student), roster)
        if refused := one.fault or nobody:
            said.left_out.append(LeftOut(tidy(one.student), refused, f"{where}: {refused}"))
            continue
        notebooks = [_Notebook(name, copy, *looked_at(assignment, copy)) for name, copy in one.copies]
        if all(notebook.fault for notebook in notebooks):
            said.left_out.append(LeftOut(student, notebooks[0].fault, f"{where}: {notebooks[0].fault}"))
            continue
        if one.time is None:  # What has no time has a fault.
            continue
        when = _time_that_counts(one.time, one.came, believe_names)
        if when != one.time:
            said.later[student] = say(CAME_LATER, student=student, named=shown(one.time), came=shown(when))
        for notebook in notebooks:
            if notebook.fault and notebook.name == f"{assignment.stem}.ipynb":
                what = f"{where}: {notebook.name}: {notebook.fault}"
                said.left_out.append(LeftOut(student, notebook.fault, what))
        yield from _arrivals(one, student, when, where, notebooks)
        if one.files:
            result.files[student] = list(one.files)
            said.beside[student] = left_beside(student, one.files)
    said.report(result)


def _arrivals(
    one: exchange.HandedIn, student: str, when: datetime, where: str, notebooks: list[_Notebook]
) -> Iterator[Arrival]:
    """Yield the readable notebooks of one hand-in, which came together."""
    together = str(one.copies[0][1])
    for notebook in notebooks:
        if not notebook.fault:
            yield Arrival(
                student=student,
                time=when,
                copy=notebook.copy,
                sha256=sha256_of(notebook.copy),
                shown=where,
                label=Label(one.student),
                secret=one.secret,
                group=together,
                file=notebook.name,
                work=notebook.work,
                saved=notebook.copy.stat().st_mtime,
                place=together,
            )


def _where(one: exchange.HandedIn) -> str:
    """Return what an instructor reads of where in the exchange something is."""
    parts = [say("exchange"), tidy(one.student)]
    if one.time:
        parts.append(shown(one.time))
    return ", ".join(parts)


def _time_that_counts(named: datetime, came: datetime | None, believe_names: bool) -> datetime:
    """Return when something was handed in: by its name, or when it came, if that is later and counts."""
    if came is None or believe_names or came - named <= CLOCKS_DIFFER:
        return named
    return came
