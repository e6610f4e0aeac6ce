# SPDX-License-Identifier: MIT
"""Draw the graph of a verdict, with the nodes that are wrong marked, and offer to step through it."""

from __future__ import annotations

import keyword
import re
from typing import Any

from .draw import Drawing
from .graph import Graph, Node, number

__all__ = ["code_to_step", "draw_failing", "failing_of_next"]

SIGNS = ("+", "-", "*", "/")
FUNCTIONS = ("relu", "tanh", "exp", "log", "sigmoid")


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


def code_to_step(graph: dict[str, Any]) -> str:
    """Return a cell's code that builds a graph with the learner's own class and steps through its backward pass.

    Args:
        graph: As for :func:`draw_failing`.

    Returns:
        The code; "" where no gradient of the graph was asked for, or it has an operation that no sign stands for.
    """
    nodes = graph["nodes"]
    if not any(node["grad"] for node in nodes):
        return ""
    names = [node["name"] if _is_name(node["name"]) else f"n{place}" for place, node in enumerate(nodes, 1)]
    leaves = [place for place, node in enumerate(nodes) if not node["parents"] and node["name"]]
    # A leaf without a name is a number that stands in the expression.
    words = {place: repr(node["data"]) for place, node in enumerate(nodes) if not node["parents"] and not node["name"]}
    words |= {place: name for place, name in enumerate(names) if place not in words}
    lines = []
    for place, node in enumerate(nodes):
        if node["parents"]:
            made = _expression(node["op"], [words[parent] for parent in node["parents"]])
            if not made:
                return ""
            lines.append(f"    {names[place]} = {made}")
    used = {parent for node in nodes for parent in node["parents"]}
    ends = [names[place] for place in range(len(nodes)) if place not in used]
    numbers = ", ".join(f'"{names[place]}": {nodes[place]["data"]!r}' for place in leaves)
    return "\n".join(
        [
            "from gradtools import step",
            "",
            "",
            f"def graph({', '.join(names[place] for place in leaves)}):",
            *lines,
            f"    return {' + '.join(ends)}",
            "",
            "",
            f"step(graph, {{{numbers}}})",
        ]
    )


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text) and not re.fullmatch(r"n\d+|step|graph", text)


def _expression(op: str, parents: list[str]) -> str:
    """Return an operation on its parents as Python writes it; "" where this is not known."""
    if op in SIGNS and len(parents) == 2:
        return f"{parents[0]} {op} {parents[1]}"
    if op in FUNCTIONS and len(parents) == 1:
        return f"{parents[0]}.{op}()"
    power = re.fullmatch(r"\*\*(-?\d+(?:\.\d+)?)", op)
    return f"{parents[0]} ** {power[1]}" if power and len(parents) == 1 else ""
