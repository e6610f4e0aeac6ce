# SPDX-License-Identifier: MIT
"""The only room that knows nbgrader: its preprocessors for this course, and calls into its API.

``nbgrader_config.py`` puts the preprocessors in place, so that ``nbgrader autograde`` and formgrader use
them too.
"""

from __future__ import annotations

import glob
import logging
import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback
from nbgrader.preprocessors import NbGraderPreprocessor, SaveCells
from traitlets import Integer
from traitlets.config import PyFileConfigLoader

from grading.judging import CORRECT, VERDICT_MIME, marking
from grading.notebooks import course, stubs, submission
from grading.notebooks.cells import grade_id, is_grade

__all__ = [
    "ClearToStubs",
    "CollectSafely",
    "HideHiddenTests",
    "OfflineHTMLExporter",
    "RebuildFromSource",
    "ReleaseFeedbackToExchange",
    "RunNotebook",
    "StampRelease",
    "autograde",
    "course_id",
    "export_grades",
    "feedback",
    "release",
    "release_feedback",
    "release_to_exchange",
]


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
        nb.metadata[stubs.STAMP] = {"release": stubs.stamp(nb)}
        return nb, resources


class RebuildFromSource(NbGraderPreprocessor):
    """Start from the course's notebook and take over the learner's answer cells only."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Rebuild; each mend is logged as a warning."""
        day = course.day(resources["nbgrader"]["assignment"])
        rebuilt, warnings = submission.rebuild(nb, marking.source_notebook(day))
        for warning in warnings:
            self.log.warning("%s: %s", resources["nbgrader"]["student"], warning)
        return rebuilt, resources


