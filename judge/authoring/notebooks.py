# SPDX-License-Identifier: MIT
"""Build an assignment: text master -> notebook with outputs."""

from __future__ import annotations

import copy
import itertools
import re
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import nbformat

from judge.authoring import checks
from judge.notebooks import course, master
from judge.notebooks.cells import exercises, grade_id, is_grade, is_solution, made_id
from judge.notebooks.current import PLACE
from judge.notebooks.writing import replace_file
from judge.run import kernel
from reading.notebook_file import names_of, visible

# The kernel metadata of a notebook, without anything that differs between machines.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}
# JupyterLab and Notebook 7 show such a heading, and fold all that stands under it to one line.
FOLDED_HEADING = {"jp-MarkdownHeadingCollapsed": True}
# Colab does so with the headings whose ids a notebook's metadata list; it keeps an id in the cell's metadata, too.
# VS Code keeps what is folded to itself, and reads nothing of it in a notebook.
COLAB, COLAB_FOLDED, COLAB_ID = "colab", "collapsed_sections", "id"


@dataclass(frozen=True)
class Below:
    """What a notebook gets below each answer cell; ``{number}`` in it is the number of the exercise."""

    ask: str  # the code of the cell right below it, which asks for the verdict
    checks: str  # the heading of the checks, folded with all of them


def from_master(
    assignment: course.Assignment, fill: checks.Fill = checks.misplaced_cells, below: Below | None = None
) -> Any:
    """Return the notebook of an assignment's text master, without outputs, with stable cell ids.

    A cell's id is its ``grade_id``, or else a hash of its text, which does not depend on the cells around it.

    Args:
        assignment: The assignment.
        fill: Fills in what the course puts into its texts.
        below: What it gets below each answer cell; without it the checks stand there, as in the master.

    Raises:
        CourseError: The master has a fault, an id stands twice, or no heading ends the fold of some checks.
    """
    _refuse_ids(assignment)
    cells, seen = [], set()
    for cell in checks.completed(assignment.master, fill):
        metadata = nbformat.from_dict(cell.metadata)
        make = nbformat.v4.new_markdown_cell if cell.cell_type == "markdown" else nbformat.v4.new_code_cell
        new = make(cell.source, metadata=metadata)
        new["id"] = grade_id(cell) or _hashed(cell.source, assignment, seen)
        seen.add(new["id"])
        cells.append(new)
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=copy.deepcopy(METADATA))
    if below:
        _add_below(notebook, below, assignment, seen)
    return notebook


def _refuse_ids(assignment: course.Assignment) -> None:
    """Refuse a master in which an id stands twice, or that of an exercise is not one of this assignment.

    Raises:
        CourseError: Names the file and the id.
    """
    cells = [cell for cell in master.read(assignment.master) if grade_id(cell)]
    for name, count in Counter(map(grade_id, cells)).items():
        if count > 1:
            raise course.CourseError(f"{course.place(assignment.master)}: the id {name} stands twice: rename one.")
    for name in map(grade_id, filter(is_solution, cells)):
        if not str(name).startswith(f"{assignment.name}-"):
            raise course.CourseError(
                f"{course.place(assignment.master)}: {name} is an exercise of {assignment.name}, so its id begins with "
                f"{assignment.name}-."
            )


def _add_below(notebook: Any, below: Below, assignment: course.Assignment, seen: set[str]) -> None:
    """Put the cell that asks for the verdict right below each answer, and the checks under a heading of their own.

    Raises:
        CourseError: What follows some checks has no heading, so it would be folded with them.
    """
    folded = []
    for each in [each for each in exercises(notebook) if each.checks]:
        places = {grade_id(cell): place for place, cell in enumerate(notebook.cells)}
        first, last = places[each.id] + 1, max(places[check.grade_id] for check in each.checks) + 1
        if not _opens_with_heading(notebook.cells[last:]):
            raise course.CourseError(
                f"{course.place(assignment.master)}: what follows the checks of {each.number} would be folded with "
                "them. Write a heading over it that says what it is about, such as `#### The loss, measured`."
            )
        others, asked = _apart(notebook.cells[first:last])
        # nbval would run it and compare nothing.
        ask = nbformat.v4.new_code_cell(below.ask, metadata={"tags": ["nbval-skip"]})
        heading = nbformat.v4.new_markdown_cell(below.checks, metadata=dict(FOLDED_HEADING))
        for cell in (ask, heading):
            cell.source = cell.source.format(number=each.number)
            cell["id"] = _hashed(cell.source, assignment, seen)
        heading.metadata[COLAB_ID] = heading["id"]
        folded.append(heading["id"])
        notebook.cells[first:last] = [ask, *others, heading, *asked]
    notebook.metadata[COLAB] = {COLAB_FOLDED: folded}


