# SPDX-License-Identifier: MIT
"""The answer cells of a day as a learner first sees them."""

from __future__ import annotations

from nbformat import NotebookNode

from judge.notebooks import reference, stubs
from judge.notebooks.cells import exercises


def released(which: int | str) -> dict[str, str]:
    """Return the text of each answer cell of a day as it is released, by grade_id."""
    solutions = reference.solutions(which)
    listed = exercises(NotebookNode(cells=reference.cells(which)))
    return {exercise.id: stubs.stub(solutions[exercise.id], exercise.number) for exercise in listed}
