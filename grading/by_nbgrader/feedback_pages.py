# SPDX-License-Identifier: MIT
"""Feedback: the page that each learner gets back, by ``make feedback`` or by ``nbgrader generate_feedback``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbconvert.exporters import Exporter
from nbgrader.api import MissingEntry
from traitlets.config import Config

from grading.by_nbgrader.autograding import NOTES
from grading.by_nbgrader.calling import api_of
from grading.by_nbgrader.gradebook import GradebookError, need_version, opened
from grading.by_nbgrader.grades import grades_of_notebook
from grading.by_nbgrader.record import copy_beside
from judge.notebooks import course, stubs
from judge.notebooks.about import language_of
from judge.notebooks.writing import replace_file
from judge.run.words import say, speak, template
from judge.verdicts import feedback_page, marking, processes
from judge.verdicts.pages import compiled


def write(assignment: course.Assignment) -> dict[str, str]:
    """Write the feedback page of each student who is graded; return by student why there is none, where that failed.

    What fails for one student leaves an earlier page of grades as it was, and stops nobody else.

    Raises:
        GradebookError: The gradebook can't be used.
        CourseError: Nothing has been graded.
        OSError: The disk is full, or read-only.
    """
    api = api_of(assignment)
    need_version(api.coursedir.db_url)
    notebooks = sorted(assignment.root.glob(f"autograded/*/{assignment.name}/{assignment.stem}.ipynb"))
    if not notebooks:
        nothing = template("Nothing of {name} has been graded yet: run `{command}` first.")
        raise course.CourseError(nothing, name=assignment.name, command=course.command("grade", assignment))
    exporter = FeedbackPage(config=Config({"Exporter": {"default_preprocessors": []}}))
    compiled(feedback_page.TEMPLATE)  # before processes are forked
    faults = {}
    for path in notebooks:
        student = path.parent.parent.name
        of = {
            "student": student,
            "assignment": assignment.name,
            "notebook": assignment.stem,
            "db_url": api.coursedir.db_url,
        }
        try:
            page, _ = exporter.from_filename(str(path), resources={"nbgrader": of})
            folder = Path(api.coursedir.root) / api.coursedir.feedback_directory / student / assignment.name
            replace_file(folder / f"{assignment.stem}.html", page.encode("utf-8", "replace"))
            copy_beside(path.parent, folder)
        except MissingEntry:
            no_score = template("The gradebook has no score of it: run `{command}`.")
            faults[student] = say(no_score, command=course.command("grade", assignment, force=True))
        except Exception as error:
            if isinstance(error, GradebookError) or course.stops_all(error):
                raise
            faults[student] = course.why(error, say("Its feedback could not be written ({}). Please report this."))
    return faults


class FeedbackPage(Exporter):
    """Export a graded notebook as the page that its learner gets back, with the gradebook's points and comments."""

    file_extension = ".html"
    output_mimetype = "text/html"

    def from_notebook_node(self, nb: Any, resources: Any = None, **keywords: Any) -> Any:
        """Return the page and the resources, which name the student, the assignment and the gradebook."""
        nb, resources = super().from_notebook_node(nb, resources, **keywords)
        of = resources["nbgrader"]
        with opened(of["db_url"]) as gradebook:
            found = gradebook.find_submission_notebook(of["notebook"], of["assignment"], of["student"])
            grades = grades_of_notebook(found)
        return processes.call(page_of, nb, course.assignment(of["assignment"]), grades), resources


def page_of(notebook: Any, assignment: course.Assignment, grades: feedback_page.Grades) -> str:
    """Return the feedback page of a graded notebook as HTML, in the notebook's language."""
    speak(language_of(notebook.metadata))
    notes = notebook.metadata.get(stubs.STAMP, {}).get(NOTES, [])
    return feedback_page.page(notebook, marking.read_results(notebook, assignment, notes), grades)
