# SPDX-License-Identifier: MIT
"""Grade a class: every submission that changed, on all cores, into nbgrader's gradebook."""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import stat
import time
import unicodedata
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import nbformat
from tqdm import tqdm

from grading import batch
from judge.notebooks import choosing, course, safe_text, submission
from judge.notebooks.writing import replace_file
from judge.run import garbage
from judge.run.words import announce, say, template
from judge.verdicts import marking, processes

# Scores are written together: at most this many, after at most this many seconds.
MOST_TOGETHER = 50
SECONDS_TOGETHER = 2.0
# Beside a graded notebook: what it was graded from.
STAMP = "graded.json"
# Where faults of the grader are written down, in reports/, and how many characters of one.
FAULTS = "faults.log"
LONGEST_FAULT = 20_000


def submitted(assignment: course.Assignment, student: str = "*") -> list[str]:
    """Return the students who have a folder for this assignment in submitted/, sorted."""
    folders = (assignment.root / "submitted").glob(student)
    return sorted(folder.name for folder in folders if _is_folder(folder / assignment.name))


def _is_folder(path: Path) -> bool:
    """Tell whether a folder is there; one that may not be looked at is, and is refused later with its reason."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        return isinstance(error, PermissionError)


def grade_class(
    assignment: course.Assignment,
    student: str = "*",
    *,
    force: bool = False,
    confined: bool = True,
    pool: batch.Pool = batch.graded,
) -> int:
    """Grade the submissions of an assignment that changed, print a line for each, and export grades.csv.

    A submission that can't be read is refused with its reason; it keeps its earlier score, and the others are graded.
    What is done when this is stopped stays done. ``student`` may be a pattern; ``force`` grades what did not change,
    too; without ``confined`` learners' cells run as yourself.

    Returns:
        0 if all were graded, 1 if any was refused or the work was stopped.

    Raises:
        CourseError: There is nothing to grade, or nobody can be graded.
    """
    students = submitted(assignment, student)
    if not students:
        raise course.CourseError(
            "No submissions: put notebooks at submitted/<student>/{name}/{stem}.ipynb.",
            name=assignment.name,
            stem=assignment.stem,
        )
    with _alone(assignment):
        work = _Work(assignment, students, force)
        stopped = False
        # One new seed for the class: what each known mistake answers is then found out once, and not for each student.
        seed = secrets.randbelow(10**6)
        tasks = [
            batch.Task(name, one.path, assignment.number, confined, seed, tuple(one.beside))
            for name, one in work.handed_in.items()
        ]
        try:
            with contextlib.closing(pool(tasks)) as graded:
                # nbgrader takes a second to import. The pool is at work by now, so nobody waits for that.
                with garbage.not_looked_for():
                    from grading.by_nbgrader.gradebook import sole_writer
                with sole_writer(assignment), contextlib.closing(_together(graded, len(tasks))) as batches:
                    work.open_gradebook()
                    for outcomes in batches:
                        work.record(outcomes)
        except KeyboardInterrupt:
            stopped = True
        except marking.NotConfinedHere as error:
            raise course.CourseError(
                "{error} SECURITY.md says what to install. For your own work alone: {command}.",
                error=error,
                command=course.command("grade", assignment, unconfined=True),
            ) from error
        finally:
            work.write_faults()
    from grading.by_nbgrader.grades import export_grades

    exported = export_grades(assignment, assignment.root / "grades.csv")
    if stopped:
        left = len(work.handed_in.keys() - work.done - work.refused)
        go_on = template("Stopped: {count} graded, {left} left. The same command goes on from here.")
        announce(go_on, count=len(work.done), left=left)
    if work.unchanged:
        summary = template("{count} graded, {unchanged} unchanged, {refused} refused. All grades: {name}.")
    else:
        summary = template("{count} graded, {refused} refused. All grades: {name}.")
    announce(summary, count=len(work.done), unchanged=work.unchanged, refused=len(work.refused), name=exported.name)
    return 1 if work.refused or stopped else 0


@dataclass(frozen=True)
class _HandedIn:
    """What a student is graded by."""

    path: Path  # the notebook
    beside: list[choosing.Beside]  # what lies beside it
    stamp: str  # what it would be graded from, as text


class _Work:
    """What is to be graded, and what became of it; whoever can't be graded is refused at once."""

    def __init__(self, assignment: course.Assignment, students: list[str], force: bool):
        self._assignment = assignment
        self.done: set[str] = set()
        self.refused: set[str] = set()
        self.unchanged = 0
        # By student, what is to be graded.
        self.handed_in: dict[str, _HandedIn] = {}
        self._faults: list[tuple[str, str]] = []
        self._lacking: set[str] = set()
        version = batch.version(assignment)
        for name in students:
            try:
                found = _handed_in(assignment, name, version)
            except Exception as error:
                found = course.why(error, say("It could not be graded ({}). Please report this."))
            if isinstance(found, str):
                self._refuse(name, found)
            elif force or found.stamp != _stamped(assignment, name):
                self.handed_in[name] = found
            else:
                self.unchanged += 1

    def open_gradebook(self) -> None:
        """Get ready to put outcomes into the gradebook.

        Raises:
            CourseError: It can't be opened, or knows another version of the assignment.
        """
        from grading.by_nbgrader.record import Record

        self._record = Record(self._assignment)

    def record(self, outcomes: list[batch.Outcome]) -> None:
        """Put outcomes into the gradebook, and print what became of each; stop where nobody's can be written."""
        for sentence in sorted({each for one in outcomes for each in one.lacking} - self._lacking):
            print(sentence)
            self._lacking.add(sentence)
        scores = self._put([one for one in outcomes if not one.refused])
        for one in outcomes:
            name = one.task.student
            if name in scores:
                self.done.add(name)
                announce("{student}: {points:g} points", student=safe_text.line(name), points=scores[name])
                for warning in one.warnings:
                    print(f"    {safe_text.line(warning)}")
            elif one.refused:
                self._refuse(name, one.refused)
            self._faults += [(name, fault) for fault in one.faults]

    def _refuse(self, name: str, reason: str) -> None:
        self.refused.add(name)
        announce("{student}: refused: {reason}", student=safe_text.line(name), reason=safe_text.line(reason))

    def _put(self, outcomes: list[batch.Outcome]) -> dict[str, float]:
        """Put outcomes into the gradebook together; where that fails, one by one. Return the scores by student."""
        from grading.by_nbgrader.gradebook import GradebookError

        if not outcomes:
            return {}
        try:
            return self._put_together(outcomes)
        except Exception as error:
            if isinstance(error, GradebookError) or course.stops_all(error):
                raise
            if len(outcomes) == 1:
                failed = batch.failed(outcomes[0].task, error)
                self._refuse(failed.task.student, failed.refused)
                self._faults += [(failed.task.student, fault) for fault in failed.faults]
                return {}
        scores = {}
        for one in outcomes:
            scores.update(self._put([one]))
        return scores

    def _put_together(self, outcomes: list[batch.Outcome]) -> dict[str, float]:
        from grading.by_nbgrader import autograding

        # If this is stopped from here on, what was written of them is not known, whichever version they hand in next.
        for one in outcomes:
            _graded(self._assignment, one.task.student).unlink(missing_ok=True)
        notebooks = {one.task.student: nbformat.from_dict(json.loads(one.notebook)) for one in outcomes}
        for one in outcomes:
            autograding.settle(notebooks[one.task.student], one.warnings, one.trouble)
        scores = self._record.put(notebooks)
        # Last of all: whoever is stopped before grades this one again.
        for name in scores:
            replace_file(_graded(self._assignment, name), self.handed_in[name].stamp.encode())
        return scores

    def write_faults(self) -> None:
        """Write down what the grader itself did wrong, and say where; nothing where it did not."""
        if not self._faults:
            return
        path = self._assignment.root / "reports" / FAULTS
        path.parent.mkdir(exist_ok=True)
        with open(path, "a", encoding="utf-8", errors="backslashreplace") as file:
            for name, fault in self._faults:
                when = time.strftime("%Y-%m-%d %H:%M:%S")
                # It may hold what a learner's code wrote, and so a terminal's commands.
                text = safe_text.lines(_shortened(fault), LONGEST_FAULT)
                file.write(f"{when} {self._assignment.name}, {safe_text.line(name)}: {text}\n\n")
        one = template("1 check could not be judged. This is a fault of the grader: see {place}, and please report it.")
        several = template(
            "{count} checks could not be judged. This is a fault of the grader: see {place}, and please report it."
        )
        place = path.relative_to(self._assignment.root).as_posix()
        announce(one if len(self._faults) == 1 else several, count=len(self._faults), place=place)


