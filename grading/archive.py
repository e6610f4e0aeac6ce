# SPDX-License-Identifier: MIT
"""Take a learner's own work into days/ from an archive that the course in a browser wrote, or from a folder like it.

Nothing of the learner's is written over: where a notebook in days/ has work of its own, the archive's is put beside it
under a dated name, as `make reset` names what it keeps. The archive may be damaged, or no archive of the course: it is
read as what strangers hand in is.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import reading
from grading import beside
from grading.unpacking import Found, Search
from judge.notebooks import choosing, course, safe_text, stubs, submission
from judge.notebooks.about import language_of
from judge.notebooks.choosing import KEPT, UNTOUCHED
from judge.notebooks.writing import add_file, replace_file
from judge.run.words import say, speaking, template

SUFFIX = ".zip"
# How many .zips an archive may be said to lie in: what is unpacked of it is what one learner may have packed.
DEPTH = 2
MOST_NAMED = 4

TAKEN = template("{name}: {path} is now the archive's.")
THE_SAME = template("{name}: {path} holds what the archive has.")
KEPT_BESIDE = template(
    "{name}: {path} has work of its own and stays, and the archive's is kept beside it as {kept}. To go on with the "
    "archive's, `{reset}`, then import it again."
)
ANOTHER = template("{name}: another notebook of the archive, {shown}, is kept as {kept}.")
RECORDS_THERE = template("What your notebooks keep beside the days is here already.")
LEFT_IN = template("Left in the archive, since only notebooks of the course and its own records are taken: {names}.")
UNREADABLE = template("{shown}: it can't be read ({why}).")
NOTHING = template(
    "{place} holds no work of yours on this course: take the archive that the course in the browser gave you."
)
NO_FILE = template("There is no {place}: name the archive that the course in the browser gave you.")


@dataclass
class Taken:
    """What came of an archive, in sentences; names in them may be a stranger's."""

    done: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    replaced: bool = False  # whether a notebook that may be open is another now

    def lines(self) -> list[str]:
        """Return the sentences as a terminal may show them."""
        return [safe_text.line(sentence) for sentence in (*self.done, *self.notes, *self.left_out)]


@dataclass(frozen=True)
class _Notebook:
    """A notebook of an archive in which somebody has worked."""

    found: Found
    assignment: course.Assignment
    target: Path  # where days/ have it
    text: str  # the fingerprint of its texts
    work: int

    @property
    def rank(self) -> tuple[int, float, bool, str]:
        """What is greatest for the one that counts of several."""
        return choosing.rank(self.assignment, self.found.name, self.work, self.found.trail[-1].time or 0.0)


def take(place: Path) -> Taken:
    """Take the notebooks and the records of an archive, of a folder or of a single notebook into days/.

    A second time changes nothing.

    Raises:
        CourseError: There is no such file, it can't be read, or holds no work on this course.
        OSError: The disk is full, or read-only. What was taken before stays.
    """
    place = place.expanduser()
    if not place.exists():
        raise course.CourseError(NO_FILE, place=place)
    taken = Taken()
    with tempfile.TemporaryDirectory() as folder:
        search = Search(Path(folder), beside.records())
        if place.suffix.lower() == ".ipynb":
            search.take(place)
        else:
            search.look(place, DEPTH)
        taken.left_out += [one.text for one in search.refused]
        by_target: dict[Path, list[_Notebook]] = defaultdict(list)
        others = [found for found in search.found if not found.copy]
        for one in _worked_in(search.found, taken, others):
            by_target[one.target].append(one)
        for _, several in sorted(by_target.items()):
            _put(several, taken)
        records = [found for found in search.found if found.copy and found.name in search.others]
        said = [sentence for found in records for sentence in _take_record(found)]
        taken.done += said or ([say(RECORDS_THERE)] if records else [])
        taken.notes += _left(others)
    if not taken.done:
        # One reason is enough: where a whole archive can't be read there is no other.
        raise course.CourseError("{reason}", reason=(taken.left_out or [say(NOTHING, place=place)])[0])
    return taken


def waiting() -> list[Path]:
    """Return the archives that somebody put into days/, and that were not taken yet."""
    root = course.root()
    folders = {root / "days", course.learner_folder(root)}
    names = (path for folder in sorted(folders) for path in sorted(folder.glob(f"*{SUFFIX}")))
    return [path for path in names if path.is_file() and KEPT not in path.name]


