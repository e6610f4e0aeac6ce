# SPDX-License-Identifier: MIT
"""Which of an assignment's notebooks counts: ``day1_value_class-Copy1.ipynb`` may hold what its original lacks.

The one with the most answers counts, then the one that was saved last. What does not count is said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import language
from judge.notebooks import course, safe_text, stubs, submission
from judge.notebooks.about import language_of
from judge.notebooks.cells import exercises, grade_id, is_solution
from judge.notebooks.current import kept
from judge.notebooks.reference import source_notebook
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, say, speak, template

KEPT = ".kept-"  # in the name of a copy that `make reset` kept
# What is known of a submission beside its notebook, written by `make collect`.
FILE = "beside.json"
# Others of a folder: how many are looked at, and how many are named, at most.
MOST_LOOKED_AT, MOST_NAMED, LONGEST_NAME = 20, 4, 80
# What the course or a system puts beside a learner's notebook.
NOT_OWN = {FILE, "timestamp.txt", "submission_secret.txt", "receipt.txt", "sheet.html", "nbgrader_config.py"}


# How much somebody has done in a notebook: how many exercises hold more than their stub, or less than that.
UNTOUCHED = -1  # its texts are those of a release
TOUCHED = 0  # something was changed, and no exercise is answered


def work_in(notebook: Any, assignment: course.Assignment) -> int:
    """Return how many exercises of an assignment are answered in a notebook, or ``TOUCHED``, or ``UNTOUCHED``.

    Of an assignment that is not built no answer is known.
    """
    if stubs.stamped(notebook):
        return UNTOUCHED
    given = _stubs(assignment, language_of(notebook.metadata), course.stamp(assignment.number))
    names = ((str(grade_id(cell) or cell.get("id")), cell.source.strip()) for cell in notebook.cells)
    return len({name for name, text in names if name in given and text not in ("", *given[name])})


@kept(most=32)
def _stubs(assignment: course.Assignment, spoken: str, changed: int) -> dict[str, tuple[str, ...]]:
    """Return what each answer cell of an assignment holds before anybody writes in it, by the id of either kind."""
    before, found = LANGUAGE.get(), dict[str, tuple[str, ...]]()
    try:
        for one in dict.fromkeys((language.ENGLISH, spoken)):
            speak(one)
            if not assignment.source_notebook.exists():
                continue
            source = source_notebook(assignment)
            numbers = {exercise.id: exercise.number for exercise in exercises(source)}
            for cell in filter(is_solution, source.cells):
                name = str(grade_id(cell))
                stub = stubs.stub(cell.source, numbers[name]).strip()
                for key in (name, str(cell["id"])):
                    found[key] = (*found.get(key, ()), stub)
    finally:
        LANGUAGE.set(before)
    return found


@dataclass(frozen=True)
class Beside:
    """What lies beside the notebook that counts; each is a file's name."""

    counts: str  # the notebook that counts
    answered: tuple[str, ...] = ()  # other notebooks of the assignment that have answers
    empty: tuple[str, ...] = ()  # notebooks of the assignment without answers that would have counted otherwise
    files: tuple[str, ...] = ()  # files that are no notebooks

    @classmethod
    def of(
        cls, counts: str, *, answered: Iterable[str] = (), empty: Iterable[str] = (), files: Iterable[str] = ()
    ) -> Beside:
        """Return what lies beside a notebook, from names that strangers chose."""
        return cls(_name(counts), *(tuple(dict.fromkeys(map(_name, names))) for names in (answered, empty, files)))

    def __bool__(self) -> bool:
        return bool(self.answered or self.empty or self.files)

    def for_notebook(self, notebook: Any) -> Beside:
        """Return it without the files that the code of a notebook does not name."""
        code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
        words = set(re.findall(r"\w+", code))
        return replace(self, files=tuple(name for name in self.files if Path(name).stem in words))

    def sentences(self, assignment: course.Assignment) -> Iterator[str]:
        """Yield what a learner and an instructor are told."""
        if self.answered:
            several = template(
                "Several notebooks of {day} have answers. {counts} counts; not counted: {others}. Keep all answers in "
                "one notebook."
            )
            yield say(several, day=assignment.name, counts=self.counts, others=_listed(self.answered))
        if self.empty:
            empty = template("{counts} counts: it has answers. Without answers, and not counted: {others}.")
            yield say(empty, counts=self.counts, others=_listed(self.empty))
        if self.files:
            left = template(
                "Only the notebook is handed in, without the files beside it: {files}. Put what your answers need from "
                "them into a cell."
            )
            yield say(left, files=_listed(self.files))

    def write(self, folder: Path) -> None:
        """Write it into a folder of a submission; nothing where nothing lies beside."""
        path, text = folder / FILE, json.dumps(asdict(self))
        if not self:
            path.unlink(missing_ok=True)
        elif not (path.is_file() and path.read_text("utf-8", "replace") == text):
            replace_file(path, text.encode())