def _shortened(fault: str) -> str:
    """Return a traceback without its middle where it is long: it begins with the check and ends with the error."""
    if len(fault) <= LONGEST_FAULT:
        return fault
    return f"{fault[: LONGEST_FAULT // 2]}\n...\n{fault[-LONGEST_FAULT // 2 :]}"


def _together(outcomes: Generator[batch.Outcome, None, None], count: int) -> Generator[list[batch.Outcome], None, None]:
    """Gather outcomes, and show how far the work is, in a terminal alone."""
    gathered: list[batch.Outcome] = []
    latest = time.monotonic()
    bar = say("[{bar:30}] {n} of {total}, about {remaining} left")
    shown = tqdm(outcomes, total=count, leave=False, disable=None, ascii=".#", bar_format=bar)
    with contextlib.closing(outcomes), contextlib.closing(shown):
        try:
            for number, outcome in enumerate(shown, 1):
                gathered.append(outcome)
                is_late = time.monotonic() - latest >= SECONDS_TOGETHER
                has_idle_core = count - number < batch.cores()  # Fewer submissions are left than cores.
                if len(gathered) >= MOST_TOGETHER or is_late or has_idle_core:
                    shown.clear()
                    yield gathered
                    gathered = []
                    latest = time.monotonic()
        except KeyboardInterrupt:
            if gathered:
                yield gathered
            raise
    if gathered:
        yield gathered


