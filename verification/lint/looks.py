# SPDX-License-Identifier: MIT
"""Faults of how a notebook looks: lines that end out of sight, plotting code in the way, figures without words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from grading.notebooks.cells import grade_id, is_grade, is_solution
from grading.notebooks.master import FOLDED
from verification.lint.day_text import DayText
from verification.lint.fault import Fault

__all__ = ["LONGEST_LINE", "faults"]

# JupyterLab shows 122 characters of a line of code in a window 1,400 pixels wide, with its file browser open. `make
# lab` wraps longer lines; a notebook that is opened elsewhere scrolls sideways.
LONGEST_LINE = 120

# What each function that shows a figure has to be told.
TOLD = {"draw_graph": ("caption",), "show_figure": ("caption", "alt")}
DRAWS = "# Draws "


def faults(text: DayText) -> Iterator[Fault]:
    """Yield the faults of a day's cells of code."""
    for cell in text.cells:
        if cell.cell_type == "code":
            yield from _long_lines(text, cell)
            if not is_solution(cell) and not is_grade(cell):
                yield from _figures(text, cell)


def _long_lines(text: DayText, cell: Any) -> Iterator[Fault]:
    for line in cell.source.split("\n"):
        if len(line) > LONGEST_LINE:
            what = f"a line of code has {len(line)} characters, and {LONGEST_LINE} are in sight: {line.strip()[:60]!r}"
            yield Fault(text.file, _name(cell), what, "break it")


def _figures(text: DayText, cell: Any) -> Iterator[Fault]:
    try:
        tree = ast.parse(cell.source)
    except SyntaxError:
        return
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in calls:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        given = {word.arg for word in call.keywords}
        for word in TOLD.get(name, ()):
            if word not in given:
                yield Fault(text.file, _name(cell), f"{name} is called without {word}=", "say it in words")
    first = cell.source.split("\n")[0]
    folded = cell.metadata.get("jupyter") == FOLDED
    # Plotting at a cell's top level; a function that others call may stand in a cell of its own.
    plots = any(_is_plot(node) for statement in tree.body for node in ast.walk(statement) if not _defines(statement))
    if plots and not folded:
        mend = 'write `# %% jupyter={"source_hidden": true}` above it, in a cell of its own'
        yield Fault(text.file, _name(cell), "it plots, and is not folded", mend)
    if folded and not first.startswith("# "):
        mend = f"begin with a comment, such as `{DRAWS}Figure 2.2: two chords of a curve.`"
        yield Fault(text.file, _name(cell), "it is folded, and its first line does not say what it does", mend)
    if folded and plots and not first.startswith(f"{DRAWS}Figure"):
        yield Fault(text.file, _name(cell), f"its first line does not begin with `{DRAWS}Figure`", "say which one")


def _defines(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.FunctionDef, ast.ClassDef))


def _is_plot(node: ast.AST) -> bool:
    """Tell whether this is a call of `plt.subplots`."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "subplots"


def _name(cell: Any) -> str:
    first = cell.source.split("\n")[0][:60]
    return f"cell {grade_id(cell) or first}"
