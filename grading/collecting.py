# SPDX-License-Identifier: MIT
"""Collect what learners handed in, from a platform's downloads or nbgrader's exchange, into submitted/.

A name that fits nobody is listed and never guessed. The newest notebook is graded; earlier ones are kept in
``submitted/<student>/dayN/earlier/``.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from enum import Enum, auto
from pathlib import Path

from grading import exchange
from grading.exchange import SECRET, TIMES
from grading.roster import FILE as ROSTER
from grading.roster import Label, Labels, Roster, fault_of_id, platforms, student_of
from grading.submit import Receipt
from grading.unpacking import Found, LeftOut, Search, Step, each_once, tidy
from judge.notebooks import choosing, course, safe_text, submission
from judge.notebooks.choosing import TOUCHED, UNTOUCHED
from judge.notebooks.writing import add_file, replace_file
from judge.run.words import say, template

TIMESTAMP = "timestamp.txt"
EARLIER = "earlier"
UNCHANGED = template("as it was")
MOST_NAMES = 4  # of what lies beside a notebook
LISTS = (".csv", ".xlsx", ".ods")  # what a platform, or the instructor, puts beside the hand-ins
ANOTHER_DAY = template("it is a notebook of {day}.")
NOTHING = template("{who}: nothing of {day}; {why}")
NOT_WRITTEN = template("{student}: it could not be written ({why}).")
LEFT_BESIDE = template("{who}: left out beside the notebook: {files}.")
CAME_LATER = template(
    "{student}: the exchange's name says {named}, but the file came or was changed {came}, and that "
    "counts. (If you moved or restored the exchange: TIMES=named.)"
)
LARGEST_RECEIPT = 10_000  # bytes
LAST_TIME = 4_102_444_800  # the year 2100: what a file's time says beyond it, a folder can't
# Two machines' clocks differ by at most this.
CLOCKS_DIFFER = timedelta(minutes=5)


@dataclass(frozen=True)
class Arrival:
    """A notebook of the day, and when its student handed it in."""

    student: str
    time: datetime
    copy: Path
    sha256: str
    shown: str
    label: Label
    order: tuple[int, str] = (0, "")  # among those of one time
    secret: str = ""
    group: str = ""  # what lies in one .zip was handed in at once
    file: str = ""
    work: int = TOUCHED  # how many exercises are answered in it, as for choosing.work_in
    saved: float = 0.0  # when its student saved it, by their own clock
    place: str = ""  # what lies in one place was handed in together


@dataclass
class Collected:
    """What was collected: what was done for each student, and a sentence for each thing that was left out."""

    done: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # By student, the names of what came with their notebooks and is no notebook.
    files: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def lines(self, day: course.Day) -> list[str]:
        """Return what an instructor reads: each student, then what was left out, then a sum.

        Names that strangers chose may hold a terminal's commands.
        """
        lines = [f"{student}: {what}" for student, what in sorted(self.done.items())] + self.notes
        if self.left_out:
            lines += [say("Left out:"), *(f"    {line}" for line in self.left_out)]
        summary = say(
            "{name}: {count} collected, {new} of them new or renewed; {left_out} left out. Next: `{command}`.",
            name=day.name,
            count=len(self.done),
            new=sum(what != say(UNCHANGED) for what in self.done.values()),
            left_out=len(self.left_out),
            command=course.command("grade", day),
        )
        return [safe_text.line(line) for line in (*lines, summary)]


def collect(day: course.Day, place: Path | None = None, *, believe_names: bool = False) -> Collected:
    """Collect a day's notebooks into submitted/, from a platform's downloads or else from nbgrader's exchange.

    A second time changes nothing. ``believe_names`` believes the times in the exchange's names, which learners' own
    processes wrote: an exchange that was moved or restored has no others. Otherwise a file that came later is later.

    Raises:
        CourseError: There is no such place, or the roster is faulty.
        OSError: The disk is full, or read-only. What was collected before is kept.
    """
    roster = Roster.of(day.root)
    result = Collected()
    if place is not None:
        _refuse_one_students(day, place, roster)
    with tempfile.TemporaryDirectory() as folder:
        if place is None:
            arrivals = _from_exchange(day, Path(folder), roster, result, believe_names)
        else:
            arrivals = _from_downloads(day, place, Path(folder), roster, result)
        for student, theirs in sorted(_by_student(arrivals, roster, result).items()):
            try:
                _put(day, student, theirs, result)
            except OSError as error:
                if course.stops_all(error):
                    raise
                why = error.strerror or error
                result.left_out.append(say(NOT_WRITTEN, student=student, why=why))
    return result


def _refuse_one_students(day: course.Day, place: Path, roster: Roster | None) -> None:
    """Refuse a place that is not there, or that is one student's own: they chose the names of what is in it."""
    if not place.exists():
        raise course.CourseError(
            "There is no {place}: name the folder or .zip that your platform gave you.", place=place
        )
    name = tidy(place.resolve().name.removesuffix(".zip"))
    if roster:
        is_known = bool(roster.fitting(name))
    else:
        is_known = not fault_of_id(name) and (day.root / "submitted" / name).is_dir()
    if is_known or platforms(name):
        raise course.CourseError("{place} is named after one student: name the folder that it lies in.", place=place)


