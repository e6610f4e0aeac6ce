# SPDX-License-Identifier: MIT
"""nbgrader's exchange: an assignment goes there, submissions are collected from there, feedback goes back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
from nbgrader.exchange.default import ExchangeCollect, ExchangeReleaseFeedback

from grading.by_nbgrader import calling
from grading.by_nbgrader.student_version import release
from judge.notebooks import course, patterns
from judge.notebooks.about import language_of
from judge.run.words import LANGUAGE, template


def offer(assignment: course.Assignment) -> bool:
    """Put an assignment in the current language into the exchange, and tell whether it was new or changed there.

    Raises:
        CourseError: The assignment is not built, or nbgrader refused; the text gives the reason.
    """
    api = calling.api_of(assignment)
    if not _is_released_here(assignment):
        release(assignment)
    offered = Path(api.exchange_root) / api.course_id / "outbound" / assignment.name / assignment.release_notebook.name
    if offered.exists() and offered.read_bytes() == assignment.release_notebook.read_bytes():
        return False
    refusal = template("nbgrader could not put {name} into the exchange: {reason}")
    calling.start(api.exchange.ReleaseAssignment, api, assignment, refusal, force=True)
    return True


def _is_released_here(assignment: course.Assignment) -> bool:
    """Tell whether release/ holds an assignment in the current language."""
    if not assignment.release_notebook.exists():
        return False
    metadata = nbformat.read(assignment.release_notebook, as_version=4).metadata
    return bool(metadata) and language_of(metadata) == LANGUAGE.get()


def send_feedback(assignment: course.Assignment) -> None:
    """Send an assignment's feedback back through the exchange.

    Raises:
        CourseError: nbgrader refused; the text gives the reason.
    """
    api = calling.api_of(assignment)
    refusal = template("nbgrader could not send {name}'s feedback back: {reason}")
    calling.start(api.exchange.ReleaseFeedback, api, assignment, refusal)


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
            self.fail(calling.last_line(done.stderr))


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
