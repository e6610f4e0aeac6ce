# SPDX-License-Identifier: MIT
"""Draw a recorded backward pass: a strip of pictures, one for each step, in which every node keeps its place."""

import re
from html import escape
from typing import Any

from ..draw import dot_text
from ..graph import Graph, number
from ..output import Picture, Shown, accessible_svg, brief, figure_bundle, text_bundle
from ..palette import COLOURS, TINTS
from ..renderer import MEND, render
from ..text import plural, say
from .recording import Arrival, Step, record_backward

FOLD = say("The steps in words")


class BackwardSteps(Shown):
    """A drawn backward pass. Shows itself as one picture for each step, then the caption and the words.

    Attributes:
        graph: The graph.
        steps: The recorded steps, plain data.
        pictures: SVG text for each step; empty where no renderer works.
        alternatives: What each picture shows, in a sentence or two.
        words: The pass in words; also ``str()`` of the object.
        caption: The caption as given.
    """

    def __init__(self, graph: Graph, steps: list[Step], caption: str, direction: str) -> None:
        self.graph, self.steps, self.caption = graph, steps, caption
        words = [_in_words(graph, steps, index) for index in range(len(steps))]
        self.words = "\n".join(
            [
                plural(len(steps), "A backward pass of {count} step.", "A backward pass of {count} steps."),
                *words,
                *_never_called(graph, steps),
            ]
        )
        self.alternatives = [_alternative(one) for one in words]
        drawn = enumerate(zip(_strip(graph, steps, direction), words, strict=True))
        self.pictures = [
            accessible_svg(svg, _title(graph, steps, index), one) for index, (svg, one) in drawn if svg is not None
        ]

    def bundles(self) -> list[dict[str, Any]]:
        """Return what a notebook shows: one figure with the pictures (or a plain-text stand-in) and all the words."""
        if len(self.pictures) < len(self.steps) or not self.steps:
            return [text_bundle(self.words, MEND, self.caption, self.words, FOLD)]
        strip = [Picture(svg, words) for svg, words in zip(self.pictures, self.alternatives, strict=True)]
        return [figure_bundle(strip, self.caption, self.words, FOLD)]