def _from_exchange(
    day: course.Day, into: Path, roster: Roster | None, result: Collected, believe_names: bool
) -> Iterable[Arrival]:
    left_out: list[LeftOut] = []
    # By student, as there may be many: of the last, which counts.
    later: dict[str, str] = {}
    beside: dict[str, str] = {}
    for one in exchange.handed_in(day, into):
        shown = _shown_in_exchange(one)
        label = Label(one.student)
        student, nobody = student_of(label, roster)
        refused = one.fault or nobody
        if refused:
            left_out.append(LeftOut(tidy(one.student), refused, f"{shown}: {refused}"))
            continue
        looked_at = [(name, copy, *_looked_at(day, copy)) for name, copy in one.copies]
        faults = {name: fault for name, _, fault, _ in looked_at if fault}
        if len(faults) == len(looked_at):
            first = next(iter(faults.values()))
            left_out.append(LeftOut(student, first, f"{shown}: {first}"))
            continue
        if one.time is None:  # What has no time has a fault.
            continue
        when = _time_that_counts(one.time, one.came, believe_names)
        if when != one.time:
            later[student] = say(CAME_LATER, student=student, named=_shown(one.time), came=_shown(when))
        expected = f"{day.stem}.ipynb"
        if expected in faults:
            left_out.append(LeftOut(student, faults[expected], f"{shown}: {expected}: {faults[expected]}"))
        together = str(one.copies[0][1])
        for name, copy, fault, work in looked_at:
            if not fault:
                yield Arrival(
                    student=student,
                    time=when,
                    copy=copy,
                    sha256=_checksum(copy),
                    shown=shown,
                    label=label,
                    secret=one.secret,
                    group=together,
                    file=name,
                    work=work,
                    saved=copy.stat().st_mtime,
                    place=together,
                )
        if one.files:
            result.files[student] = list(one.files)
            beside[student] = _left_beside(student, one.files)
    result.left_out += each_once(left_out)
    result.notes += [*later.values(), *beside.values()]


def _shown_in_exchange(one: exchange.HandedIn) -> str:
    """Return what an instructor reads of where in the exchange something is."""
    parts = [say("exchange"), tidy(one.student)]
    if one.time:
        parts.append(_shown(one.time))
    return ", ".join(parts)


def _time_that_counts(named: datetime, came: datetime | None, believe_names: bool) -> datetime:
    """Return when something was handed in: by its name, or when it came, if that is later and counts."""
    if came is None or believe_names or came - named <= CLOCKS_DIFFER:
        return named
    return came


@dataclass
class _NotCollected:
    """What is said of downloads beside the notebooks that are collected from them; an owner is a student, or a name."""

    of_nobody: dict[str, str] = field(default_factory=dict)  # by the name that fits nobody, why
    first_of: dict[str, str] = field(
        default_factory=dict
    )  # by owner, of the first thing that is no notebook of the day
    beside: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # by owner, names of such things
    unread: list[LeftOut] = field(default_factory=list)
    # Owners of whom a notebook is collected, or of whom it is said why one can't be read.
    reported: set[str] = field(default_factory=set)

    def report(self, day: course.Day, refused: Sequence[LeftOut], result: Collected) -> None:
        """Say it: a line for each name that fits nobody, for whoever has nothing else, and for what is beside."""
        for owner, names in self.beside.items():
            if owner in self.reported:
                result.notes.append(_left_beside(owner, names))
        result.left_out += each_once([*self.unread, *refused])
        result.left_out += [f"{name}: {why}" for name, why in self.of_nobody.items()]
        for owner, why in self.first_of.items():
            if owner not in self.reported:
                result.left_out.append(say(NOTHING, who=owner, day=day.name, why=why))


def _from_downloads(
    day: course.Day, place: Path, into: Path, roster: Roster | None, result: Collected
) -> Iterable[Arrival]:
    search = Search(into)
    search.look(place)
    receipts = _receipts(search)
    labels = Labels(search.found, roster)
    rest = _NotCollected()
    other_days = {say(ANOTHER_DAY, day=one.name) for one in course.days()}
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
            rest.first_of.setdefault(owner, found.left_out)
            rest.beside[owner].append(found.name)
            if not found.name.lower().endswith(".ipynb"):
                result.files[owner].append(found.name)
            continue
        fault, work = _looked_at(day, found.copy)
        if not fault:
            rest.reported.add(owner)
            yield _arrival(found, label, student, receipts.get(found.trail[:-1]), work, result)
            continue
        rest.first_of.setdefault(owner, f"{found.name}: {fault}")
        if fault not in other_days:
            rest.unread.append(LeftOut(owner, fault, f"{found}: {fault}"))
            rest.reported.add(owner)
    rest.report(day, search.refused, result)


