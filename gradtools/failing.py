# SPDX-License-Identifier: MIT
"""Draw the graph of a verdict, with the nodes that are wrong marked."""

from __future__ import annotations

from typing import Any

from .draw import Drawing
from .graph import Graph, Node, number

__all__ = ["draw_failing", "failing_of_next"]


def draw_failing(graph: dict[str, Any], caption: str) -> Drawing:
    """Draw a graph of plain data, as the grader gives it for a check.

    Args:
        graph: ``{"nodes": [{"name", "op", "data", "parents", "missing", "grad", "mark"}, ...]}``, parents before
            children; ``mark`` says what is wrong with the node, ``""`` for nothing; ``missing`` has the places in
            ``parents`` of the edges that the answer lacks.
        caption: One or two sentences shown beneath the picture.

    Returns:
        A drawing in which each wrong node has a thick frame and says what was expected, also in its words, and each
        missing edge is dashed.
    """
    nodes = tuple(
        Node(
            name=one["name"] or f"node {place}",
            label=one["name"],
            op=one["op"],
            data=number(one["data"]),
            grad=one["grad"] or None,
            parents=tuple(one["parents"]),
            source=None,
        )
        for place, one in enumerate(graph["nodes"], start=1)
    )
    marks = {place: one["mark"] for place, one in enumerate(graph["nodes"]) if one["mark"]}
    missing = {(place, use) for place, one in enumerate(graph["nodes"]) for use in one.get("missing", [])}
    return Drawing(Graph(nodes), caption, marks=marks, missing=missing)


def failing_of_next(result: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return check and graph of the smallest graph that goes wrong in the exercise that is next; None without one."""
    number = result["next_step"]["number"]
    found = [
        (each["grade_id"], each["graph"])
        for one in result["exercises"]
        if one["number"] == number
        for each in one["checks"]
        if each.get("graph") is not None
    ]
    return min(found, key=lambda pair: len(pair[1]["nodes"]), default=None)