class RunNotebook(NbGraderPreprocessor):
    """Run the notebook as ``python -m grading check`` does, so that both give the same points."""

    cell_seconds = Integer(marking.CELL_SECONDS, help="The time limit of one cell.").tag(config=True)
    total_seconds = Integer(marking.TOTAL_SECONDS, help="The time limit of a notebook.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Run all cells; afterwards a grade cell holds an error unless its verdict is correct."""
        folder = resources.get("metadata", {}).get("path") or os.getcwd()
        trouble = marking.run(nb, folder, "autograde", self.cell_seconds, self.total_seconds)
        for sentence in trouble:
            self.log.warning("%s", sentence)
        for cell in nb.cells:
            if is_grade(cell):
                _settle(cell, trouble)
        return nb, resources


def _settle(cell: Any, trouble: list[str]) -> None:
    """Make nbgrader's reading of a grade cell that of the verdict.

    nbgrader gives 0 for anything on stderr, so a warning would cost a correct solution its points; and it
    gives full points to a cell that was never run.
    """
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stderr":
            output.name = "stdout"
    if any(output.output_type == "error" for output in cell.outputs):
        return
    outcomes = [
        output["data"][VERDICT_MIME]["outcome"] for output in cell.outputs if VERDICT_MIME in output.get("data", {})
    ]
    if outcomes[:1] != [CORRECT]:
        text = " ".join(["This check was not run.", *trouble])
        cell.outputs.append({"output_type": "error", "ename": "NotRun", "evalue": text, "traceback": [text]})


class HideHiddenTests(NbGraderPreprocessor):
    """Take hidden tests out of feedback; what the judge said stays."""

    def preprocess_cell(self, cell: Any, resources: Any, cell_index: int) -> Any:
        """Clean one grade cell: its text, and the traceback that would print it."""
        if is_grade(cell):
            cell.source = submission.visible(cell.source)
            for output in cell.outputs:
                if output.output_type == "error":
                    told = output.evalue if output.ename in ("NotYet", "NotRun") else f"{output.ename}: {output.evalue}"
                    output.traceback = [told]
        return cell, resources


class OfflineHTMLExporter(HTMLExporter):
    """HTML that loads nothing from the network."""

    def from_notebook_node(self, nb: Any, resources: Any = None, **keywords: Any) -> Any:
        """Export, then drop the script tags that name an address."""
        html, resources = super().from_notebook_node(nb, resources, **keywords)
        return re.sub(r"<script[^>]+src=[\"']https?://[^>]*>\s*</script>", "", html), resources


class CollectSafely(ExchangeCollect):
    """Formgrader's *Collect* and ``nbgrader collect``: what ``python -m grading collect`` does.

    nbgrader's own follows links in what strangers handed in, takes ``..`` for a student, and removes the earlier
    notebook where a new one comes.
    """

    def start(self) -> None:
        """Collect the assignment from the exchange; each line that is told is logged."""
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
        folders = [Path(folder) for folder in glob.glob(self.src_path)]
        others = [one.parent.name for one in folders if not (one / "submission_secret.txt").is_file()]
        before = self.coursedir.student_id_exclude
        self.coursedir.student_id_exclude = ",".join([*filter(None, [before]), *others])
        try:
            super().copy_files()
        finally:
            self.coursedir.student_id_exclude = before


def _api(day: course.Day) -> NbGraderAPI:
    # SQLAlchemy warns about nbgrader's own sessions; nobody here can mend that.
    warnings.filterwarnings("ignore", module="nbgrader")
    # nbgrader runs `alembic` from PATH when it makes a gradebook.
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    config = PyFileConfigLoader("nbgrader_config.py", path=str(day.root)).load_config()
    return NbGraderAPI(CourseDirectory(config=config), config=config)


def release(day: course.Day, *, database: bool = True, into: Path | None = None) -> Path:
    """Make the student version of a day with nbgrader.

    Args:
        day: The day; its source notebook must be built.
        database: Whether to record the assignment in the gradebook, as grading needs it.
        into: Another release folder, without a gradebook; for reset and for tests.

    Returns:
        The released notebook's path.

    Raises:
        CourseError: nbgrader refused; the text gives its reason.
    """
    marking.source_notebook(day)
    api = _api(day)
    if into is not None:
        api.coursedir.release_directory = str(into)
        database = False
    with _captured("nbgrader") as log:
        converter = GenerateAssignment(coursedir=api.coursedir, parent=api)
        converter.force = True
        converter.no_database = not database
        if not database:
            converter.preprocessors = [one for one in converter.preprocessors if one is not SaveCells]
        api.coursedir.assignment_id = day.name
        try:
            converter.start()
        except Exception as error:
            raise course.CourseError(f"nbgrader could not release {day.name}: {_reason(log, error)}") from error
    if into is not None:
        return into / "." / day.name / day.source_notebook.name
    return day.release_notebook


def autograde(day: course.Day, student: str) -> list[str]:
    """Autograde one submission with nbgrader and return its warnings.

    Raises:
        CourseError: nbgrader refused; the text gives its reason. Earlier scores stay as they were.
    """
    api = _api(day)
    _need_assignment(api, day)
    result = api.autograde(day.name, student, force=True)
    if not result["success"]:
        raise course.CourseError(_last_line(result.get("error", "")) or "nbgrader failed without a reason")
    return [line.split("] WARNING | ")[-1] for line in result.get("log", "").splitlines() if "WARNING" in line]


def _need_assignment(api: NbGraderAPI, day: course.Day) -> None:
    """Record the assignment in the gradebook if it is not there, and refuse a gradebook of another version."""
    wanted = {str(grade_id(cell)) for cell in marking.source_notebook(day).cells if is_grade(cell)}
    try:
        with Gradebook(api.coursedir.db_url, api.coursedir.course_id) as gradebook:
            known = {cell.name for cell in gradebook.find_notebook(day.stem, day.name).grade_cells}
    except MissingEntry:
        release(day)
        return
    if known != wanted:
        raise course.CourseError(f"The gradebook knows another version of {day.name}: run `make release` first.")


def scores(day: course.Day) -> dict[str, float]:
    """Return each student's autograded score of a day from the gradebook."""
    api = _api(day)
    with Gradebook(api.coursedir.db_url, api.coursedir.course_id) as gradebook:
        return {one.student.id: one.score for one in gradebook.assignment_submissions(day.name)}


def feedback(day: course.Day) -> Path:
    """Write the feedback pages of a day and return their folder.

    Raises:
        CourseError: nbgrader refused, for instance since nothing has been graded.
    """
    api = _api(day)
    result = api.generate_feedback(day.name)
    if not result["success"]:
        raise course.CourseError(_last_line(result.get("error", "")) or f"nothing of {day.name} has been graded yet")
    return Path(api.coursedir.root) / api.coursedir.feedback_directory


def course_id(day: course.Day) -> str:
    """Return the course's name for nbgrader, which is that of its folder in the exchange."""
    return str(PyFileConfigLoader("nbgrader_config.py", path=str(day.root)).load_config().CourseDirectory.course_id)


def release_to_exchange(day: course.Day) -> bool:
    """Put a day's student version into the exchange, and tell whether it was new or changed there.

    Raises:
        CourseError: nbgrader refused; the text gives its reason.
    """
    api = _api(day)
    if not day.release_notebook.exists():
        release(day)
    offered = Path(api.exchange_root) / api.course_id / "outbound" / day.name / day.release_notebook.name
    if offered.exists() and offered.read_bytes() == day.release_notebook.read_bytes():
        return False
    api.coursedir.assignment_id = day.name
    app = api.exchange.ReleaseAssignment(coursedir=api.coursedir, authenticator=api.authenticator, parent=api)
    app.force = True
    _start(app, f"nbgrader could not put {day.name} into the exchange")
    return True


def release_feedback(day: course.Day) -> None:
    """Send a day's feedback back through the exchange.

    Raises:
        CourseError: nbgrader refused; the text gives its reason.
    """
    api = _api(day)
    api.coursedir.assignment_id = day.name
    app = api.exchange.ReleaseFeedback(coursedir=api.coursedir, authenticator=api.authenticator, parent=api)
    _start(app, f"nbgrader could not send the feedback of {day.name} back")


def _start(app: Any, trouble: str) -> None:
    with _captured("nbgrader") as log:
        try:
            app.start()
        except Exception as error:
            raise course.CourseError(f"{trouble}: {_reason(log, error)}") from error


def export_grades(day: course.Day, path: Path) -> Path:
    """Write all grades of the gradebook to a CSV file with nbgrader's own exporter."""
    from nbgrader.plugins import CsvExportPlugin

    api = _api(day)
    plugin = CsvExportPlugin(parent=api)
    plugin.to = str(path)
    with Gradebook(api.coursedir.db_url, api.coursedir.course_id) as gradebook:
        plugin.export(gradebook)
    return path


class _captured(logging.Handler):
    """Collect what a logger says, so that the reason of a failure can be told in one line."""

    def __init__(self, name: str):
        super().__init__()
        self.lines: list[str] = []
        self.logger = logging.getLogger("traitlets")

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def __enter__(self) -> list[str]:
        self.logger.addHandler(self)
        self.logger.propagate, self.propagated = False, self.logger.propagate
        return self.lines

    def __exit__(self, *ignored: Any) -> None:
        self.logger.removeHandler(self)
        self.logger.propagate = self.propagated


def _reason(log: list[str], error: Exception) -> str:
    for text in reversed(log):
        if "Error" in text:
            return _last_line(text)
    return " ".join(str(error).split()) or type(error).__name__


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def remove_folder(path: Path) -> None:
    """Remove a folder that nbgrader wrote, which may be read-only."""
    shutil.rmtree(path, ignore_errors=True)