def _receipts(search: Search) -> dict[tuple[Step, ...], Receipt]:
    """Return the receipts that were found, by the way to the folder of each; one that is too large is none."""
    found = [one for one in search.found if one.kind == "receipt" and one.copy]
    small = [one for one in found if one.copy.stat().st_size < LARGEST_RECEIPT]
    return {one.trail[:-1]: Receipt.read(one.copy.read_text("utf-8", "replace")) for one in small}


def _left_beside(who: str, names: Sequence[str]) -> str:
    listed = list(names[:MOST_NAMES])
    if len(names) > MOST_NAMES:
        listed.append("...")
    return say(LEFT_BESIDE, who=who, files=", ".join(listed))


def _arrival(
    found: Found, label: Label, student: str, receipt: Receipt | None, work: int, result: Collected
) -> Arrival:
    # The time of what bears the student's name, or of the first thing in it that has one. Those further in are
    # from the learner's own clock.
    timed = next(place for place in range(label.place, len(found.trail)) if found.trail[place].time is not None)
    checksum = _checksum(found.copy)
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


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _looked_at(day: course.Day, copy: Path) -> tuple[str, int]:
    """Return why a file is no notebook of the day, "" where it is one, and how many exercises are answered in it."""
    try:
        notebook = submission.read(copy, outputs=False)
        of = submission.day_of(notebook, copy)
        if of != day:
            return say(ANOTHER_DAY, day=of.name), UNTOUCHED
        return "", choosing.work_in(notebook, day)
    except submission.UnreadableNotebook as error:
        return error.reason, UNTOUCHED
    except Exception as error:  # Whatever a stranger's file does to a reader, the others are collected.
        return say("it can't be read ({why}).", why=type(error).__name__), UNTOUCHED


def _by_student(arrivals: Iterable[Arrival], roster: Roster | None, result: Collected) -> dict[str, list[Arrival]]:
    """Sort arrivals by student, and leave out students who may be more than one person."""
    theirs: dict[str, list[Arrival]] = defaultdict(list)
    spellings: dict[str, set[str]] = defaultdict(set)
    for arrival in arrivals:
        theirs[arrival.student].append(arrival)
        spellings[arrival.student.casefold()].add(arrival.student)
    for student in list(theirs):
        alike = ", ".join(sorted(spellings[student.casefold()]))
        numbers = {one.label.number for one in theirs[student] if one.label.number}
        if roster:
            numbers = {number for number in numbers if roster.fitting(number) != [student]}
        if len(numbers) > 1:
            several = template(
                "{student}: the platform knows more than one person of this name: {numbers}; write these into {roster}."
            )
            listed = ", ".join(sorted(numbers))
            result.left_out.append(say(several, student=student, numbers=listed, roster=ROSTER))
        elif alike != student:
            in_capitals = template("{student}: these differ in capitals alone: {names}; write {roster}.")
            result.left_out.append(say(in_capitals, student=student, names=alike, roster=ROSTER))
        else:
            continue
        del theirs[student]
    return theirs


class _Standing(Enum):
    """What a student's newest notebook is to the one that is graded now."""

    FIRST = auto()  # there is none yet
    SAME = auto()
    BETTER = auto()
    WORSE = auto()


def _put(day: course.Day, student: str, everything: list[Arrival], result: Collected) -> None:
    """Put a student's newest notebook where it is graded, and the others where they are kept.

    One without answers never takes the place of one with answers.
    """
    arrivals, fault = _in_order(day, everything)
    folder = day.folder_of("submitted", student)
    target = folder / f"{day.stem}.ipynb"
    if not fault and any(path.is_symlink() for path in (folder.parent, folder, target)):
        fault = say("{place} leads elsewhere by a link.", place=folder.relative_to(day.root).as_posix())
    if fault:
        result.left_out.append(f"{student}: {fault}")
        return
    newest = arrivals[-1]
    kept = [one for one in everything if one.sha256 != newest.sha256]
    present = _present(target) if target.exists() else None
    standing = _standing(day, target, present, newest)
    if standing is _Standing.SAME:
        # The same notebook once more: the earlier time counts.
        _mark(folder, min(present, newest.time), newest.secret)
    elif standing is _Standing.BETTER:
        _keep(folder, target, present)
    elif standing is _Standing.WORSE:
        if newest.work <= TOUCHED < _work_at(day, target) and present < newest.time:
            emptier = template("{student}: {shown} has no answers, so what was collected before counts.")
            result.notes.append(say(emptier, student=student, shown=newest.shown))
        kept.append(newest)
    for one in kept:
        if not (target.exists() and _checksum(target) == one.sha256):
            _keep(folder, one.copy, one.time)
    beside = _beside(day, newest, everything, result.files.get(student, ()))
    if standing is not _Standing.WORSE:
        result.notes += [f"{student}: {sentence}" for sentence in replace(beside, files=()).sentences(day)]
    if standing in (_Standing.FIRST, _Standing.BETTER):
        _write(folder, target, newest)
        result.done[student] = _done(newest, present)
    else:
        result.done[student] = say(UNCHANGED)
    if standing is not _Standing.WORSE:
        beside.write(folder)


