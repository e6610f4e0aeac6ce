# SPDX-License-Identifier: MIT
"""A submission under ``nbgrader autograde``: named, read, rebuilt, run, and its grade cells settled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Bool

from judge.notebooks import choosing, course, safe_text, stubs, submission
from judge.notebooks.about import language_of
from judge.notebooks.cells import is_grade
from judge.notebooks.writing import replace_file
from judge.run.words import say, speak
from judge.verdicts import fault_log, marking, processes
from judge.verdicts.verdict import CORRECT, VERDICT_MIME

# Where a graded notebook keeps, beside its stamp, what was noticed in the submission.
NOTES = "notes"


def give_its_name(assignment: str, student: str, notebooks: list[str]) -> None:
    """Give the notebook of a submission the assignment's name where it has another: nbgrader grades no other.

    nbgrader calls this before each submission; ``notebooks`` are the paths that it found there.
    """
    assignment = course.assignment(assignment)
    folder = Path(notebooks[0]).parent
    expected = folder / f"{assignment.stem}.ipynb"
    if expected.exists():
        return
    path, _ = choosing.in_folder(assignment, folder)
    if path.exists():
        replace_file(expected, path.read_bytes(), path.stat().st_mtime)
        notebooks.append(str(expected))


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
        assignment = course.assignment(resources["nbgrader"]["assignment"])
        student = resources["nbgrader"]["student"]
        path, beside = choosing.submitted(assignment, student)
        if path.name != f"{assignment.stem}.ipynb":
            nb = submission.read(path, outputs=False)
        speak(language_of(nb.metadata))
        rebuilt, warnings = submission.rebuild(nb, marking.source_notebook(assignment))
        for one in beside:
            warnings += one.for_notebook(nb).sentences(assignment)
        for warning in warnings:
            self.log.warning("%s: %s", student, safe_text.line(warning))
        _note(rebuilt, warnings)
        return rebuilt, resources


class RunNotebook(NbGraderPreprocessor):
    """Run the notebook as ``python -m grading check`` does, so that both give the same points."""

    unconfined = Bool(False, help="Run strangers' code as yourself. For one's own work alone.").tag(config=True)

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Run what the checks need; afterwards a grade cell holds an error unless its verdict is correct."""
        assignment = course.assignment(resources["nbgrader"]["assignment"])
        notebook, trouble, faults = processes.call(_run, nb, assignment, not self.unconfined)
        for fault in faults:
            self.log.error("A fault of the grader, please report it. %s", safe_text.lines(fault))
        for sentence in trouble:
            self.log.warning("%s", safe_text.line(sentence))
        settle(notebook, trouble, trouble)
        return notebook, resources


def _run(notebook: Any, assignment: course.Assignment, confined: bool) -> tuple[Any, list[str], list[str]]:
    """Return a notebook that was run, what was in the way of it, and faults of the grader."""
    speak(language_of(notebook.metadata))
    with fault_log.faults() as faults:
        trouble = marking.run(notebook, assignment, confined=confined)
    return notebook, trouble, faults


def settle(notebook: Any, notes: Sequence[str], trouble: Sequence[str]) -> None:
    """Keep what was noticed in a notebook that was run, and make nbgrader's reading of its checks that of the verdicts.

    ``trouble`` says why some of it was not run.
    """
    _note(notebook, notes)
    for cell in notebook.cells:
        if cell.cell_type == "code" and is_grade(cell):
            settle_cell(cell, trouble)


def _note(notebook: Any, sentences: Sequence[str]) -> None:
    """Keep what was noticed in a graded notebook, for its feedback."""
    kept = notebook.metadata.setdefault(stubs.STAMP, {})
    kept[NOTES] = [*kept.get(NOTES, []), *sentences]


def settle_cell(cell: Any, trouble: Sequence[str]) -> None:
    """Make nbgrader's reading of a grade cell that of the verdict.

    nbgrader gives 0 for anything on stderr, so a warning would cost a correct solution its points; it takes the value
    of a cell, which a submission can forge, for partial credit; and it gives full points to a cell that was never run.
    So no output is on stderr afterwards, and there is an error unless the verdict is correct; the only value is the
    share of the points that the verdict gives. A cell that was settled before stays as it is.
    """
    for output in cell.outputs:
        _make_harmless(output)
    verdict = _verdict_in(cell)
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if verdict.get("share") and all(error.ename == "NotYet" for error in errors):
        _give_share(cell, verdict["share"], errors)
    elif not errors and verdict.get("outcome") != CORRECT:
        text = " ".join([say("This check was not run."), *trouble])
        cell.outputs.append(nbformat.v4.new_output("error", ename=marking.NOT_RUN, evalue=text, traceback=[text]))


def _make_harmless(output: Any) -> None:
    """Take from an output what nbgrader would count: that it is on stderr, or the value of the cell."""
    if output.output_type == "stream":
        output.name = "stdout"
    elif output.output_type == "execute_result":
        output.output_type = "display_data"
        del output["execution_count"]


def _verdict_in(cell: Any) -> dict[str, Any]:
    """Return the first verdict in a cell's outputs, as it was kept; an empty one where there is none."""
    for output in cell.outputs:
        verdict: dict[str, Any] = output.get("data", {}).get(VERDICT_MIME)
        if verdict:
            return verdict
    return {}


def _give_share(cell: Any, share: float, errors: Sequence[Any]) -> None:
    """Make a share of its points the value of a grade cell, and what its errors say a text that is printed."""
    points = float(cell.metadata.nbgrader["points"] * share)
    data = {"text/plain": repr(points)}
    kept = [output for output in cell.outputs if output.output_type != "error" and output.get("data") != data]
    said = [nbformat.v4.new_output("stream", name="stdout", text=f"{error.evalue}\n") for error in errors]
    value = nbformat.v4.new_output("execute_result", data=data, execution_count=cell.execution_count)
    cell.outputs = [*kept, *said, value]
