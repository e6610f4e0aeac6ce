# SPDX-License-Identifier: MIT
"""Draw a graph: as DOT and SVG, and in words."""

from collections.abc import Mapping, Set
from types import MappingProxyType
from typing import Any

from language.text import listed, plural, say, template

from .graph import Graph, Node, expression, nameless, number, read_graph
from .output import Picture, Shown, accessible_svg, brief, figure_bundle, text_bundle
from .palette import COLOURS, TINTS
from .renderer import MEND, render

DIRECTIONS = ("LR", "RL", "TB", "BT")
FOLD = template("The graph in words")
OUTPUT = template("output")


class Drawing(Shown):
    """A drawn graph, which shows itself as the last expression of a cell.

    Its ``words`` name every node, number and edge; its ``alternative`` has a sentence or two. The picture is in ``dot``
    in the DOT language, and in ``svg``, which is None where no renderer works.
    """

    def __init__(
        self,
        graph: Graph,
        caption: str = "",
        direction: str = "LR",
        marks: Mapping[int, str] = MappingProxyType({}),
        missing: Set[tuple[int, int]] = frozenset(),
    ) -> None:
        self.caption = caption
        self.words = graph_words(graph, marks, missing)
        self.alternative = graph_alternative(graph, marks)
        self.dot = graph_dot(graph, direction, marks, missing)
        drawn = render(self.dot)
        self.svg = None if drawn is None else accessible_svg(drawn, caption or say("A graph"), self.words)

    def bundle(self) -> dict[str, Any]:
        """Return one figure with the picture, or how to get one, and all the words."""
        if self.svg is None:
            return text_bundle(self.words, say(MEND), self.caption)
        return figure_bundle([Picture(self.svg, self.alternative)], self.caption, self.words, say(FOLD))


def draw_graph(root: Any, caption: str = "", direction: str = "LR", max_nodes: int = 1000) -> Drawing:
    """Draw the graph behind a value: a box for each value, an ellipse for each operation, an edge for every use.

    The box of ``root`` has a bold frame and the word "output".

    Args:
        root: A Value (anything with ``data`` and ``_prev``; ``grad``, ``_op`` and ``label`` are shown where they
            exist) or a torch tensor, whose ``grad_fn`` graph is drawn.
        caption: One or two sentences shown beneath the picture.
        direction: ``"LR"`` (inputs on the left), ``"TB"`` (inputs on top), ``"RL"`` or ``"BT"``.
        max_nodes: The largest graph to draw, in nodes.

    Raises:
        TypeError: ``root``, or something among its parents, is not a value.
        ValueError: The graph has a cycle or more than ``max_nodes`` nodes, or ``direction`` is none of the four.
    """
    if direction not in DIRECTIONS:
        given = {"known": ", ".join(DIRECTIONS), "given": direction}
        raise ValueError(say("draw_graph: direction is one of {known}; it got {given!r}.", **given))
    return Drawing(read_graph(root, "draw_graph", max_nodes), caption, direction)


def draw_failing(graph: dict[str, Any], caption: str, direction: str = "LR") -> Drawing:
    """Draw the graph of a verdict: each wrong node has a thick frame and says what is wrong, missing edges are dashed.

    The grader gives it as ``{"nodes": [{"name", "op", "data", "parents", "missing", "grad", "mark"}, ...]}``, parents
    before children. ``mark`` says what is wrong with the node, ``""`` for nothing; ``missing`` has the places in
    ``parents`` of the edges that the answer lacks. The ``direction`` is that of :func:`draw_graph`.
    """
    nodes, marks, missing = [], {}, set()
    for place, one in enumerate(graph["nodes"]):
        name, numbers = one["name"] or nameless(place + 1), (number(one["data"]), one["grad"] or None)
        nodes.append(Node(name, one["name"], one["op"], *numbers, tuple(one["parents"]), None))
        marks |= {place: one["mark"]} if one["mark"] else {}
        missing |= {(place, use) for use in one.get("missing", [])}
    return Drawing(Graph(tuple(nodes)), caption, direction, marks, missing)


def graph_words(graph: Graph, marks: Mapping[int, str], missing: Set[tuple[int, int]]) -> str:
    """Return the graph in words: a line for each node with its numbers, and a line for each edge.

    ``marks`` says what is wrong with a node, by place; ``missing`` has edges, as the child's place and which use it is.
    """
    lines = [say("A graph of {size}.", size=_size(graph)), say("Nodes:")]
    for index, node in enumerate(graph.nodes):
        wrong = [say("wrong: {mark}", mark=marks[index])] if index in marks else []
        output = [say(OUTPUT)] if _is_output(graph, index) else []
        lines.append(f"- {node.name}: {', '.join([*_facts(node), *output, *wrong])}")
    if graph.edges:
        lines.append(say("Edges, from parent to child:"))
    for child, node in enumerate(graph.nodes):
        for use, parent in enumerate(node.parents):
            shape = graph.shape_from(parent)
            carries = ", " + say("shape {shape}", shape=shape) if shape else ""
            dashed = " " + say("(missing, dashed)") if (child, use) in missing else ""
            lines.append(f"- {graph.nodes[parent].name} -> {node.name}{carries}{dashed}")
    return "\n".join(lines)


