# SPDX-License-Identifier: MIT
"""Build a day: text master -> notebook with outputs -> nbgrader's release -> the learner's copy in days/."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat

from grading.notebooks import course, reference
from grading.notebooks.cells import grade_id
from grading.run import kernel

__all__ = ["build", "fill_days", "from_master", "is_stale", "reset", "stale_reason", "untouched"]

# What a built notebook says of its kernel: nothing that differs between machines.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "file_extension": ".py", "mimetype": "text/x-python"},
}


def from_master(day: course.Day) -> Any:
    """Return the notebook of a day's text master, without outputs, with stable cell ids.

    A cell with a ``grade_id`` has it as its id. Any other cell's id is a hash of its text, so that it stays the
    same while the cells around it change.
    """
    cells, seen = [], set()
    for cell in reference.cells(day.number):
        metadata = nbformat.from_dict(cell.metadata)
        make = nbformat.v4.new_markdown_cell if cell.cell_type == "markdown" else nbformat.v4.new_code_cell
        new = make(cell.source, metadata=metadata)
        new["id"] = grade_id(cell) or _hashed(cell.source, day, seen)
        if new["id"] in seen:
            raise course.CourseError(f"{day.master.name}: the grade_id {new['id']} stands twice.")
        seen.add(new["id"])
        cells.append(new)
    return nbformat.v4.new_notebook(cells=cells, metadata=METADATA)


def _hashed(text: str, day: course.Day, seen: set[str]) -> str:
    for attempt in range(1000):
        name = f"{day.name}-{hashlib.sha256(f'{attempt}{text}'.encode()).hexdigest()[:12]}"
        if name not in seen:
            return name
    raise course.CourseError(f"{day.master.name}: too many cells have the same text.")


def stale_reason(day: course.Day) -> str:
    """Return why the built notebook does not match its master, or an empty string."""
    if not day.source_notebook.exists():
        return f"{day.source_notebook.name} has not been built."
    fresh, built = from_master(day), nbformat.read(day.source_notebook, as_version=4)
    if len(fresh.cells) != len(built.cells):
        return f"{day.source_notebook.name} has {len(built.cells)} cells, and its master {len(fresh.cells)}."
    for one, other in zip(fresh.cells, built.cells, strict=True):
        if (one.cell_type, one.id, one.source, one.metadata) != (
            other.cell_type,
            other.id,
            other.source,
            other.metadata,
        ):
            return f"{day.source_notebook.name}: the cell {other.id} differs from the master's."
    return ""


def is_stale(day: course.Day) -> bool:
    """Tell whether the built notebook must be built again."""
    return bool(stale_reason(day))


def build(day: course.Day) -> float:
    """Build and execute a day's notebook, and write it to source/dayN/.

    Returns:
        How many seconds the run took.

    Raises:
        CourseError: A cell of the solution raised or wrote to stderr; nothing is written then.
    """
    notebook = from_master(day)
    started = time.monotonic()
    environment = {"NBGRADER_EXECUTION": "build", "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    day.source_notebook.parent.mkdir(parents=True, exist_ok=True)
    trouble = kernel.execute(notebook, day.source_notebook.parent, environment=environment)
    for sentence in trouble:
        raise course.CourseError(f"{day.master.name}: {sentence}")
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                raise course.CourseError(f"{day.master.name}, cell {cell.id}: {output.ename}: {output.evalue}")
            if output.output_type == "stream" and output.name == "stderr":
                raise course.CourseError(f"{day.master.name}, cell {cell.id} writes to stderr: {output.text[:200]}")
    notebook.metadata = nbformat.from_dict(METADATA)
    _write(notebook, day.source_notebook)
    return time.monotonic() - started


def _write(notebook: Any, path: Path) -> None:
    partial = path.with_suffix(".partial")
    nbformat.write(notebook, partial)
    os.replace(partial, path)


def fill_days(day: course.Day, *, database: bool = False) -> str:
    """Put the released notebook of a day into days/, without losing anybody's work.

    A notebook there that someone has worked in is left alone.

    Args:
        day: The day.
        database: Whether to record the release in the gradebook and keep it in release/ (for instructors).

    Returns:
        What was done: ``written``, ``unchanged`` or ``kept``.
    """
    from grading import nbgrader_plugins

    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, database=database, into=None if database else Path(folder))
        target = day.learner_notebook
        if target.exists():
            if target.read_bytes() == released.read_bytes():
                return "unchanged"
            if not untouched(target):
                return "kept"
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(released, target)
    return "written"


def untouched(path: Path) -> bool:
    """Tell whether a notebook's texts are those of the release that wrote it; running its cells changes nothing."""
    from grading import nbgrader_plugins

    try:
        notebook = nbformat.read(path, as_version=4)
        stamp = notebook.metadata.get(nbgrader_plugins.STAMP, {}).get("release")
    except Exception:  # Whatever it is, it is not a notebook that a release wrote.
        return False
    return stamp == nbgrader_plugins.stamp(notebook)


def reset(day: course.Day) -> Path | None:
    """Restore the released notebook of a day in days/ and keep the one that stood there.

    Returns:
        The path under which the former notebook is kept, or None where there was none.
    """
    from grading import nbgrader_plugins

    with tempfile.TemporaryDirectory() as folder:
        released = nbgrader_plugins.release(day, into=Path(folder))
        target = day.learner_notebook
        kept = _keep(target) if target.exists() else None
        target.parent.mkdir(parents=True, exist_ok=True)
        _copy(released, target)
    return kept


def _keep(path: Path) -> Path:
    when = time.strftime("%Y-%m-%d-%H%M%S")
    for attempt in range(1000):
        kept = path.with_name(f"{path.stem}.kept-{when}{f'-{attempt}' if attempt else ''}.ipynb")
        try:
            # A link fails where the name is taken: nothing is ever overwritten.
            with open(kept, "xb") as copy:
                copy.write(path.read_bytes())
            return kept
        except FileExistsError:
            continue
    raise course.CourseError(f"{path.parent} holds too many kept copies: move some away first.")


def _copy(released: Path, target: Path) -> None:
    partial = target.with_suffix(".partial")
    shutil.copyfile(released, partial)
    os.replace(partial, target)