def _opens_with_heading(cells: list[Any]) -> bool:
    """Tell whether some cells begin with a heading, or there are none: then a fold above them ends there."""
    return not cells or (cells[0].cell_type == "markdown" and cells[0].source.startswith("#"))


def _apart(cells: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return those of some cells that no check among them needs; and the checks, with what defines a name for them."""
    used = set().union(*(names_of(visible(cell.source))[1] for cell in cells if is_grade(cell)))
    asked = [cell for cell in cells if is_grade(cell) or used & names_of(cell.source)[0]]
    return [cell for cell in cells if cell not in asked], asked


def _hashed(text: str, assignment: course.Assignment, seen: set[str]) -> str:
    names = (made_id(assignment.name, text, number) for number in itertools.count())
    return next(name for name in names if name not in seen)


def stale_reason(assignment: course.Assignment, fresh: Any) -> str:
    """Return why the built notebook is not the ``fresh`` one of its master; "" if it is."""
    if not assignment.source_notebook.exists():
        return f"{assignment.source_notebook.name} has not been built."
    built = nbformat.read(assignment.source_notebook, as_version=4)
    if len(fresh.cells) != len(built.cells):
        return f"{assignment.source_notebook.name} has {len(built.cells)} cells, and its master {len(fresh.cells)}."
    for one, other in zip(fresh.cells, built.cells, strict=True):
        if any(one[key] != other[key] for key in ("cell_type", "id", "source", "metadata")):
            return f"{assignment.source_notebook.name}: the cell {other.id} differs from the master's."
    return ""


# How a traceback marks the line that raised, and the colours in it.
RAISING, COLOUR = re.compile(r"^-+> \d+ +(.*\S)", re.MULTILINE), re.compile(r"\x1b\[[\d;]*m")


def _line(error: Any) -> str:
    """Return the line of a cell that raised an error, by the traceback in its output; "" where that has none.

    Its number would mislead: a notebook's check has lines that the master's has not.
    """
    found = RAISING.search(COLOUR.sub("", "\n".join(error.traceback)))
    return f", `{found[1]}`" if found else ""


def build(assignment: course.Assignment, notebook: Any) -> float:
    """Run an assignment's notebook that was made of its master, write it to source/, and return the seconds of the run.

    Raises:
        CourseError: A cell of the solution raised or wrote to stderr; then nothing is written.
    """
    started = time.monotonic()
    environment = {
        "NBGRADER_EXECUTION": "build",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        PLACE: str(assignment.root),
    }
    assignment.source_notebook.parent.mkdir(parents=True, exist_ok=True)
    metadata = copy.deepcopy(notebook.metadata)
    trouble = kernel.execute(notebook, assignment.source_notebook.parent, environment=environment)
    for sentence in trouble:
        raise course.CourseError(f"{assignment.master.name}: {sentence}")
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                what = f"{output.ename}: {output.evalue}".rstrip(": ")
                raise course.CourseError(f"{assignment.master.name}, cell {cell.id}{_line(output)}: {what}")
            if output.output_type == "stream" and output.name == "stderr":
                raise course.CourseError(
                    f"{assignment.master.name}, cell {cell.id} writes to stderr: {output.text[:200]}"
                )
    notebook.metadata = metadata  # without what the kernel added of this machine
    replace_file(assignment.source_notebook, (nbformat.writes(notebook) + "\n").encode())
    return time.monotonic() - started
