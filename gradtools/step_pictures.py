# SPDX-License-Identifier: MIT
"""Draw a recorded backward pass: a strip of pictures, one for each step."""

from __future__ import annotations

from typing import Any

from .draw import dot_text
from .graph import Graph, number
from .output import accessible_svg, picture_bundles, show
from .palette import COLOURS
from .renderer import MEND, render
from .steps import Step, missing_share, record_backward, told, told_step

__all__ = ["BackwardSteps", "backward_steps"]


class BackwardSteps:
    """A drawn backward pass. Shows itself as one picture for each step, then the caption and the words.

    Attributes:
        graph: The graph.
        steps: The recorded steps, plain data.
        pictures: SVG text for each step; empty where no renderer works.
        words: The pass in words; also ``str()`` of the object.
        caption: The caption as given.
    """

    def __init__(self, graph: Graph, steps: list[Step], caption: str, direction: str) -> None:
        self.graph, self.steps, self.caption = graph, steps, caption
        self.words = told(graph, steps)
        drawn = [render(_dot(graph, steps, index, direction)) for index in range(len(steps))]
        titles = [
            f"Step {index + 1} of {len(steps)}: {graph.nodes[step.node].name}" for index, step in enumerate(steps)
        ]
        self.pictures = [
            accessible_svg(svg, title, told_step(graph, steps, index))
            for index, (svg, title) in enumerate(zip(drawn, titles, strict=True))
            if svg is not None
        ]

    def __repr__(self) -> str:
        return self.words

    def bundles(self) -> list[dict[str, Any]]:
        """Return what a notebook shows: the pictures (or their plain-text stand-in), then the caption and the words."""
        if len(self.pictures) < len(self.steps) or not self.steps:
            return picture_bundles(
                {"text/plain": f"{self.words}\n\n{MEND}"}, self.caption, self.words, "The steps in words"
            )
        strip = [
            {"image/svg+xml": svg, "text/plain": f"Step {index} of {len(self.pictures)}"}
            for index, svg in enumerate(self.pictures, start=1)
        ]
        return [*strip[:-1], *picture_bundles(strip[-1], self.caption, self.words, "The steps in words")]

    def _ipython_display_(self) -> None:
        show(self.bundles())


def backward_steps(root: Any, caption: str = "", direction: str = "LR", max_steps: int = 20) -> BackwardSteps:
    """Run the backward pass of ``root`` on its own engine and draw every step as it really came.

    The visited node has a double border; bold arrows lead to its parents and say what is added there. A wrong order is
    seen as such: a node is visited while a part of its gradient is still missing.

    Args:
        root: The node to start from.
        caption: One or two sentences shown beneath the strip.
        direction: ``"LR"``, ``"TB"``, ``"RL"`` or ``"BT"``, as for ``draw_graph``.
        max_steps: The longest strip to draw.

    Raises:
        TypeError: See ``record_backward``.
        ValueError: The graph has a cycle, or the pass has more than ``max_steps`` steps.
    """
    graph, steps = record_backward(root)
    if len(steps) > max_steps:
        raise ValueError(
            f"backward_steps: this pass has {len(steps)} steps; the limit is {max_steps}. Start from an inner node, "
            f"or ask for more: backward_steps(root, max_steps={len(steps)})."
        )
    return BackwardSteps(graph, steps, caption, direction)


def _dot(graph: Graph, steps: list[Step], index: int, direction: str) -> str:
    step = steps[index]
    reached = {arrival.parent: arrival for arrival in step.arrivals}
    lines = [
        "digraph backward_step {",
        f'  rankdir={direction}; bgcolor="white"; nodesep=0.25; ranksep=0.55; margin="0.1"; labelloc="t";',
        f'  fontname="Helvetica"; fontsize=12; label="{_lines(_headline(graph, steps, index))}";',
        '  node [fontname="Helvetica", fontsize=11, shape=box, style=filled, fillcolor="#FFFFFF", height=0.3];',
        '  edge [fontname="Helvetica", fontsize=10, color="#8C8C8C", arrowsize=0.7];',
    ]
    for place, node in enumerate(graph.nodes):
        looks = ""
        if place == step.node:
            looks = ', peripheries=2, fillcolor="#FDF3D9"'
        elif place in reached:
            looks = ', fillcolor="#DCEFFB"'
        sign = f" = {node.op}" if node.op else ""
        text = f"{node.name}{sign}\ndata {node.data}\ngrad {number(step.grads[place])}"
        lines.append(f'  v{place} [label="{_lines(text)}"{looks}];')
    for child, node in enumerate(graph.nodes):
        labelled: set[int] = set()
        for parent in node.parents:
            look = ""
            if child == step.node:
                arrival = reached[parent]
                look = f' [dir=back, penwidth=2.2, color="{COLOURS["vermillion"]}"'
                if parent not in labelled:
                    local = "?" if arrival.local is None else number(arrival.local)
                    look += f', label=" {_signed(arrival.added)}\\n = {local} x {number(step.upstream)}"'
                look += "]"
                labelled.add(parent)
            lines.append(f"  v{parent} -> v{child}{look};")
    return "\n".join([*lines, "}", ""])


def _headline(graph: Graph, steps: list[Step], index: int) -> str:
    step = steps[index]
    name = graph.nodes[step.node].name
    headline = f"Step {index + 1} of {len(steps)}: {name}, upstream gradient {number(step.upstream)}"
    missed = missing_share(steps, index)
    if missed is None:
        return headline
    later, added = missed
    return f"{headline}\nToo early: step {later + 1} adds {number(added)} to {name}"


def _signed(amount: float) -> str:
    return number(amount) if amount < 0 else f"+{number(amount)}"


def _lines(text: str) -> str:
    return "\\n".join(dot_text(line) for line in text.split("\n"))
