# SPDX-License-Identifier: MIT
"""nbgrader's step that runs a submission, behind the wall, and what puts it in the place of nbgrader's own."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbconvert.exporters import Exporter
from nbgrader.converters.base import NbGraderException
from nbgrader.preprocessors import Execute, SaveAutoGrades
from traitlets import Bool, Integer, List, Unicode
from traitlets.utils.importstring import import_item

from judge.notebooks.reading import LARGEST_FILE
from judge.notebooks.safe_text import line
from judge.run.confined.client import Executor, Gone, Limits, NotConfinedHere
from judge.run.words import say, template
from judge.wall import cores, files, one_notebook, process, solution, summary, unfinished
from judge.wall.faults import NothingGraded, Refused

MEGABYTE = 2**20
UNCONFINED = template("Submissions run as you, with all your rights: `unconfined=True` says so.")
COUNTS = template(
    "{name}: {checks} checks, {outside} judged outside and {beside} beside the submission. A submission can't reach "
    "your files, the network, other submissions or the gradebook. It can reach the checks beside it, as with nbgrader "
    "alone."
)
NAMED = template("Judged outside: {outside}. Beside the submission: {beside}.")
REPLACED = template("{step} would run submissions as you: the wall takes its place.")
TOO_LARGE = template(
    "The files beside {name} have {size} MB, and {most} MB may come behind the wall: take some out of {folder}, or let "
    "`confine` have `megabytes={size}`."
)
LEFT_OUT = template("{student}: {count} of its own files were left out, since together they are more than {most} MB.")
LINK = template("{student}: {path} is a link. It is left out, since it may lead to a file of yours.")
NO_FILE = template("{path} is a link or no file, so it is not read.")
LARGE = template("{path} has {size} MB, and a notebook may have {most} MB.")

# What the solutions of an assignment say of its checks, by the course's folder and the assignment's name. Each run
# finds it out anew.
_found: dict[tuple[str, str], dict[str, solution.Found]] = {}


class ConfinedExecute(Execute):
    """Runs a submission's notebook behind the wall. nbgrader's own settings of Execute hold for its cells."""

    # What notebooks import: it is loaded once for all.
    modules = List(Unicode()).tag(config=True)
    # The seconds that a notebook may take, all its cells together.
    total = Integer(600).tag(config=True)
    # How much the files beside a notebook may hold.
    megabytes = Integer(100).tag(config=True)
    # Checks that the instructor's own solution may fail.
    may_fail = List(Unicode()).tag(config=True)
    # Whether strangers' code runs as the instructor: for one's own work alone.
    unconfined = Bool(False).tag(config=True)

    def prepare(self) -> None:
        """Start the warm process of this run, try it out, and run the instructor's own solution behind the wall.

        Raises:
            NbGraderException: Nothing can be graded. The reason is in the log.
        """
        try:
            executor = self.executor(self.source_files())
            if self.unconfined:
                self.log.warning(say(UNCONFINED))
            found = solution.try_out(_step_of(self), executor, self)
            _found[self._name()] = found
        except (NothingGraded, NotConfinedHere, Gone) as error:
            self.log.error(str(error))
            raise NbGraderException(str(error)) from error
        inner = [check for one in found.values() for check in one.outside]
        beside = {check: why for one in found.values() for check, why in one.beside.items()}
        counts = {"checks": len(inner) + len(beside), "outside": len(inner), "beside": len(beside)}
        self.log.info(say(COUNTS, name=self._coursedir.assignment_id, **counts))
        reasons = [f"{check} ({why})" if why else check for check, why in beside.items()]
        self.log.debug(say(NAMED, outside=", ".join(inner) or "-", beside="; ".join(reasons) or "-"))

    def preprocess(self, nb: Any, resources: Any, km: Any = None) -> Any:
        """Run a notebook in place, as :func:`judge.wall.one_notebook.run` does."""
        student = resources["nbgrader"]["student"]
        beside = self._files(Path(resources["metadata"]["path"]), student)
        source = self.source_files()
        executor = self.executor(source)
        nb.metadata.setdefault("language_info", {"name": "python"})
        nb.metadata.pop(unfinished.MARK, None)
        if self._name() not in _found:  # The course has an exporter of its own, which has not prepared anything.
            self.prepare()
        found = _found[self._name()][resources["nbgrader"]["notebook"]]
        ran = self.run(nb, executor, beside, one_notebook.Checks(source, found.outside))
        if ran.why:
            self.log.warning(line(f"{student}: {ran.why}."))
        if ran.is_late:
            _step_of(self).summary.was_stopped(student)
        return nb, resources

    def run(
        self, notebook: Any, executor: Executor, beside: list[files.Beside], checks: one_notebook.Checks
    ) -> one_notebook.Ran:
        """Run a notebook in place with this step's limits, and return how it ended."""
        limits = {"seconds_of": self._get_timeout, "total": self.total}
        return one_notebook.run(notebook, executor, beside, checks=checks, **limits)

    @property
    def source_folder(self) -> Path:
        """The folder of the assignment that has the solution."""
        coursedir = self._coursedir
        path = coursedir.format_path(coursedir.source_directory, ".", coursedir.assignment_id)
        return Path(os.path.normpath(path))

    def source_files(self) -> list[files.Beside]:
        """Return what lies beside the notebooks of the assignment.

        Raises:
            NothingGraded: It is too much.
        """
        found = files.beside(self.source_folder, self._coursedir.ignore)
        size = -(-files.size_of(found) // MEGABYTE)
        if size > self.megabytes:
            name = self._coursedir.assignment_id
            raise NothingGraded(TOO_LARGE, name=name, size=size, most=self.megabytes, folder=self.source_folder)
        return found

    def executor(self, source: Sequence[files.Beside]) -> Executor:
        """Return the warm process for notebooks with some files beside them; it is tried out before it is used.

        Raises:
            NotConfinedHere: It can't be confined on this machine, or a module can't be loaded.
        """
        standard = Limits()
        limits = Limits(
            file=max([standard.file, *(file.size for file in source)]),
            # Students' own files come beside those, and what a notebook writes.
            disk=standard.disk + 2 * files.size_of(source),
            seconds=max(standard.seconds, self.total),
        )
        exchange = self.config.Exchange.root if "root" in self.config.Exchange else ""
        secret = process.secret_places(self._coursedir, exchange)
        return process.executor_for(process.settings_for(self.modules, secret, limits, not self.unconfined))

    def _files(self, folder: Path, student: str) -> list[files.Beside]:
        """Return what comes with a submission: the course's files, then the student's own as far as there is room."""
        coursedir = self._coursedir
        ours = {file.path for file in self.source_files()}
        submitted = Path(coursedir.format_path(coursedir.submitted_directory, student, coursedir.assignment_id))
        links = [path for path in files.links_in(submitted) if path not in ours]
        for path in links:
            # nbgrader has copied what is behind it, and would hand it back with the feedback.
            if (folder / path).is_file():
                (folder / path).unlink()
            self.log.warning(line(say(LINK, student=student, path=path)))
        found = files.beside(folder, coursedir.ignore)
        own = [file for file in found if file.path not in ours]
        kept, left_out = files.as_fit(own, Limits().disk // 2)
        if left_out:
            most = Limits().disk // 2 // MEGABYTE
            self.log.warning(say(LEFT_OUT, student=student, count=len(left_out), most=most))
        return [file for file in found if file.path in ours] + kept

    def _name(self) -> tuple[str, str]:
        return self._coursedir.root, self._coursedir.assignment_id

    @property
    def _coursedir(self) -> Any:
        return _step_of(self).coursedir


def _step_of(preprocessor: Any) -> Any:
    """Return nbgrader's Autograde, to which one of its steps belongs."""
    step = preprocessor.parent
    while not hasattr(step, "coursedir"):
        step = step.parent
    return step


def asking_for_a_look(theirs: type[SaveAutoGrades]) -> type[SaveAutoGrades]:
    """Return a step that saves grades, and lets formgrader ask for a look at answers that can't be judged outside.

    Such an answer is of a type that does not cross. It may be right, and it may pose as right: a person decides.
    """

    class SaveAndAsk(theirs):  # type: ignore[valid-type, misc]
        def _add_score(self, cell: Any, resources: Any) -> None:
            super()._add_score(cell, resources)
            if one_notebook.needs_a_look(cell):
                place = (self.notebook_id, self.assignment_id, self.student_id)
                grade = self.gradebook.find_grade(cell.metadata["nbgrader"]["grade_id"], *place)
                grade.needs_manual_grade = True
                self.gradebook.db.commit()
                _step_of(self).summary.waits(self.student_id)

    return SaveAndAsk


def exporter_behind(theirs: Any) -> type[Exporter]:
    """Return an exporter for nbgrader's Autograde that puts :class:`ConfinedExecute` in the place of what runs cells.

    nbgrader makes it before it looks at the first submission, so that nothing has been graded where it refuses.

    Args:
        theirs: The class of the course's own exporter, or where to import it from.
    """
    own: Any = import_item(theirs) if isinstance(theirs, str) else theirs

    class ConfinedExporter(own):  # type: ignore[misc]
        """Reads a submission's notebook, and gives it to the steps of the course, one of which is replaced."""

        def __init__(self, **keywords: Any):
            super().__init__(**keywords)
            ConfinedExecute(parent=self).prepare()
            unfinished.take_away(self.parent)
            cores.use_all(self.parent)
            summary.say_at_end(self.parent)

        def register_preprocessor(self, preprocessor: Any, enabled: bool = False) -> Any:
            """Register a step of the course; in the place of one that runs cells, ours."""
            made = import_item(preprocessor) if isinstance(preprocessor, str) else preprocessor
            kind = made if isinstance(made, type) else type(made)
            if issubclass(kind, NotebookClient) and not issubclass(kind, ConfinedExecute):
                if kind is not Execute:
                    self.log.warning(say(REPLACED, step=kind.__name__))
                made = ConfinedExecute
            if isinstance(made, type) and issubclass(made, SaveAutoGrades):
                made = asking_for_a_look(made)
            return super().register_preprocessor(made, enabled)

        def from_filename(self, filename: str, *arguments: Any, **keywords: Any) -> Any:
            """Read a notebook; what is no file, or too large, is refused before it is opened."""
            try:
                _need_file(filename)
            except Refused as error:
                self.log.error(line(str(error)))
                raise
            text, resources = super().from_filename(filename, *arguments, **keywords)
            return (unfinished.marked(text) if self.parent._sanitizing else text), resources

    return ConfinedExporter


def _need_file(filename: str) -> None:
    found = os.lstat(filename)
    if not stat.S_ISREG(found.st_mode):
        raise Refused(NO_FILE, path=filename)
    if found.st_size > LARGEST_FILE:
        raise Refused(LARGE, path=filename, size=found.st_size // MEGABYTE, most=LARGEST_FILE // MEGABYTE)