def _standing(day: course.Day, target: Path, present: datetime | None, newest: Arrival) -> _Standing:
    """Compare a notebook with the one that is graded now, which was handed in at the time ``present``."""
    if present is None:
        return _Standing.FIRST
    if _checksum(target) == newest.sha256:
        return _Standing.SAME
    if (_level(_work_at(day, target)), present) < (_level(newest.work), newest.time):
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
    known = {"time": _shown(newest.time), "checksum": newest.sha256[:12]}
    if before is None:
        done = say("collected (of {time}, sha256 {checksum}...)", **known)
    else:
        renewed = template("renewed (of {time}, sha256 {checksum}...; that of {before} is kept in {folder}/)")
        done = say(renewed, before=_shown(before), folder=EARLIER, **known)
    if newest.label.late:
        return say("{done}, late by the platform's mark", done=done)
    return done


def _beside(day: course.Day, newest: Arrival, everything: list[Arrival], files: Iterable[str]) -> choosing.Beside:
    """Return what came with the notebook that counts, and what would have counted if it had answers."""
    others = [one for one in everything if one.sha256 != newest.sha256]
    by_name = [one for one in others if one.place == newest.place and one.file == f"{day.stem}.ipynb"]
    later = [one for one in others if (one.time, one.order) > (newest.time, newest.order)]
    return choosing.Beside.of(
        newest.file,
        answered=[one.file for one in others if one.place == newest.place and one.work > TOUCHED],
        empty=[one.file for one in (*by_name, *later) if one.work <= TOUCHED < newest.work],
        files=files,
    )


def _work_at(day: course.Day, target: Path) -> int:
    """Return how much was done in what is graded now; what can't be read counts as changed by somebody."""
    fault, work = _looked_at(day, target)
    return TOUCHED if fault else work


def _level(work: int) -> int:
    """Return whether a notebook has answers, was only changed, or was not touched: the order of what came at times."""
    return min(work, 1)


def _in_order(day: course.Day, arrivals: list[Arrival]) -> tuple[list[Arrival], str]:
    """Return the arrivals, the one that counts last, and why that is not known; "" where it is.

    One with answers goes before one without, then the newest.
    """
    groups: dict[str, list[Arrival]] = defaultdict(list)
    for arrival in arrivals:
        groups[arrival.group].append(arrival)
    singles = []
    for together in groups.values():
        most = max(_level(one.work) for one in together)
        worked_in = [one for one in together if _level(one.work) == most]
        # Copies have the day's name in theirs, as programs and people name them. Other names may be other people's.
        named = [one for one in worked_in if day.stem in one.file]
        able = named or worked_in
        if len({one.sha256 for one in able}) > 1 and day.stem not in able[0].file:
            names = ", ".join(sorted(one.shown for one in able)[:4])
            at_once = template(
                "several notebooks of {day} came at once ({names}); is it the .zip of a class? "
                "Then unpack it, or name it with FROM=."
            )
            return [], say(at_once, day=day.name, names=names)
        singles.append(max(able, key=lambda one: choosing.rank(day, one.file, one.work, one.saved)))
    ordered = sorted(singles, key=lambda one: (_when(one), choosing.rank(day, one.file, one.work, one.saved)))
    last = [one for one in ordered if _when(one) == _when(ordered[-1])]
    are_copies = all(one.place == last[0].place and day.stem in one.file for one in last)
    if len({one.sha256 for one in last}) > 1 and not are_copies:
        names = ", ".join(one.shown for one in last)
        return [], say("these are of one time, so it is not known which is newer: {names}.", names=names)
    return ordered, ""


def _when(arrival: Arrival) -> tuple[int, datetime, tuple[int, str]]:
    return _level(arrival.work), arrival.time, arrival.order


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
    checksum = _checksum(notebook)
    if any(_checksum(path) == checksum for path in shelf.glob("*.ipynb")):
        return
    add_file(shelf, f"{when.astimezone():%Y-%m-%d-%H%M%S}.ipynb", notebook.read_bytes(), when.timestamp())


def _shown(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC"
