# SPDX-License-Identifier: MIT
"""nbgrader's configuration for a course of the judge: its ``nbgrader_config.py`` calls :func:`configure`.

So nbgrader's own commands, formgrader and ``python -m grading`` do the same steps.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearOutput,
    ComputeChecksums,
    IgnorePattern,
    LimitOutput,
    LockCells,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
    SaveCells,
)

from grading.by_nbgrader.autograding import AnyNotebook, RebuildFromSource, RunNotebook, give_its_name
from grading.by_nbgrader.calling import work_in
from grading.by_nbgrader.exchanging import CollectSafely, ReleaseFeedbackToExchange
from grading.by_nbgrader.feedback_pages import FeedbackPage
from grading.by_nbgrader.formgrader import show_harmless
from grading.by_nbgrader.gradebook import gradebook_url
from grading.by_nbgrader.grades import ExportGrades
from grading.by_nbgrader.student_version import ClearToStubs, StampRelease
from judge.notebooks.current import PLACE


def configure(c: Any, course: Path, course_id: str) -> None:
    """Put the course's steps in the place of nbgrader's own.

    Args:
        c: nbgrader's configuration, as ``get_config()`` returns it.
        course: The folder of the course.
        course_id: The course's name for nbgrader, which is that of its folder in the exchange.
    """
    # What nbgrader starts, and what is asked of the grader here, is about this course.
    os.environ.setdefault(PLACE, str(course))
    c.CourseDirectory.course_id = course_id
    c.CourseDirectory.root = str(course)
    work_in(course)
    # Where the scores are: gradebook.db, or what the environment says, such as postgresql://name@host/database.
    c.CourseDirectory.db_url = gradebook_url(os.environ.get("GRADEBOOK", ""), course)
    # The text masters hold the solutions. They are files in source/, not in a folder of it; this is the second lock.
    c.CourseDirectory.ignore = [
        ".ipynb_checkpoints",
        "*.pyc",
        "__pycache__",
        "feedback",
        "*.py",
        "*.kept-*.ipynb",
        "earlier",
        "beside.json",
    ]
    c.ExchangeFactory.collect = CollectSafely
    c.ExchangeFactory.release_feedback = ReleaseFeedbackToExchange
    c.ExportApp.plugin_class = ExportGrades
    _set_steps(c)
    show_harmless(c)
    # The Validate button and nbgrader's own runs.
    c.Execute.timeout = 60
    c.Execute.shutdown_kernel = "immediate"


def _set_steps(c: Any) -> None:
    """Say what a release, the grading of a submission and its feedback do, one step after the other."""
    c.GenerateAssignment.preprocessors = [
        LockCells,
        ClearToStubs,
        ClearOutput,
        CheckCellMetadata,
        ComputeChecksums,
        SaveCells,
        ClearHiddenTests,
        ClearMarkScheme,
        ComputeChecksums,
        CheckCellMetadata,
        StampRelease,
    ]
    c.Autograde.pre_convert_hook = give_its_name
    # The learner's answers in the course's own notebook: nothing else of a submission is graded.
    c.Autograde.exporter_class = AnyNotebook
    c.Autograde.sanitize_preprocessors = [
        RebuildFromSource,
        ClearOutput,
        OverwriteKernelspec,
        OverwriteCells,
        CheckCellMetadata,
    ]
    c.Autograde.autograde_preprocessors = [
        RunNotebook,
        IgnorePattern,
        LimitOutput,
        SaveAutoGrades,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    # The page reads points and comments from the gradebook itself.
    c.GenerateFeedback.preprocessors = []
    c.GenerateFeedback.exporter_class = FeedbackPage
