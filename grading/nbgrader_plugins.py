# SPDX-License-Identifier: MIT
"""The only room that knows nbgrader: its preprocessors for this course, and calls into its API.

``nbgrader_config.py`` puts the preprocessors in place, so that ``nbgrader autograde`` and formgrader use
them too.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import nbformat
import sqlalchemy
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from nbconvert.exporters import Exporter, NotebookExporter
from nbconvert.filters import Highlight2HTML, markdown2html
from nbconvert.preprocessors import Preprocessor
from nbgrader import api as nbgrader_api
from nbgrader import utils
from nbgrader.api import Gradebook, InvalidEntry, MissingEntry, SubmittedNotebook
from nbgrader.apps import api as nbgrader_apps_api
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import GenerateAssignment, base
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.exchange.default import collect as exchange_collect
from nbgrader.exchange.default import exchange as exchange_base
from nbgrader.exchange.default import fetch_feedback as exchange_fetch_feedback
from nbgrader.exchange.default import list as exchange_list
from nbgrader.exchange.default import release_feedback as exchange_release_feedback
from nbgrader.plugins import CsvExportPlugin
from nbgrader.preprocessors import AssignLatePenalties, NbGraderPreprocessor
from sqlalchemy.exc import ArgumentError, DataError, IntegrityError, SQLAlchemyError
from traitlets import Bool
from traitlets.config import Config, PyFileConfigLoader

import language
from judge.notebooks import choosing, course, patterns, safe_text, stubs, submission
from judge.notebooks.cells import grade_id, is_grade
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, say, speak, template
from judge.verdicts import fault_log, feedback_page, harmless, marking, processes
from judge.verdicts.verdict import CORRECT, VERDICT_MIME

# The driver that the extra `postgres` installs, by SQLAlchemy's name: which one is its default has changed.
POSTGRES = "postgresql+psycopg"
# Where a graded notebook keeps, beside its stamp, what was noticed in the submission.
NOTES = "notes"
# What one notebook of a student has beside it: when it arrived, and the way back of its feedback.
BESIDE = ("timestamp.txt", "submission_secret.txt")


class GradebookError(course.CourseError):
    """The gradebook can't be used, for any student."""


class ClearToStubs(NbGraderPreprocessor):
    """Replace solutions by stubs that name the exercise, in place of nbgrader's ``ClearSolutions``."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Clear the answer cell of each exercise."""
        stubs.clear(nb)
        return nb, resources


class StampRelease(NbGraderPreprocessor):
    """Write into a released notebook's metadata what its texts were."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Stamp the notebook."""
        nb.metadata.setdefault(stubs.STAMP, {})["release"] = stubs.stamp(nb)
        return nb, resources


class AnyNotebook(NotebookExporter):
    """Read what is handed in as ``make grade`` does, whichever editor wrote it."""

    def from_file(self, file_stream: Any, resources: Any = None, **keywords: Any) -> Any:
        """Return the notebook, as text, after the preprocessors, and the resources; the file is read by its name."""
        try:
            notebook = submission.read(file_stream.name)
        except submission.UnreadableNotebook:  # Its outputs alone may be at fault.
            notebook = submission.read(file_stream.name, outputs=False)
        return self.from_notebook_node(notebook, resources, **keywords)


class RebuildFromSource(NbGraderPreprocessor):
    """Start from the course's notebook and take over the learner's answer cells only."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Rebuild; each repair is logged as a warning."""
        day, student = course.day(resources["nbgrader"]["assignment"]), resources["nbgrader"]["student"]
        path, beside = choosing.submitted(day, student)
        if path.name != f"{day.stem}.ipynb":
            nb = submission.read(path, outputs=False)
        speak(language.of(nb.metadata))
        rebuilt, warnings = submission.rebuild(nb, marking.source_notebook(day))
        warnings += [sentence for one in beside for sentence in one.for_notebook(nb).sentences(day)]
        for warning in warnings:
            self.log.warning("%s: %s", student, safe_text.line(warning))
        _note(rebuilt, warnings)
        return rebuilt, resources


