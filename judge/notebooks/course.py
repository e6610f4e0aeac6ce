# SPDX-License-Identifier: MIT
"""Where the files of each assignment are. Nothing here reads a file's contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import language
from judge.notebooks.about import about
from judge.notebooks.about import stamp as stamp_of_about
from judge.notebooks.current import Course as Course
from judge.notebooks.current import current as current
from judge.notebooks.current import kept, last_changed
from judge.notebooks.current import use as use
from judge.notebooks.faults import CourseError as CourseError
from judge.notebooks.faults import place as place
from judge.notebooks.faults import refusal as refusal
from judge.notebooks.faults import says_faults as says_faults
from judge.notebooks.faults import stops_all as stops_all
from judge.notebooks.faults import why as why
from judge.run.words import LANGUAGE, template
from language import ENGLISH


@dataclass(frozen=True)
class Assignment:
    """One assignment of the course, and the four files that hold it."""

    name: str  # its name for nbgrader, such as ``day1``
    number: int  # its place among the assignments of the course, from 1
    stem: str  # the name of its notebook's file
    root: Path  # the folder of the course

    @property
    def master(self) -> Path:
        """The text master, which an author edits."""
        return self.root / "source" / f"{self.stem}.py"

    @property
    def source_notebook(self) -> Path:
        """The notebook built from the master, with solutions, hidden tests and outputs.

        In a language into which the course is translated it has stubs and no outputs, and whoever reads it lets it be
        made.
        """
        spoken = LANGUAGE.get()
        if spoken == ENGLISH:
            return self.own_notebook
        translated = language.notebook(spoken, f"{self.name}/{self.stem}.ipynb")
        return translated if translated.exists() else self.own_notebook

    @property
    def own_notebook(self) -> Path:
        """The notebook built from the master, in the master's language, whatever language is spoken."""
        return self.root / "source" / self.name / f"{self.stem}.ipynb"

    @property
    def release_notebook(self) -> Path:
        """The student version that nbgrader makes."""
        return self.root / "release" / self.name / f"{self.stem}.ipynb"

    @property
    def learner_notebook(self) -> Path:
        """The notebook that a learner opens and works in; each language but English has a folder of its own."""
        return learner_folder(self.root) / self.name / f"{self.stem}.ipynb"

    def folder_of(self, step: str, student: str) -> Path:
        """Return the folder of a student's files at a step of grading, such as ``submitted``."""
        return self.root / step / student / self.name


def learner_folder(root: Path) -> Path:
    """Return the folder of the assignments in the current language: ``days``, or such as ``days/es``."""
    return root / "days" / ("" if LANGUAGE.get() == ENGLISH else LANGUAGE.get())


def root() -> Path:
    """Return the folder of the current course.

    Raises:
        CourseError: There is no ``source`` folder there.
    """
    return _state()[0]


def _state() -> tuple[Path, int]:
    """Return the course's folder, and when a file in its ``source`` folder was last new or gone."""
    folder = current().root
    try:
        return folder, last_changed(f"{folder}/source/")
    except (FileNotFoundError, NotADirectoryError):
        text = template("No source/ folder in {folder}: it is where a course has its text masters.")
        raise CourseError(text, folder=folder) from None


def assignments() -> list[Assignment]:
    """Return the assignments that have a text master, in order.

    Raises:
        CourseError: There is no ``source`` folder, or ``course.toml`` can't be read.
    """
    return list(_assignments(stamp_of_about(), _state()[1]))


@kept(most=16)
def _assignments(said: int, changed: int) -> tuple[Assignment, ...]:
    return tuple(_masters_of(about().assignments, current().root / "source"))


def _masters_of(named: tuple[str, ...], source: Path) -> Iterator[Assignment]:
    """Yield the assignments: those that the course names, else one for each master."""
    stems = sorted(master.stem for master in source.glob("*.py"))
    for number, name in enumerate(named or stems, 1):
        of_name = [stem for stem in stems if stem == name or (named and stem.startswith(f"{name}_"))]
        for stem in of_name[:1]:
            yield Assignment(name, number, stem, source.parent)


def assignment(which: int | str) -> Assignment:
    """Return one assignment, asked for as ``1``, ``"1"``, ``"day1"`` or any id that begins so (``"day1-value-add"``).

    Raises:
        CourseError: There is no such assignment.
    """
    found = _assignment(str(which).strip(), stamp_of_about(), _state()[1])
    if found is None:
        names = ", ".join(known.name for known in assignments())
        raise CourseError("There is no day {which!r} in this course. There are: {names}.", which=which, names=names)
    return found


@kept(most=4096)
def _assignment(wanted: str, said: int, changed: int) -> Assignment | None:
    found = _assignments(said, changed)
    # An exercise's folder has underscores, and its id dashes.
    names = {one.name.replace("_", "-"): one for one in found}
    numbers = {str(one.number): one for one in found}
    name = of_id(f"{wanted}-".replace("_", "-"), names)
    return names[name] if name is not None else numbers.get(wanted)


def command(step: str, assignment: Assignment | None = None, **options: str | bool) -> str:
    """Return the command that does a step of the course, such as ``make grade DAY=2 FORCE=1``.

    Args:
        step: What it does: ``grade``, say.
        assignment: The assignment that it is to work on.
        options: What it is told beside, each by its name.
    """
    program, parts = about().sentences.commands, [step]
    if program == "make":
        parts += [f"DAY={assignment.number}"] if assignment else []
        parts += [f"{name.upper()}={1 if value is True else value}" for name, value in options.items()]
    else:
        parts += [assignment.name] if assignment else []
        parts += [f"--{name}" if value is True else f"--{name} {value}" for name, value in options.items()]
    return " ".join([program, *parts])


def of_id(name: str, known: Iterable[str]) -> str | None:
    """Return which of some names an id begins with and goes on behind a dash: the longest; None where none does."""
    return max((one for one in known if name.startswith(f"{one}-")), key=len, default=None)


def stamp(which: int | str) -> int:
    """Return when an assignment's master was last changed, by which caches know whether they still hold.

    Raises:
        CourseError: There is no such assignment.
    """
    found = assignment(which)
    return last_changed(f"{found.root}/source/{found.stem}.py")  # Asked often: a path takes longer to make.