def backward_steps(root: Any, caption: str = "", direction: str = "LR", max_steps: int = 20) -> BackwardSteps:
    """Run the backward pass of ``root`` on its own engine and draw every step as it really came.

    The visited node has a thick frame; bold arrows lead to its parents and say what is added there. Every node is
    at the same place in all the pictures. A wrong order is seen as such: a node is visited while a part of its gradient
    is still missing.

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
            say(
                "backward_steps: this pass has {count} steps; the limit is {most}. Start from an inner node, or ask "
                "for more: backward_steps(root, max_steps={count}).",
                count=len(steps), most=max_steps,
            )
        )  # fmt: skip
    return BackwardSteps(graph, steps, caption, direction)


def _in_words(graph: Graph, steps: list[Step], index: int) -> str:
    """Return one step in words: a line for the step, one for what reached each parent, one where it came too early."""
    step = steps[index]
    node = graph.nodes[step.node]
    first = say(
        "Step {place}: {node}, made by {operation}, upstream gradient {upstream}.",
        place=index + 1, node=node.name, operation=node.op or "?", upstream=number(step.upstream),
    )  # fmt: skip
    shares = [f"- {_share_in_words(graph, step, arrival)}" for arrival in step.arrivals]
    early = [
        say("- {early}, after {node} has passed its gradient on.", early=early, node=node.name)
        for early in _too_early(graph, steps, index)
    ]
    return "\n".join([first, *shares, *early])


def _share_in_words(graph: Graph, step: Step, arrival: Arrival) -> str:
    given = {
        "parent": graph.nodes[arrival.parent].name,
        "local": say("unknown") if arrival.local is None else number(arrival.local),
        "upstream": number(step.upstream),
        "added": number(arrival.added),
        "total": number(step.grads[arrival.parent]),
    }
    if arrival.expected is None:
        return say(
            "to {parent}: local derivative {local}, times {upstream} adds {added}; its gradient is {total} now.",
            **given,
        )
    return say(
        "to {parent}: local derivative {local}, times {upstream} is {expected} by a nudge, and not the {added} that is "
        "added; its gradient is {total} now.",
        expected=number(arrival.expected), **given,
    )  # fmt: skip


def _too_early(graph: Graph, steps: list[Step], index: int) -> list[str]:
    """Return the start of a sentence on the first later step that adds to the node of this one; empty without one.

    In a right order there is none: a node is called once all that it receives has arrived.
    """
    node = steps[index].node
    for later in range(index + 1, len(steps)):
        for arrival in steps[later].arrivals:
            if arrival.parent == node and arrival.added != 0.0:
                name, added = graph.nodes[node].name, number(arrival.added)
                return [say("Too early: step {later} adds {added} to {node}", later=later + 1, added=added, node=name)]
    return []


def _never_called(graph: Graph, steps: list[Step]) -> list[str]:
    """Return a sentence on the nodes that have parents and were not called; empty without one."""
    called = {step.node for step in steps}
    silent = [node.name for place, node in enumerate(graph.nodes) if node.parents and place not in called]
    return [say("Never called, so nothing is passed on from: {nodes}.", nodes=", ".join(silent))] if silent else []


def _title(graph: Graph, steps: list[Step], index: int) -> str:
    name = graph.nodes[steps[index].node].name
    return say("Step {place} of {count}: {node}", place=index + 1, count=len(steps), node=name)


# The text of a picture, line by line: above the graph at (), in a node at its place, and beside an edge at the places
# of its parent and its child.
_Texts = dict[tuple[int, ...], list[str]]


def _strip(graph: Graph, steps: list[Step], direction: str) -> list[str | None]:
    """Return a picture for each step, ``None`` where no renderer works.

    Graphviz places nodes by the size of their text. So each picture is laid out with the widest text that any of them
    has at a place, and gets its own text afterwards.
    """
    texts = [_texts(graph, steps, index) for index in range(len(steps))]
    widest = _widest(texts)
    drawn = [render(_dot(graph, step, widest, direction)) for step in steps]
    return [None if svg is None else _filled(svg, own) for svg, own in zip(drawn, texts, strict=True)]


def _texts(graph: Graph, steps: list[Step], index: int) -> _Texts:
    step = steps[index]
    title, upstream = _title(graph, steps, index), number(step.upstream)
    headline = say("{title}, upstream gradient {upstream}", title=title, upstream=upstream)
    texts: _Texts = {(): [headline, *_too_early(graph, steps, index)]}
    for place, node in enumerate(graph.nodes):
        sign = f" = {node.op}" if node.op else ""
        texts[place,] = [f"{node.name}{sign}", f"data {node.data}", f"grad {number(step.grads[place])}"]
    for arrival in step.arrivals:
        product = f"{'?' if arrival.local is None else number(arrival.local)} x {upstream}"
        plus, added = "" if arrival.added < 0 else "+", number(arrival.added)
        if arrival.expected is None:
            share = [f" {plus}{added}", f" = {product}"]
        else:
            share = [f" {product} = {number(arrival.expected)}", say(" ≠ {added} added", added=added)]
        texts[arrival.parent, step.node] = share
    return texts


def _widest(texts: list[_Texts]) -> _Texts:
    """Return for each place as many lines as any picture has there, each the longest of them."""
    widest: _Texts = {}
    for one in texts:
        for place, lines in one.items():
            room = widest.setdefault(place, [])
            room.extend([""] * (len(lines) - len(room)))
            room[: len(lines)] = [max(pair, key=len) for pair in zip(room, lines, strict=False)]
    return widest


def _dot(graph: Graph, step: Step, texts: _Texts, direction: str) -> str:
    lines = [
        "digraph backward_step {",
        f'  rankdir={direction}; bgcolor="white"; nodesep=0.25; ranksep=0.55; margin="0.1"; labelloc="t";',
        f'  fontname="Helvetica"; fontsize=12; label="{_lines(texts[()])}";',
        '  node [fontname="Helvetica", fontsize=11, shape=box, style=filled, fillcolor="#FFFFFF", height=0.3];',
        f'  edge [fontname="Helvetica", fontsize=11, color="{COLOURS["grey"]}", arrowsize=0.7];',
    ]
    reached = {arrival.parent for arrival in step.arrivals}
    wrong = {arrival.parent for arrival in step.arrivals if arrival.expected is not None}
    for place in range(len(graph.nodes)):
        looks = ""
        if place == step.node:
            looks = f', penwidth=3, fillcolor="{TINTS["orange"]}"'
        elif place in reached:
            looks = f', fillcolor="{TINTS["sky"]}"'
        lines.append(f'  v{place} [label="{_lines(texts[place,])}"{looks}];')
    for child, node in enumerate(graph.nodes):
        for order, parent in enumerate(node.parents):
            looks: list[str] = []
            if (parent, child) in texts and parent not in node.parents[:order]:
                looks.append(f'label="{_lines(texts[parent, child])}"')
            if child == step.node:
                looks.append(f'dir=back, penwidth=2.2, color="{COLOURS["vermillion"]}"')
            if child == step.node and parent in wrong:
                looks.append("style=dotted")
            lines.append(f"  v{parent} -> v{child} [{', '.join(looks)}];")
    return "\n".join([*lines, "}", ""])


# A node or an edge as Graphviz writes it. A node's title is its name; an edge's is that of both its nodes.
_GROUP = re.compile(r'<g id="(?:node|edge)\d+".*?<title>(.*?)</title>.*?</g>', re.DOTALL)
_TEXT = re.compile(r"(<text\b[^>]*>).*?(</text>)", re.DOTALL)


def _filled(svg: str, texts: _Texts) -> str:
    """Return a picture with the text of its own step; a place of which the step says nothing stays empty."""

    def group(found: re.Match[str]) -> str:
        places = re.findall(r"\d+", found[1].replace("&#45;", "-"))
        return _written(found[0], texts.get(tuple(map(int, places)), []))

    start = svg.index('<g id="node')
    return _written(svg[:start], texts[()]) + _GROUP.sub(group, svg[start:])


def _written(svg: str, lines: list[str]) -> str:
    left = iter(lines)
    return _TEXT.sub(lambda found: found[1] + escape(next(left, ""), quote=False) + found[2], svg)


def _alternative(words: str) -> str:
    """Return a step in words as one paragraph: its lines, each a sentence."""
    lines = [line.removeprefix("- ") for line in words.split("\n")]
    return brief(" ".join(line[:1].upper() + line[1:] for line in lines), FOLD)


def _lines(lines: list[str]) -> str:
    return "\\n".join(map(dot_text, lines))