def _listed(names: Sequence[str]) -> str:
    return ", ".join([*names[:MOST_NAMED], *["..."][: len(names) > MOST_NAMED]])


def _name(name: object) -> str:
    return safe_text.line(str(name), LONGEST_NAME)


def written(folder: Path) -> Beside | None:
    """Return what `make collect` wrote into a folder of a submission; None where that can't be read."""
    path = folder / FILE
    try:
        if path.is_symlink() or path.stat().st_size > 100_000:
            return None
        found = json.loads(path.read_text("utf-8"))
        counts, *others = (found[field.name] for field in fields(Beside))
        return Beside(_name(counts), *(tuple(map(_name, names[:MOST_LOOKED_AT])) for names in others))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def rank(assignment: course.Assignment, name: str, work: int, saved: float) -> tuple[int, float, bool, str]:
    """Return what is greatest for the notebook that counts of several that lie together.

    The one with the most answers counts, then the one that was saved last, then the one of the assignment's own name.
    """
    return work, saved, name == f"{assignment.stem}.ipynb", name


def submitted(assignment: course.Assignment, student: str) -> tuple[Path, list[Beside]]:
    """Return the notebook of a student that is graded, and what lies, or was collected, beside it."""
    folder = assignment.folder_of("submitted", student)
    path, beside = in_folder(assignment, folder)
    return path, [one for one in (written(folder), beside) if one]


def in_folder(assignment: course.Assignment, folder: Path) -> tuple[Path, Beside]:
    """Return the notebook of an assignment that counts in a folder, and what lies beside it.

    Where no notebook of the assignment is there, or none can be read, it is the path that one should have.
    """
    expected = folder / f"{assignment.stem}.ipynb"
    try:
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith(".") and _is_plain(path))
    except OSError:
        names = []
    files = [name for name in names if not name.lower().endswith(".ipynb") and name not in NOT_OWN]
    notebooks = [name for name in names if name.lower().endswith(".ipynb") and KEPT not in name]
    if notebooks in ([], [expected.name]):
        return expected, Beside.of(expected.name, files=files)
    notebooks.sort(key=lambda name: name != expected.name)
    known = {name: _work_of(folder / name, assignment) for name in notebooks[:MOST_LOOKED_AT]}
    found = {name: work for name, work in known.items() if work is not None}
    if not found:
        return expected, Beside.of(expected.name, files=files)
    counts = max(found, key=lambda name: rank(assignment, name, found[name], (folder / name).stat().st_mtime))
    data = (folder / counts).read_bytes()
    rivals = [name for name, work in found.items() if work > TOUCHED and name != counts]
    answered = [name for name in rivals if (folder / name).read_bytes() != data]
    is_empty = counts != expected.name and found.get(expected.name, 1) <= TOUCHED < found[counts]
    return folder / counts, Beside.of(counts, answered=answered, empty=[expected.name] * is_empty, files=files)


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _work_of(path: Path, assignment: course.Assignment) -> int | None:
    """Return how much was done in a file; None where it is no notebook of the assignment that can be read."""
    try:
        notebook = submission.read(path, outputs=False)
        return work_in(notebook, assignment) if submission.assignment_of(notebook, path) == assignment else None
    except Exception:  # Whatever a stranger's file does to a reader, it is not the one.
        return None
