# SPDX-License-Identifier: MIT
"""The figure of the README: the graph of ``e = a*b + c`` after a backward pass of Day 3's engine."""

from __future__ import annotations

from pathlib import Path

from grading.notebooks import course, reference

__all__ = ["PATH", "svg", "write"]

PATH = Path("source") / "what_you_build.svg"
CAPTION = "The graph of e = a*b + c. Data flows to the right, gradients flow back to the left."


def svg() -> str:
    """Return the figure as SVG with a title and a description; the same bytes each time.

    Raises:
        CourseError: No renderer works here.
    """
    from gradtools import draw_graph

    value = reference.load(3)["Value"]
    a, b, c = value(2.0, label="a"), value(-3.0, label="b"), value(10.0, label="c")
    d = a * b
    e = d + c
    d.label, e.label = "d", "e"
    e.backward()
    drawn = draw_graph(e, caption=CAPTION).svg
    if drawn is None:
        raise course.CourseError("The README's figure can't be drawn: no Graphviz works here.")
    return drawn


def write() -> Path:
    """Write the figure where the README expects it and return its path."""
    path = course.root() / PATH
    text = svg()
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return path
