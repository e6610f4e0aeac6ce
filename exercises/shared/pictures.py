# SPDX-License-Identifier: MIT
"""The graph that a verdict is about, as plain data with the wrong nodes marked; ``gradtools.check`` draws it.

``{"nodes": [{"name": "x", "op": "", "data": 2.5, "parents": [], "missing": [], "grad": "2.5", "mark": "expected 5.0"},
...]}``: parents come before children, ``grad`` is the learner's, and ``mark`` says what is wrong with the node ("" for
nothing). ``missing`` has the places in ``parents`` of the edges that the answer lacks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

from exercises.shared.expressions import NAMES, nodes_of
from judge.asking.probe import Probe
from judge.notebooks import reference
from judge.run.answers import Answer, PlainValue, same, show
from judge.run.cells import run_cell
from judge.run.words import say, template

# The largest graph that helps: what does not fit on a screen is clearer in words.
MOST_NODES = 16
# No name, operation or mark of a graph that the judge gives comes near it.
LONGEST_TEXT = 200

# Of a node, and of an edge, that is listed too rarely, too often, or though it should not be.
NODE_MARKS = (template("missing"), template("too often"), template("extra"))
EDGE_MARKS = (
    template("edge from {parent} missing"),
    template("edge from {parent} too often"),
    template("extra edge from {parent}"),
)

Picture = dict[str, Any]


def picture(probe: Probe, inputs: Mapping[str, Any], expected: Answer, answer: Answer) -> Picture | None:
    """Return the graph of a question that was answered wrongly, or None where there is none to show.

    The answers hold a number for each node of ``probe.of``, or list names or edges.
    """
    if not probe.reveal or (probe.graph is None and "expression" not in inputs):
        return None
    named, of = _named_nodes(probe, inputs)
    grads, marks, lacking = _marks(of, expected, answer)
    return _drawn(named, grads, marks, lacking) if marks.keys() & named.keys() else None


def picture_of_right(probe: Probe, inputs: Mapping[str, Any], expected: Answer) -> Picture | None:
    """Return the graph of a question that was answered rightly, with nothing marked; None where it has no graph."""
    if probe.graph is None and "expression" not in inputs:
        return None
    named, of = _named_nodes(probe, inputs)
    return _drawn(named, *_marks(of, expected, expected))


def _drawn(
    named: Mapping[str, Any], grads: Mapping[str, str], marks: Mapping[str, str], lacking: Counter[tuple[str, str]]
) -> Picture | None:
    """Return the graph of some named nodes; None where it is too large."""
    nodes = _in_order(named)
    if len(nodes) > MOST_NODES:
        return None
    names = {id(node): name for name, node in named.items()}
    place = {id(node): index for index, node in enumerate(nodes)}

    def drawn(node: Any) -> Picture:
        name = names.get(id(node), "")
        uses = [names.get(id(parent), "") for parent in node._prev]
        return {
            "name": name,
            "op": node._op,
            "data": node.data,
            "parents": [place[id(parent)] for parent in node._prev],
            # Of several uses of one parent, any may be the one that is missing: the last are taken.
            "missing": [at for at, one in enumerate(uses) if uses[at:].count(one) <= lacking[one, name] and one],
            "grad": grads.get(name, ""),
            "mark": marks.get(name, ""),
        }

    return {"nodes": list(map(drawn, nodes))}


def drawing(graph: Picture) -> Any:
    """Return the drawing of a graph in the form of :func:`picture`, with its words."""
    from gradtools.draw import draw_failing

    return draw_failing(graph, "")


def drawable(graph: Any) -> bool:
    """Tell whether this is a graph in the form of :func:`picture`: whoever hands in a notebook may have written it."""
    nodes = graph.get("nodes") if isinstance(graph, dict) else None
    if not isinstance(nodes, list) or not 0 < len(nodes) <= MOST_NODES:
        return False
    return all(isinstance(node, dict) and _is_node(node, place) for place, node in enumerate(nodes))


def _is_node(node: Mapping[str, Any], place: int) -> bool:
    texts = [node.get(part) for part in ("name", "op", "grad", "mark")]
    data, parents, missing = node.get("data"), node.get("parents"), node.get("missing", [])
    return (
        all(isinstance(text, str) and len(text) <= LONGEST_TEXT and text.isprintable() for text in texts)
        and isinstance(data, (int, float))
        and isinstance(parents, list)
        and all(type(parent) is int and 0 <= parent < place for parent in parents)
        and isinstance(missing, list)
        and all(type(at) is int and 0 <= at < len(parents) for at in missing)
    )


def _named_nodes(probe: Probe, inputs: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    leaf = _engine()["Value"]
    if probe.graph is not None:
        return probe.graph(leaf, **inputs), probe.of
    drawn = inputs["expression"]
    return dict(zip(NAMES, nodes_of(drawn, leaf), strict=False)), tuple(NAMES[: len(drawn["leaves"])])


@cache
def _engine() -> dict[str, Any]:
    """Return what Day 3's answers define: the class has every operator that a graph of any day is made of."""
    # These cells alone: the day's setup imports what plots, and takes half a second.
    names: dict[str, Any] = {"math": math}
    for cell in ("day3-topological-order", "day3-value"):
        run_cell(f"<reference {cell}>", reference.solutions(3)[cell], names)
    return names


def _in_order(named: Mapping[str, Any]) -> list[Any]:
    """Return the named nodes and all that they were made from, parents before children."""
    above = _engine()["Value"](0.0)
    above._prev = tuple(reversed(named.values()))
    return list(_engine()["topological_order"](above)[:-1])


def _marks(
    names: tuple[str, ...], expected: Answer, answer: Answer
) -> tuple[dict[str, str], dict[str, str], Counter[tuple[str, str]]]:
    """Return what came and what is wrong, by the name of the node; and how many edges are missing, by their ends."""
    right, given, lacking = _as_list(expected), _as_list(answer), Counter[tuple[str, str]]()
    if right is None or given is None:
        return {}, {}, lacking
    if names and not any(isinstance(item, str) for item in (*right, *given)):
        pairs = list(zip(names, right, given, strict=False))
        grads = {name: show(value) for name, _, value in pairs}
        wrong = {
            name: say("expected {value}", value=show(wanted))
            for name, wanted, value in pairs
            if not same(wanted, value)
        }
        return grads, wrong, lacking
    marks: dict[str, list[str]] = {}
    counts = Counter(map(str, given))
    for item in dict.fromkeys([*map(str, right), *counts]):
        wanted = list(map(str, right)).count(item)
        if counts[item] != wanted:
            parent, comma, child = item.strip("()").partition(", ")
            text = NODE_MARKS if not comma else EDGE_MARKS
            which = 0 if counts[item] < wanted else 1 if wanted else 2
            marks.setdefault(child or parent, []).append(say(text[which], parent=parent))
            if comma and counts[item] < wanted:
                lacking[parent, child] = wanted - counts[item]
    return {}, {name: ", ".join(words) for name, words in marks.items()}, lacking


def _as_list(answer: Answer) -> list[Any] | None:
    value = answer.value if isinstance(answer, PlainValue) else None
    if isinstance(value, list):
        return value
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else None
