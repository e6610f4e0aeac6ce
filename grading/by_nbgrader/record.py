# SPDX-License-Identifier: MIT
"""Putting graded submissions into the gradebook and into autograded/, many at once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from nbgrader.preprocessors import AssignLatePenalties

from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import gradebook_of
from grading.by_nbgrader.student_version import release
from judge.notebooks import course
from judge.notebooks.about import about
from judge.notebooks.cells import grade_id, is_grade
from judge.notebooks.writing import replace_file
from judge.verdicts import marking

# What one notebook of a student has beside it: when it arrived, and the way back of its feedback.
BESIDE = ("timestamp.txt", "submission_secret.txt")


class Record:
    """Puts graded submissions into the gradebook, as ``nbgrader autograde`` does, and many in one transaction.

    Manual grades and comments stay. Whoever had a manual grade needs to be looked at again, as in nbgrader.

    Raises:
        CourseError: The gradebook can't be opened, or knows another version of the assignment.
    """

    def __init__(self, assignment: course.Assignment):
        self._assignment = assignment
        self._api = api_of(assignment)
        _need_assignment(self._api, assignment)

    def put(self, graded: Mapping[str, Any]) -> dict[str, float]:
        """Write settled notebooks to autograded/, then all scores at once; both are by student.

        A kill at any moment leaves each student with the earlier score or with the new one.

        Raises:
            OSError: autograded/ can't be written.
            GradebookError: The gradebook can't be used.
        """
        with gradebook_of(self._api) as gradebook:
            self._write_notebooks(gradebook, graded)
            with _sent_together(gradebook):
                scores = self._scores(gradebook, graded)
            gradebook.db.commit()
        return scores

    def _write_notebooks(self, gradebook: Gradebook, graded: Mapping[str, Any]) -> None:
        """Write notebooks, with the checksums of what was released, to autograded/."""
        source = gradebook.find_notebook(self._assignment.stem, self._assignment.name)
        checksums = {cell.name: cell.checksum for cell in source.source_cells}
        for student, notebook in graded.items():
            for cell in notebook.cells:
                if grade_id(cell) in checksums:
                    cell.metadata.nbgrader["checksum"] = checksums[grade_id(cell)]
            folder = self._assignment.folder_of("autograded", student)
            replace_file(folder / f"{self._assignment.stem}.ipynb", nbformat.v4.writes(notebook).encode())
            copy_beside(self._assignment.folder_of("submitted", student), folder)

    def _scores(self, gradebook: Gradebook, graded: Mapping[str, Any]) -> dict[str, float]:
        """Put all that the gradebook keeps of some submissions into it, and return their scores by student.

        The database adds up scores and penalties, so each step is sent before the next reads its sums, and an entry is
        read afresh (``expire``) once what it sums up has changed.
        """
        for student in graded:
            gradebook.update_or_create_student(student)
        gradebook.db.flush()
        submissions = {}
        for student in graded:
            arrived = self._api.coursedir.get_existing_timestamp(str(self._assignment.folder_of("submitted", student)))
            known = {"timestamp": arrived} if arrived else {}
            submissions[student] = gradebook.update_or_create_submission(self._assignment.name, student, **known)
        gradebook.db.flush()
        notebooks = {}
        for student, entry in submissions.items():
            (notebook,) = (each for each in entry.notebooks if each.name == self._assignment.stem)
            fill_in(notebook, graded[student])
            notebooks[student] = notebook
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
        if penalty is None:
            return None
        return min(max(penalty, 0), notebook.score)


def copy_beside(source: Path, target: Path) -> None:
    """Copy the files that belong beside a notebook, and nothing else of what was handed in.

    Raises:
        OSError: The folder ``target`` can't be written.
    """
    for name in BESIDE:
        beside = source / name
        if beside.is_file() and not beside.is_symlink():
            replace_file(target / name, beside.read_bytes())


def fill_in(notebook: Any, graded: Any) -> None:
    """Copy the score of each check, and the comment on each answer, from a graded notebook to the gradebook's entry.

    Args:
        notebook: The gradebook's entry for this notebook, a ``SubmittedNotebook`` of nbgrader.
        graded: The notebook itself, with its outputs and scores.
    """
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
    time = text.strip()
    if not time:
        return True
    try:
        return utils.parse_utc(time) is not None
    except ValueError:
        return False


@contextlib.contextmanager
def _sent_together(gradebook: Gradebook) -> Iterator[None]:
    """Put off what nbgrader commits to the database after each single change, for as long as this context lasts.

    Sent together, the changes of many submissions take a fraction of the time. Whoever uses this commits afterwards.
    """
    commit = gradebook.db.commit
    gradebook.db.commit = lambda: None
    try:
        with gradebook.db.no_autoflush:
            yield
    finally:
        gradebook.db.commit = commit


def _need_assignment(api: NbGraderAPI, assignment: course.Assignment) -> None:
    """Record the assignment in the gradebook if it is not there, and refuse a gradebook of another version."""
    wanted = {str(grade_id(cell)) for cell in marking.source_notebook(assignment).cells if is_grade(cell)}
    try:
        with gradebook_of(api) as gradebook:
            known = {cell.name for cell in gradebook.find_notebook(assignment.stem, assignment.name).grade_cells}
    except MissingEntry:
        release(assignment)
        return
    if known != wanted:
        raise course.CourseError(
            "The gradebook knows another version of {name}: run `{release}` first.",
            name=assignment.name,
            release=about().sentences.release.format(name=assignment.name),
        )
