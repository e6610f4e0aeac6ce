# SPDX-License-Identifier: MIT
"""The student version of an assignment: what nbgrader's release does to the notebook's cells, and how it is started."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import NbGraderPreprocessor

from grading.by_nbgrader import calling, gradebook
from judge.notebooks import course, stubs
from judge.run.words import template
from judge.verdicts import marking


def release(assignment: course.Assignment, into: Path | None = None) -> Path:
    """Make the student version of an assignment with nbgrader, and return its path.

    It is recorded in the gradebook and kept in release/, as grading needs it; with ``into`` it is only written there.

    Raises:
        CourseError: The assignment is not built, or nbgrader refused; the text gives the reason.
    """
    marking.source_notebook(assignment)
    api = calling.api_of(assignment)
    # nbgrader escapes the signs of a regular expression in its root, and in nothing else.
    api.coursedir.source_directory = _below(assignment.source_notebook.parents[1], Path(api.coursedir.root))
    if into is None:
        gradebook.need_version(api.coursedir.db_url)
        released = assignment.release_notebook
    else:
        api.coursedir.release_directory = str(into)
        api.config.SaveCells.enabled = False
        released = into / assignment.name / assignment.release_notebook.name
    refusal = template("nbgrader could not release {name}: {reason}")
    calling.start(GenerateAssignment, api, assignment, refusal, force=True, no_database=into is not None)
    return released


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


def _below(folder: Path, root: Path) -> str:
    return Path(os.path.relpath(folder, root)).as_posix()
