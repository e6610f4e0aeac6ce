# SPDX-License-Identifier: MIT
"""nbgrader's configuration for this course. Read by `nbgrader`, by formgrader and by `python -m grading`."""

import os
from pathlib import Path

try:
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
    from grading.by_nbgrader.formgrader import EscapeNames
    from grading.by_nbgrader.gradebook import gradebook_url
    from grading.by_nbgrader.grades import ExportGrades
    from grading.by_nbgrader.student_version import ClearToStubs, StampRelease
except Exception as error:
    # nbgrader goes on without a configuration that it can't read: it would run strangers' code as you.
    raise SystemExit(
        f"nbgrader_config.py: the grader can't be loaded ({type(error).__name__}: {error}), so nothing is done. "
        "Use the course's own environment: `make test` sets it up and says what is wrong."
    ) from error

COURSE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821  (nbgrader puts it here)

c.CourseDirectory.course_id = "autograd-in-five-days"
c.CourseDirectory.root = str(COURSE)
work_in(COURSE)
# Where the scores are: gradebook.db, or what the environment says, such as postgresql://name@host/database.
c.CourseDirectory.db_url = gradebook_url(os.environ.get("GRADEBOOK", ""), COURSE)
# The text masters hold the solutions. They are files in source/, not in source/dayN/; this is the second lock.
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

# `make class` makes exchange/, or a link to a folder that learners and instructor share. Learners work in days/.
c.Exchange.root = str(COURSE / "exchange")
c.Exchange.assignment_dir = str(COURSE / "days")
c.ExchangeFactory.collect = CollectSafely
c.ExchangeFactory.release_feedback = ReleaseFeedbackToExchange
c.ExportApp.plugin_class = ExportGrades

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

# Formgrader's page of a submission: what a learner wrote runs no script in the instructor's browser. nbconvert's own
# filters take the square of a text's length, too. What a text names lies beside no notebook, so the last one keeps it.
c.HTMLExporter.preprocessors = [EscapeNames]
c.HTMLExporter.filters = {
    "ansi2html": "grading.by_nbgrader.formgrader.printed",
    "highlight_code": "grading.by_nbgrader.formgrader.coloured_code",
    "markdown2html": "grading.by_nbgrader.formgrader.harmless_markdown",
    "strip_files_prefix": "builtins.format",
}

# The Validate button and nbgrader's own runs.
c.Execute.timeout = 60
c.Execute.shutdown_kernel = "immediate"
