# SPDX-License-Identifier: MIT
"""What the gradebook holds: of a student's notebook, of an assignment, and as a table of all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy
from nbgrader.api import Gradebook, SubmittedNotebook
from nbgrader.plugins import CsvExportPlugin

from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import gradebook_of
from judge.notebooks import course, safe_text
from judge.notebooks.writing import replace_file
from judge.verdicts.feedback_page import Grades, Score

# The head of the table, which is that of nbgrader's own.
COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)


def grades_of_day(assignment: course.Assignment) -> dict[str, Grades]:
    """Return what the gradebook holds of each student's notebook of an assignment; nothing where there is no gradebook.

    Raises:
        GradebookError: The gradebook can't be used.
    """
    api = api_of(assignment)
    url = sqlalchemy.make_url(api.coursedir.db_url)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():  # To look would make one.
        return {}
    with gradebook_of(api) as gradebook:
        notebooks = gradebook.db.query(SubmittedNotebook).filter(SubmittedNotebook.name == assignment.stem)
        return {
            one.student.id: grades_of_notebook(one)
            for one in notebooks
            if one.assignment.assignment.name == assignment.name
        }


def grades_of_notebook(found: SubmittedNotebook) -> Grades:
    """Return what the gradebook holds of one student's notebook: points, comments, and what is taken off."""
    student = found.student
    return Grades(
        student=student.id,
        name=" ".join(filter(None, [student.first_name, student.last_name])),
        scores={
            str(one.name): Score(one.auto_score, one.manual_score, one.extra_credit or 0.0) for one in found.grades
        },
        # What nbgrader itself says of an answer, "No response.", the verdicts say better.
        comments={str(one.name): one.manual_comment for one in found.comments if one.manual_comment},
        late_penalty=found.late_submission_penalty or 0.0,
    )


def export_grades(assignment: course.Assignment, path: Path) -> Path:
    """Write all grades of the gradebook, of whichever assignment, to a CSV file, and return its path.

    Raises:
        GradebookError: The gradebook can't be used.
        OSError: The file can't be written.
    """
    with gradebook_of(api_of(assignment)) as gradebook:
        ExportGrades(to=str(path)).export(gradebook)
    return path


class ExportGrades(CsvExportPlugin):
    """nbgrader's table of all grades, in which no text is a formula for the spreadsheet that opens it."""

    def export(self, gradebook: Gradebook) -> None:
        """Write the table to ``self.to``, for the students and assignments that are asked for; for all if none are."""
        students = set(map(str, self.student))
        assignments = set(map(str, self.assignment))
        rows: list[tuple[object, ...]] = [COLUMNS]
        for assignment in gradebook.assignments:
            if assignments and assignment.name not in assignments:
                continue
            submissions = {one.student.id: one for one in gradebook.assignment_submissions(assignment.name)}
            for student in gradebook.students:
                if not students or student.id in students:
                    rows.append(_row(assignment, student, submissions.get(student.id)))
        replace_file(Path(self.to or "grades.csv"), safe_text.table(rows))


def _row(assignment: Any, student: Any, submission: Any) -> tuple[object, ...]:
    """Return what stands in each of the columns; without a submission, 0 points."""
    timestamp, score, penalty = "", 0.0, 0.0
    if submission:
        timestamp = submission.timestamp
        score = submission.score
        penalty = submission.late_submission_penalty
    return (
        assignment.name,
        assignment.duedate,
        timestamp,
        student.id,
        student.last_name,
        student.first_name,
        student.email,
        score,
        penalty,
        max(0.0, score - penalty),
        assignment.max_score,
    )