def _handed_in(assignment: course.Assignment, student: str, version: str) -> _HandedIn | str:
    """Return what a student is graded by, or why they can't be graded."""
    reason = _refused_folder(assignment, student)
    if reason:
        return reason
    path, beside = _chosen(assignment, student)
    reason = _refused(assignment, path)
    if reason:
        return reason
    return _HandedIn(path, beside, _stamp(path, beside, version))


def _chosen(assignment: course.Assignment, student: str) -> tuple[Path, list[choosing.Beside]]:
    """Return the notebook of a student that is graded, and what lies beside it."""
    if len(list(assignment.folder_of("submitted", student).glob("*.ipynb"))) < 2:
        return choosing.submitted(assignment, student)
    # Strangers' notebooks are read to choose between them: not in this process.
    found: tuple[Path, list[choosing.Beside]] = processes.call(choosing.submitted, assignment, student)
    return found


def _graded(assignment: course.Assignment, student: str) -> Path:
    return assignment.folder_of("autograded", student) / STAMP


def _refused_folder(assignment: course.Assignment, student: str) -> str:
    """Return why nothing in a student's folder can be graded, by the folder alone; "" where something may be."""
    if {unicodedata.category(sign) for sign in student} & {"Cc", "Cs"}:
        unholdable = template("its folder in submitted/ is named {student!a}: no gradebook can hold that. Rename it.")
        return say(unholdable, student=student)
    folder = assignment.folder_of("submitted", student)
    if folder.is_symlink() or folder.parent.is_symlink():
        linked = template("{place} lies in a folder that is a link. A notebook of {student}'s own is needed.")
        place = (folder / f"{assignment.stem}.ipynb").relative_to(assignment.root).as_posix()
        return say(linked, place=place, student=student)
    return ""


def _refused(assignment: course.Assignment, path: Path) -> str:
    """Return why a notebook can't be graded at a look, or ""."""
    place = path.relative_to(assignment.root).as_posix()
    if not path.exists():
        others = ", ".join(sorted(path.name for path in path.parent.glob("*.ipynb"))) or say("no notebook")
        return say("{place} is missing (found: {others}).", place=place, others=others)
    if path.is_symlink() or not path.is_file():
        return say("{place} is a link, or no file. A notebook is needed.", place=place)
    size = path.stat().st_size
    if size > submission.LARGEST_FILE:
        most = submission.LARGEST_FILE >> 20
        return say("{place} has {size} MB; the limit is {most} MB.", place=place, size=size >> 20, most=most)
    arrived = path.with_name("timestamp.txt")
    if arrived.is_file() and not _is_time(arrived.read_text("utf-8", "replace")[:200]):
        when = arrived.relative_to(assignment.root).as_posix()
        return say("{path} holds no time such as 2026-01-31 12:00:00 UTC. Mend it.", path=when)
    return ""


def _is_time(text: str) -> bool:
    from grading.by_nbgrader.record import is_time

    return is_time(text)


def _stamp(path: Path, beside: list[choosing.Beside], version: str) -> str:
    """Return what a submission would be graded from, as text."""
    arrived = path.with_name("timestamp.txt")
    found = hashlib.sha256(path.read_bytes())
    found.update(arrived.read_bytes() if arrived.is_file() else b"")
    seen = {"beside": [asdict(one) for one in beside]} if beside else {}
    return json.dumps({"submission": found.hexdigest(), "version": version, **seen})


def _stamped(assignment: course.Assignment, student: str) -> str:
    """Return what a submission was graded from; "" where it was not."""
    try:
        return _graded(assignment, student).read_text("utf-8")
    except OSError:
        return ""


@contextlib.contextmanager
def _alone(assignment: course.Assignment) -> Iterator[None]:
    """Refuse to grade while somebody else does."""
    with open(assignment.root / ".grading.lock", "w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # Windows.
            pass
        except OSError as error:
            text = template("Another `{command}` is at work here. Wait until it is done.")
            raise course.CourseError(text, command=course.command("grade")) from error
        yield