def graph_alternative(graph: Graph, marks: Mapping[int, str]) -> str:
    """Return what a picture of the graph shows, in a sentence or two: its shape, its two ends, and what is wrong."""
    root = graph.nodes[-1]
    leaves = [node for node in graph.nodes if not node.parents]
    # Before a backward pass every gradient is 0, which says nothing.
    arrived = any(node.grad not in (None, "0") for node in leaves)
    names = [f"{node.name} (grad {node.grad})" if arrived and node.label else node.name for node in leaves]
    ends = {"size": _size(graph), "root": f"{root.name} ({', '.join(_numbers(root))})" if _numbers(root) else root.name}
    if root.parents:
        shape = plural(
            len(leaves),
            "A graph of {size}, from the leaf {leaves} to {root}: {name} = {formula}.",
            "A graph of {size}, from the leaves {leaves} to {root}: {name} = {formula}.",
            leaves=listed(names, 6, 5), name=root.name, formula=expression(graph), **ends,
        )  # fmt: skip
    else:
        shape = say("A graph of {size}: {root}, a leaf.", **ends)
    wrong = [
        say("Wrong: {node}, {mark}.", node=graph.nodes[place].name, mark=mark) for place, mark in sorted(marks.items())
    ]
    return brief(" ".join([*wrong, shape]), say(FOLD))


def graph_dot(graph: Graph, direction: str, marks: Mapping[int, str], missing: Set[tuple[int, int]]) -> str:
    """Return the graph in the DOT language: ``marks`` get a thick frame and a field, ``missing`` edges are dashed."""
    lengths: list[int] = []  # of the longest path to each node
    for node in graph.nodes:
        lengths.append(1 + max((lengths[parent] for parent in node.parents), default=0))
    # What is wrong with a node is its longest field: in a row it would make the picture too wide for a page.
    stacked = max(lengths) >= _LONG_PATH or bool(marks)
    lines = [
        "digraph graph_of_values {",
        f'  rankdir={direction}; bgcolor="white"; nodesep=0.25; ranksep=0.35; margin="0.1";',
        '  node [fontname="Helvetica", fontsize=12, color="#000000", fontcolor="#000000", height=0.3, width=0.3, '
        'margin="0.08,0.04"];',
        f'  edge [color="#000000", arrowsize=0.7{_EDGE_TEXT if graph.shape_from(0) else ""}];',
    ]
    for index, node in enumerate(graph.nodes):
        if node.data is not None:
            fill = "#FFFFFF" if node.parents or node.op else TINTS["orange"]
            output = _is_output(graph, index)
            frame = ", penwidth=2.5" if output else ""
            if index in marks:
                # Wider than the default: a browser's letters may be wider than those that the layout assumes.
                frame = f', penwidth=3, color="{COLOURS["vermillion"]}", margin="0.14,0.04"'
            label = _record(node, output, marks.get(index), stacked)
            lines.append(f'  v{index} [shape=record, style=filled, fillcolor="{fill}", label="{label}"{frame}];')
        if node.op or node.parents:
            lines.append(
                f'  o{index} [shape=ellipse, style=filled, fillcolor="{TINTS["sky"]}", '
                f'label="{dot_text(node.op or "?")}", ordering=in];'
            )
            if node.data is not None:
                lines.append(f"  o{index} -> v{index}{_look(graph.shape_from(index))};")
    for child, node in enumerate(graph.nodes):
        for use, parent in enumerate(node.parents):
            look = _look(graph.shape_from(parent), dashed=(child, use) in missing)
            out = "v" if graph.nodes[parent].data is not None else "o"
            lines.append(f"  {out}{parent} -> o{child}{look};")
    return "\n".join([*lines, "}", ""])


def dot_text(text: str) -> str:
    """Return ``text`` escaped for quotes in DOT, also within a record label."""
    for sign in '\\{}|<>"':
        text = text.replace(sign, "\\" + sign)
    # dot reads HTML entities in labels
    return text.replace("&", "&amp;")


# From this many nodes on a path, the fields of a node are stacked, so that the picture fits a page.
_LONG_PATH = 4


_EDGE_TEXT = ', fontname="Helvetica", fontsize=10'


def _look(shape: str, dashed: bool = False) -> str:
    """Return how an edge is drawn, with the shape of what goes along it; "" for a plain one."""
    look = [f'label="  {shape} "'] if shape else []  # the spaces keep it off the line
    look += [f'style=dashed, color="{COLOURS["vermillion"]}"'] if dashed else []
    return f" [{', '.join(look)}]" if look else ""


def _is_output(graph: Graph, place: int) -> bool:
    """Tell whether a node is the result of the others: a leaf on its own is an input as well."""
    return place == len(graph.nodes) - 1 > 0


def _record(node: Node, output: bool, wrong: str | None, stacked: bool) -> str:
    fields = [node.name, *([say(OUTPUT)] if output else []), *_numbers(node)]
    text = " | ".join(map(dot_text, fields))
    if wrong is not None:
        # Of several things each has a line of its own.
        text += " | " + dot_text(say("WRONG: {mark}", mark=wrong)).replace(", ", ",\\n")
    return text if stacked else "{" + text + "}"


def _facts(node: Node) -> list[str]:
    nameless = say("made by an operation without a name") if node.parents else say("leaf")
    return [say("made by {operation}", operation=node.op) if node.op else nameless, *_numbers(node)]


def _numbers(node: Node) -> list[str]:
    return [f"{name} {text}" for name, text in (("data", node.data), ("grad", node.grad)) if text is not None]


def _size(graph: Graph) -> str:
    nodes = plural(len(graph.nodes), "{count} node", "{count} nodes")
    return say("{nodes} and {edges}", nodes=nodes, edges=plural(len(graph.edges), "{count} edge", "{count} edges"))