def give_its_name(assignment: str, student: str, notebooks: list[str]) -> None:
    """Give the notebook of a submission the day's name where it has another: nbgrader grades no other.

    nbgrader calls this before each submission; ``notebooks`` are the paths that it found there.
    """
    folder, day = Path(notebooks[0]).parent, course.day(assignment)
    expected = folder / f"{day.stem}.ipynb"
    if expected.exists():
        return
    path, _ = choosing.in_folder(day, folder)
    if path.exists():
        replace_file(expected, path.read_bytes(), path.stat().st_mtime)
        notebooks.append(str(expected))


class RunNotebook(NbGraderPreprocessor):
    """Run the notebook as ``python -m grading check`` does, so that both give the same points."""

    unconfined = Bool(False, help="Run strangers' code as yourself. For one's own work alone.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Run what the checks need; afterwards a grade cell holds an error unless its verdict is correct."""
        day = course.day(resources["nbgrader"]["assignment"])
        nb, trouble, faults = processes.call(_run, nb, day, not self.unconfined)
        for fault in faults:
            self.log.error("A fault of the grader, please report it. %s", safe_text.lines(fault))
        for sentence in trouble:
            self.log.warning("%s", safe_text.line(sentence))
        settle(nb, trouble, trouble)
        return nb, resources


def _run(notebook: Any, day: course.Day, confined: bool) -> tuple[Any, list[str], list[str]]:
    speak(language.of(notebook.metadata))
    with fault_log.faults() as faults:
        trouble = marking.run(notebook, day, confined=confined)
    return notebook, trouble, faults


def _note(notebook: Any, sentences: Sequence[str]) -> None:
    """Keep what was noticed in a graded notebook, for its feedback."""
    kept = notebook.metadata.setdefault(stubs.STAMP, {})
    kept[NOTES] = [*kept.get(NOTES, []), *sentences]


def settle(notebook: Any, notes: Sequence[str], trouble: Sequence[str]) -> None:
    """Keep what was noticed in a notebook that was run, and make nbgrader's reading of its checks that of the verdicts.

    ``trouble`` says why some of it was not run.
    """
    _note(notebook, notes)
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_grade(cell):
            _settle(cell, trouble)


def _settle(cell: Any, trouble: Sequence[str]) -> None:
    """Make nbgrader's reading of a grade cell that of the verdict.

    nbgrader gives 0 for anything on stderr, so a warning would cost a correct solution its points; it takes the value
    of a cell, which a submission can forge, for partial credit; and it gives full points to a cell that was never run.
    So no output is on stderr afterwards, and there is an error unless the verdict is correct; the only value is the
    share of the points that the verdict gives. A cell that was settled before stays as it is.
    """
    for output in cell.outputs:
        if output.output_type == "stream":
            output.name = "stdout"
        elif output.output_type == "execute_result":
            output.output_type = "display_data"
            del output["execution_count"]
    verdicts = (output.get("data", {}).get(VERDICT_MIME) for output in cell.outputs)
    verdict = next(filter(None, verdicts), {})
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if verdict.get("share") and all(error.ename == "NotYet" for error in errors):
        data = {"text/plain": repr(float(cell.metadata.nbgrader["points"] * verdict["share"]))}
        said = [nbformat.v4.new_output("stream", name="stdout", text=error.evalue + "\n") for error in errors]
        value = nbformat.v4.new_output("execute_result", data=data, execution_count=cell.execution_count)
        kept = [output for output in cell.outputs if output.output_type != "error" and output.get("data") != data]
        cell.outputs = [*kept, *said, value]
    elif not errors and verdict.get("outcome") != CORRECT:
        text = " ".join([say("This check was not run."), *trouble])
        cell.outputs.append(nbformat.v4.new_output("error", ename=marking.NOT_RUN, evalue=text, traceback=[text]))


class EscapeNames(Preprocessor):
    """Escape the names that formgrader's template writes into its page as they are."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Leave the notebook, and escape what the page says of its student."""
        for name in ("student", "first_name", "last_name", "notebook_path"):
            if resources.get(name):
                resources[name] = escape(resources[name])
        return nb, resources


class FeedbackPage(Exporter):
    """Export a graded notebook as the page that its learner gets back, with the gradebook's points and comments."""

    file_extension = ".html"
    output_mimetype = "text/html"

    def from_notebook_node(self, nb: Any, resources: Any = None, **keywords: Any) -> Any:
        """Return the page and the resources, which name the student, the assignment and the gradebook."""
        nb, resources = super().from_notebook_node(nb, resources, **keywords)
        of = resources["nbgrader"]
        with _opened(of["db_url"]) as gradebook:
            grades = _grades(gradebook.find_submission_notebook(of["notebook"], of["assignment"], of["student"]))
        return processes.call(_page, nb, course.day(of["assignment"]), grades), resources


def _page(notebook: Any, day: course.Day, grades: feedback_page.Grades) -> str:
    speak(language.of(notebook.metadata))
    notes = notebook.metadata.get(stubs.STAMP, {}).get(NOTES, [])
    return feedback_page.page(notebook, marking.read_results(notebook, day, notes), grades)


def _grades(found: SubmittedNotebook) -> feedback_page.Grades:
    student = found.student
    return feedback_page.Grades(
        student=student.id,
        name=" ".join(filter(None, [student.first_name, student.last_name])),
        scores={
            str(one.name): feedback_page.Score(one.auto_score, one.manual_score, one.extra_credit or 0.0)
            for one in found.grades
        },
        # What nbgrader itself says of an answer, "No response.", the verdicts say better.
        comments={str(one.name): one.manual_comment for one in found.comments if one.manual_comment},
        late_penalty=found.late_submission_penalty or 0.0,
    )


def grades(day: course.Day) -> dict[str, feedback_page.Grades]:
    """Return what the gradebook holds of each student's notebook of a day; nothing where there is no gradebook.

    Raises:
        GradebookError: The gradebook can't be used.
    """
    api = _api(day)
    url = sqlalchemy.make_url(api.coursedir.db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():  # To look would make one.
        return {}
    with _gradebook_of(api) as gradebook:
        notebooks = gradebook.db.query(SubmittedNotebook).filter(SubmittedNotebook.name == day.stem)
        return {one.student.id: _grades(one) for one in notebooks if one.assignment.assignment.name == day.name}


# So many characters of a text cell are read as Markdown, and of a code cell coloured: both take the square of a length.
# So many are shown at all.
LONGEST_MARKDOWN, LONGEST_COLOURED, LONGEST_SHOWN = 10_000, 6_000, 100_000


def harmless_markdown(source: str) -> str:
    """Return a text cell as HTML in which nothing runs: formgrader's template shows HTML as it was written.

    A script in it would run in the instructor's JupyterLab, with all that the instructor may do there.
    """
    if len(source) > LONGEST_MARKDOWN:
        return _as_written(source)
    cleaned = harmless.clean(markdown2html(source))
    return _as_written(source) if cleaned is None else cleaned


def coloured_code(source: str, *_: Any, **__: Any) -> str:
    """Return a code cell as HTML, in colours where it is as short as an answer is."""
    if len(source) <= LONGEST_COLOURED:
        coloured = Highlight2HTML(pygments_lexer="python3")(source)
        if not harmless.too_much(coloured):
            return str(coloured)
    return _as_written(source)


def printed(text: str) -> str:
    """Return what a cell printed as HTML, without the signs that a terminal takes for colours."""
    return escape(feedback_page.plain(text))


def _as_written(text: str) -> str:
    left = len(text) - LONGEST_SHOWN
    more = escape(say("[{left:,} more characters are left out here]", left=left))
    return f"<pre>{escape(text[:LONGEST_SHOWN])}</pre>" + (f"<p>{more}</p>" if left > 0 else "")


class CollectSafely(ExchangeCollect):
    """Formgrader's *Collect* and ``nbgrader collect``: what ``python -m grading collect`` does.

    nbgrader's own follows links in what strangers handed in, takes ``..`` for a student, and removes the earlier
    notebook where a new one comes.
    """

    def start(self) -> None:
        """Collect the assignment from the exchange, and log what was done."""
        command = [sys.executable, "-m", "grading", "collect", self.coursedir.assignment_id]
        environment = {**os.environ, "AUTOGRAD_COURSE_ROOT": self.coursedir.root}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8")
        for line in done.stdout.splitlines():
            self.log.info("%s", line)
        if done.returncode == 2:
            self.fail(_last_line(done.stderr))


class ReleaseFeedbackToExchange(ExchangeReleaseFeedback):
    """Send feedback back through the exchange to those who handed in through it; nbgrader's own stops at others."""

    def copy_files(self) -> None:
        """Leave out whoever handed in by another way."""
        folders = [Path(folder) for folder in patterns.fitting(self.src_path)]
        others = [one.parent.name for one in folders if not (one / "submission_secret.txt").is_file()]
        before = self.coursedir.student_id_exclude
        self.coursedir.student_id_exclude = ",".join([*filter(None, [before]), *others])
        try:
            super().copy_files()
        finally:
            self.coursedir.student_id_exclude = before


def _api(day: course.Day) -> NbGraderAPI:
    # SQLAlchemy warns about nbgrader's own sessions.
    warnings.filterwarnings("ignore", module="nbgrader")
    # nbgrader runs `alembic` from PATH when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    config = _config(day)
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def _config(day: course.Day) -> Config:
    return PyFileConfigLoader("nbgrader_config.py", path=str(day.root)).load_config()


def gradebook_url(named: str, root: Path) -> str:
    """Return the address of a gradebook as SQLAlchemy wants it, from what the environment variable GRADEBOOK holds.

    ``postgres://`` and ``postgresql://`` are taken for the driver that this course declares. Without a name it is
    gradebook.db in the course's folder, whose path may hold any sign.
    """
    if not named:
        return sqlalchemy.URL.create("sqlite", database=str(root / "gradebook.db")).render_as_string()
    scheme, separator, rest = named.partition("://")
    return f"{POSTGRES}://{rest}" if separator and scheme in ("postgres", "postgresql") else named


def work_in(root: Path) -> None:
    """Let nbgrader work in a course's folder whose path holds any signs, such as ``autograd [1]`` or ``100%``.

    The configuration calls this, so that it holds for each way into nbgrader, which also writes alembic's folder into a
    file in which ``%`` means something.
    """
    patterns.take_as_name(
        root,
        base,
        utils,
        nbgrader_apps_api,
        exchange_base,
        exchange_collect,
        exchange_fetch_feedback,
        exchange_list,
        exchange_release_feedback,
    )
    nbgrader_api.get_alembic_version = lambda: _known_versions().get_current_head()


@contextlib.contextmanager
def _with_a_reason() -> Iterator[None]:
    """Say in a sentence what is the matter with a gradebook: it is locked, full, or not one."""
    try:
        yield
    except (DataError, IntegrityError, InvalidEntry):  # Something of one student's, which another's row may not have.
        raise
    except SQLAlchemyError as error:
        # The first line says what is the matter. Those below may repeat a statement, with its values.
        reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0].rstrip(". ")
        if "locked" in reason:
            text = template("The gradebook can't be used: {reason}. Another program holds it: wait, and try again.")
        else:
            text = template("The gradebook can't be used: {reason}. Earlier scores are as they were.")
        raise GradebookError(text, reason=reason) from error


@contextlib.contextmanager
def sole_writer(day: course.Day) -> Iterator[None]:
    """Hold the lock of a gradebook that several machines share, so that one alone grades into it.

    A file of SQLite is used by one machine alone, and this does nothing. The lock is held by a connection, so that it
    ends with its process.

    Raises:
        CourseError: Somebody else does, or the gradebook can't be used.
    """
    coursedir = _api(day).coursedir
    with _with_a_reason(), contextlib.ExitStack() as stack:
        engine = _engine(coursedir.db_url)
        if engine.dialect.name == "postgresql":
            connection = stack.enter_context(engine.execution_options(isolation_level="AUTOCOMMIT").connect())
            lock = sqlalchemy.text("select pg_try_advisory_lock(hashtext(:name))")
            if not connection.execute(lock, {"name": f"grading {coursedir.course_id}"}).scalar():
                raise course.CourseError(
                    "Another `make grade` writes into this gradebook, perhaps on another machine. "
                    "Wait until it is done."
                )
        yield


@contextlib.contextmanager
def _opened(url: str, *course_id: str) -> Iterator[Gradebook]:
    with _with_a_reason():
        _need_version(url)
        with Gradebook(url, *course_id) as gradebook:
            yield gradebook


def _gradebook_of(api: NbGraderAPI) -> contextlib.AbstractContextManager[Gradebook]:
    return _opened(api.coursedir.db_url, api.coursedir.course_id)


def _engine(url: str) -> sqlalchemy.Engine:
    """Return what connects to a database, and keeps no connection open; nothing is sent yet."""
    try:
        return sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    except ModuleNotFoundError as error:
        missing = template(
            "The gradebook can't be used: its driver {name} is not installed. For PostgreSQL: "
            "`pip install --editable '.[postgres]'`."
        )
        raise GradebookError(missing, name=error.name) from error
    except (ArgumentError, ValueError) as error:
        raise GradebookError(
            "The gradebook can't be used: GRADEBOOK is no address of a database. "
            "One is postgresql://name@host/database."
        ) from error


@cache
def _known_versions() -> ScriptDirectory:
    return ScriptDirectory(ALEMBIC_DIR)


@_with_a_reason()
def _need_version(url: str) -> None:
    """Refuse a database that this nbgrader did not make, before anything is written into it.

    nbgrader itself adds its tables to whatever it opens, and fails later on.
    """
    engine = _engine(url)
    tables = set(sqlalchemy.inspect(engine).get_table_names())
    with engine.connect() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
    known = _known_versions()
    if not tables or found == known.get_current_head():
        return
    if not {"student", "grade"} <= tables:
        text = template(
            "The gradebook can't be used: this database holds something else. Name an empty one. Nothing was changed."
        )
    elif found and found not in {one.revision for one in known.walk_revisions()}:
        text = template(
            "The gradebook can't be used: a newer nbgrader made it (its version is {found}). Install that one. "
            "Nothing was changed."
        )
    else:
        text = template(
            "The gradebook can't be used: an older nbgrader made it. Copy it, then run `nbgrader db upgrade`. "
            "Nothing was changed."
        )
    raise GradebookError(text, found=found)


def release(day: course.Day, into: Path | None = None) -> Path:
    """Make the student version of a day with nbgrader, and return its path.

    It is recorded in the gradebook and kept in release/, as grading needs it; with ``into`` it is only written there.

    Raises:
        CourseError: The day is not built, or nbgrader refused; the text gives the reason.
    """
    marking.source_notebook(day)
    api = _api(day)
    # nbgrader escapes the signs of a regular expression in its root, and in nothing else.
    api.coursedir.source_directory = _below(day.source_notebook.parents[1], Path(api.coursedir.root))
    if into is None:
        _need_version(api.coursedir.db_url)
    else:
        api.coursedir.release_directory = str(into)
        api.config.SaveCells.enabled = False
    refusal = template("nbgrader could not release {name}: {reason}")
    _start(GenerateAssignment, api, day, refusal, force=True, no_database=into is not None)
    return day.release_notebook if into is None else into / day.name / day.release_notebook.name


def _below(folder: Path, root: Path) -> str:
    return Path(os.path.relpath(folder, root)).as_posix()


def _start(step: Callable[..., Any], api: NbGraderAPI, day: course.Day, refusal: str, **settings: bool) -> None:
    """Do a step of nbgrader for a day. A step that fails has written its reason into its log."""
    api.coursedir.assignment_id = day.name
    done = utils.capture_log(step(coursedir=api.coursedir, parent=api, **settings))
    if not done["success"]:
        errors = [line for line in done.get("log", "").splitlines() if "Error" in line]
        raise course.CourseError(refusal, name=day.name, reason=_last_line("\n".join(errors) or done["error"]))


class Record:
    """Puts graded submissions into the gradebook, as ``nbgrader autograde`` does, and many in one transaction.

    Manual grades and comments stay. Whoever had a manual grade needs to be looked at again, as in nbgrader.

    Raises:
        CourseError: The gradebook can't be opened, or knows another version of the day.
    """

    def __init__(self, day: course.Day):
        self._day, self._api = day, _api(day)
        _need_assignment(self._api, day)

    def put(self, graded: Mapping[str, Any]) -> dict[str, float]:
        """Write settled notebooks to autograded/, then all scores at once; both are by student.

        A kill at any moment leaves each student with the earlier score or with the new one.

        Raises:
            OSError: autograded/ can't be written.
            GradebookError: The gradebook can't be used.
        """
        with _gradebook_of(self._api) as gradebook:
            source = gradebook.find_notebook(self._day.stem, self._day.name)
            checksums = {cell.name: cell.checksum for cell in source.source_cells}
            for student, notebook in graded.items():
                for cell in notebook.cells:
                    if grade_id(cell) in checksums:
                        cell.metadata.nbgrader["checksum"] = checksums[grade_id(cell)]
                folder = self._day.folder_of("autograded", student)
                replace_file(folder / f"{self._day.stem}.ipynb", nbformat.v4.writes(notebook).encode())
                _copy_beside(self._day.folder_of("submitted", student), folder)
            # nbgrader sends each thing by itself. What many submissions need is sent together: that takes a fraction.
            commit, gradebook.db.commit = gradebook.db.commit, lambda: None
            try:
                with gradebook.db.no_autoflush:
                    scores = self._scores(gradebook, graded)
            finally:
                gradebook.db.commit = commit
            gradebook.db.commit()
        return scores

    def _scores(self, gradebook: Gradebook, graded: Mapping[str, Any]) -> dict[str, float]:
        """Put all that the gradebook keeps of some submissions into it, and return their scores by student."""
        for student in graded:
            gradebook.update_or_create_student(student)
        gradebook.db.flush()
        submissions, notebooks = {}, {}
        for student in graded:
            arrived = self._api.coursedir.get_existing_timestamp(str(self._day.folder_of("submitted", student)))
            known = {"timestamp": arrived} if arrived else {}
            submissions[student] = gradebook.update_or_create_submission(self._day.name, student, **known)
        gradebook.db.flush()
        for student, entry in submissions.items():
            (notebooks[student],) = (each for each in entry.notebooks if each.name == self._day.stem)
            _fill_in(notebooks[student], graded[student])
        gradebook.db.flush()
        for student, notebook in notebooks.items():
            gradebook.db.expire(notebook)
            notebook.late_submission_penalty = self._penalty(submissions[student], notebook)
        gradebook.db.flush()
        for each in submissions.values():
            gradebook.db.expire(each)
        return {
            student: max(0.0, float(each.score) - float(each.late_submission_penalty or 0.0))
            for student, each in submissions.items()
        }

    def _penalty(self, submission: Any, notebook: Any) -> float | None:
        """Return what nbgrader's plugin takes off for being late, between 0 and the score."""
        if submission.total_seconds_late <= 0:
            return None
        plugin = AssignLatePenalties(parent=self._api)
        plugin.init_plugin()
        penalty = plugin.plugin_inst.late_submission_penalty(
            submission.student.id, notebook.score, submission.total_seconds_late
        )
        return None if penalty is None else min(max(penalty, 0), notebook.score)


def _copy_beside(source: Path, target: Path) -> None:
    """Copy the files that belong beside a notebook, and nothing else of what was handed in."""
    for name in BESIDE:
        beside = source / name
        if beside.is_file() and not beside.is_symlink():
            replace_file(target / name, beside.read_bytes())


def _fill_in(notebook: Any, graded: Any) -> None:
    """Write what each cell of a graded notebook is worth, and what is noticed in it, into that of the gradebook."""
    grades = {grade.name: grade for grade in notebook.grades}
    comments = {comment.name: comment for comment in notebook.comments}
    for cell in graded.cells:
        name = grade_id(cell)
        if name in grades:
            grade = grades[name]
            grade.auto_score, _ = utils.determine_grade(cell)
            grade.needs_manual_grade = grade.manual_score is not None or grade.auto_score is None
        if name in comments:
            untouched = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
            comments[name].auto_comment = "No response." if untouched else None


def is_time(text: str) -> bool:
    """Tell whether nbgrader can read the time in a timestamp.txt; without any, nobody is late."""
    try:
        return not text.strip() or utils.parse_utc(text.strip()) is not None
    except ValueError:
        return False


def _need_assignment(api: NbGraderAPI, day: course.Day) -> None:
    """Record the assignment in the gradebook if it is not there, and refuse a gradebook of another version."""
    wanted = {str(grade_id(cell)) for cell in marking.source_notebook(day).cells if is_grade(cell)}
    try:
        with _gradebook_of(api) as gradebook:
            known = {cell.name for cell in gradebook.find_notebook(day.stem, day.name).grade_cells}
    except MissingEntry:
        release(day)
        return
    if known != wanted:
        raise course.CourseError(
            "The gradebook knows another version of {name}: run `make release` first.", name=day.name
        )


def feedback(day: course.Day) -> dict[str, str]:
    """Write the feedback page of each student who is graded; return by student why there is none, where that failed.

    What fails for one student leaves an earlier page of theirs as it was, and stops nobody else.

    Raises:
        GradebookError: The gradebook can't be used.
        CourseError: Nothing has been graded.
        OSError: The disk is full, or read-only.
    """
    api = _api(day)
    _need_version(api.coursedir.db_url)
    notebooks = sorted(day.root.glob(f"autograded/*/{day.name}/{day.stem}.ipynb"))
    if not notebooks:
        nothing = template("Nothing of {name} has been graded yet: run `make grade DAY={number}` first.")
        raise course.CourseError(nothing, name=day.name, number=day.number)
    exporter = FeedbackPage(config=Config({"Exporter": {"default_preprocessors": []}}))
    faults = {}
    for path in notebooks:
        student = path.parent.parent.name
        of = {"student": student, "assignment": day.name, "notebook": day.stem, "db_url": api.coursedir.db_url}
        try:
            page, _ = exporter.from_filename(str(path), resources={"nbgrader": of})
            folder = Path(api.coursedir.root) / api.coursedir.feedback_directory / student / day.name
            replace_file(folder / f"{day.stem}.html", page.encode("utf-8", "replace"))
            _copy_beside(path.parent, folder)
        except MissingEntry:
            no_score = template("The gradebook has no score of it: run `make grade DAY={number} FORCE=1`.")
            faults[student] = say(no_score, number=day.number)
        except Exception as error:
            if isinstance(error, GradebookError) or course.stops_all(error):
                raise
            faults[student] = course.why(error, say("Its feedback could not be written ({}). Please report this."))
    return faults


def course_id(day: course.Day) -> str:
    """Return the course's name for nbgrader, which is that of its folder in the exchange."""
    return str(_config(day).CourseDirectory.course_id)


def release_to_exchange(day: course.Day) -> bool:
    """Put a day in the current language into the exchange, and tell whether it was new or changed there."""
    api = _api(day)
    there = day.release_notebook.exists() and nbformat.read(day.release_notebook, as_version=4).metadata
    if not there or language.of(there) != LANGUAGE.get():
        release(day)
    offered = Path(api.exchange_root) / api.course_id / "outbound" / day.name / day.release_notebook.name
    if offered.exists() and offered.read_bytes() == day.release_notebook.read_bytes():
        return False
    refusal = template("nbgrader could not put {name} into the exchange: {reason}")
    _start(api.exchange.ReleaseAssignment, api, day, refusal, force=True)
    return True


def release_feedback(day: course.Day) -> None:
    """Send a day's feedback back through the exchange."""
    api = _api(day)
    _start(api.exchange.ReleaseFeedback, api, day, template("nbgrader could not send {name}'s feedback back: {reason}"))


class ExportGrades(CsvExportPlugin):
    """nbgrader's table of all grades, in which no text is a formula for the spreadsheet that opens it."""

    def export(self, gradebook: Gradebook) -> None:
        """Write the table to ``self.to``, for the students and assignments that are asked for; for all if none are."""
        students, assignments = set(map(str, self.student)), set(map(str, self.assignment))
        rows: list[tuple[object, ...]] = [COLUMNS]
        for assignment in gradebook.assignments:
            submissions = {one.student.id: one for one in gradebook.assignment_submissions(assignment.name)}
            for student in gradebook.students:
                if (assignments and assignment.name not in assignments) or (students and student.id not in students):
                    continue
                one = submissions.get(student.id)
                score, penalty = (one.score, one.late_submission_penalty) if one else (0.0, 0.0)
                rows.append((
                    *(assignment.name, assignment.duedate, one.timestamp if one else ""),
                    *(student.id, student.last_name, student.first_name, student.email),
                    *(score, penalty, max(0.0, score - penalty), assignment.max_score),
                ))  # fmt: skip
        replace_file(Path(self.to or "grades.csv"), safe_text.table(rows))


COLUMNS = (
    *("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"),
    *("raw_score", "late_submission_penalty", "score", "max_score"),
)


def export_grades(day: course.Day, path: Path) -> Path:
    """Write all grades of the gradebook to a CSV file."""
    with _gradebook_of(_api(day)) as gradebook:
        ExportGrades(to=str(path)).export(gradebook)
    return path


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()