def take_waiting() -> Iterator[str]:
    """Take what lies in days/, and yield sentences on it; what is taken is kept under a dated name."""
    for path in waiting():
        shown = path.relative_to(course.root()).as_posix()
        try:
            taken = take(path)
            yield from taken.lines()
            yield say("{shown} is taken, and kept as {kept}.", shown=shown, kept=reading.set_aside(path).name)
        except course.CourseError as error:
            yield safe_text.line(f"{shown}: {error}")
        except OSError as error:
            yield safe_text.line(f"{shown}: {course.refusal(error)}")


def _worked_in(found: Iterable[Found], taken: Taken, others: list[Found]) -> Iterator[_Notebook]:
    """Yield the notebooks of days in which somebody has worked.

    Say of those that can't be read why, and add those of no day, such as a changed start page, to ``others``.
    """
    for one in found:
        if one.kind != "notebook" or not one.copy:
            continue
        try:
            notebook = submission.read(one.copy, outputs=False)
            assignment = _assignment_of(notebook, one.copy)
            work = choosing.work_in(notebook, assignment) if assignment else UNTOUCHED
        except submission.UnreadableNotebook as error:
            taken.left_out.append(f"{one}: {error.reason}")
        except Exception as error:  # Whatever a stranger's file does to a reader, the others are taken.
            taken.left_out.append(say(UNREADABLE, shown=one, why=type(error).__name__))
        else:
            if assignment is None:
                others.append(one)
            elif work != UNTOUCHED:
                yield _Notebook(one, assignment, _target(assignment, notebook), stubs.stamp(notebook), work)


def _assignment_of(notebook: Any, path: Path) -> course.Assignment | None:
    try:
        return submission.assignment_of(notebook, path)
    except submission.UnreadableNotebook:  # No cell of it belongs to this course.
        return None


def _target(assignment: course.Assignment, notebook: Any) -> Path:
    """Return where days/ have an assignment in the language of a notebook."""
    with speaking(language_of(notebook.metadata)):
        return assignment.learner_notebook


def _put(several: list[_Notebook], taken: Taken) -> None:
    """Put what an archive has of an assignment into days/: the one that counts in its place, unless work is there."""
    counts, *others = sorted(several, key=lambda one: one.rank, reverse=True)
    shown = counts.target.relative_to(counts.assignment.root).as_posix()
    named = {"name": counts.assignment.name, "path": shown}
    if not counts.target.exists() or stubs.untouched(counts.target):
        replace_file(counts.target, counts.found.copy.read_bytes())
        taken.done.append(say(TAKEN, **named))
        taken.replaced = True
    elif _text_of(counts.target) == counts.text:
        taken.done.append(say(THE_SAME, **named))
    else:
        reset = course.command("reset", counts.assignment)
        taken.done.append(say(KEPT_BESIDE, kept=_keep(counts).name, reset=reset, **named))
    for one in others:
        if one.text != counts.text:
            taken.notes.append(say(ANOTHER, name=one.assignment.name, shown=one.found, kept=_keep(one).name))


def _text_of(path: Path) -> str:
    """Return the fingerprint of a notebook's texts; "" where it can't be read."""
    try:
        return stubs.stamp(submission.read(path, outputs=False))
    except Exception:  # Whatever it is, it is the learner's.
        return ""


def _keep(one: _Notebook) -> Path:
    """Put a notebook beside that of days/ under a dated name, unless it is there under one already."""
    data = one.found.copy.read_bytes()
    for path in sorted(one.target.parent.glob(f"{one.target.stem}{KEPT}*.ipynb")):
        if path.is_file() and path.read_bytes() == data:
            return path
    name = f"{one.target.stem}{KEPT}{time.strftime('%Y-%m-%d-%H%M%S')}.ipynb"
    return add_file(one.target.parent, name, data)


def _take_record(found: Found) -> list[str]:
    """Take what an archive has of a file beside the days; return sentences on what was new."""
    days = course.root() / "days"
    here = days / found.name
    is_newer = not here.exists() or (found.trail[-1].time or 0.0) > here.stat().st_mtime
    return beside.take(days, found.name, found.copy, is_newer)


def _left(found: Iterable[Found]) -> Iterator[str]:
    """Yield a sentence on what is neither a notebook of a day nor a record, where there is such a thing."""
    names = [str(one) for one in found]
    if names:
        yield say(LEFT_IN, names=", ".join([*names[:MOST_NAMED], *["..."][: len(names) > MOST_NAMED]]))
