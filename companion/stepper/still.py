# SPDX-License-Identifier: MIT
"""A stepper where nothing moves: HTML with a picture for each step, in which every node keeps its place."""

import hashlib
import re
from collections.abc import Iterable
from html import escape
from typing import Any

from gradtools.draw import dot_text
from gradtools.graph import Graph, number, numbers
from gradtools.output import Picture, accessible_svg, as_html, brief, figure_bundle, in_language, text_table
from gradtools.palette import COLOURS, TINTS
from gradtools.renderer import render
from language.text import say, template

from .model import late_shares
from .recording import Recording

FOLD = template("The steps in words")
MOST_PICTURES = 12


def key_of(*parts: str) -> str:
    """Return the class by which the live figure finds its place in the notebook: the same for the same content."""
    return "gradtools-key-" + hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def page(key: str, drawn: str, caption: str, words: str, summary: str) -> dict[str, Any]:
    """Return what is saved in the notebook; a live figure takes the place of the pictures, which are ``drawn`` as HTML.

    The class by which it finds them is ``key``; ``summary`` is the line that unfolds the words.
    """
    bundle = figure_bundle([], caption, words, summary)
    still = f'<div class="gradtools-still">{drawn}</div>' if drawn else ""
    return {**bundle, "text/html": _place(key, still + bundle["text/html"])}


def sentence(key: str, words: str) -> dict[str, str]:
    """Return what is saved of a figure of which only its words stand still."""
    still = f'<p class="gradtools-still">{as_html(words)}</p>'
    return {"text/html": _place(key, still), "text/plain": words}


def standing(key: str, html: str) -> str:
    """Return HTML at the place that a live figure takes: it is hidden while the figure lives."""
    return _place(key, f'<div class="gradtools-still">{html}</div>')


def _place(key: str, html: str) -> str:
    return f'<div{in_language()} class="gradtools-live {key}">{html}</div>'


def strip(recording: Recording, data: dict[str, Any]) -> str:
    """Return the pictures of a recorded pass as HTML; "" where there are too many steps for a strip, or no renderer.

    ``data`` is what ``described`` returned for it: the strip says of each share what the live figure says.
    """
    if not 0 < len(recording.steps) <= MOST_PICTURES or not recording.steps[0].grads:
        return ""
    found = pictures(recording, data, "LR", range(len(recording.steps)))
    return "\n".join(picture.html() for picture in found)


def moment(recording: Recording, data: dict[str, Any], index: int) -> str:
    """Return one step of a recorded pass as HTML, under its title; "" where there is no step, or no renderer works."""
    found = pictures(recording, data, "TB", [index]) if recording.steps else []
    if not found:
        return ""
    words = brief(f"{data['title']}. {found[0].alternative}", say("The orders in words"))
    title = as_html(data["title"])
    return f"<p><strong>{title}</strong></p>\n{Picture(found[0].content, words).html()}"


def table(data: dict[str, Any], most: int) -> str:
    """Return the first steps of a pass as a table in plain text."""
    rows = []
    for index, one in enumerate(data["steps"][:most], start=1):
        shares = ", ".join(f"{data['nodes'][share['to']]['name']} {share['added']}" for share in one["shares"])
        rows.append([str(index), data["nodes"][one["node"]]["shown"], one["upstream"], shares])
    return text_table([say("step"), say("node"), say("upstream"), say("adds to")], rows)


def pictures(recording: Recording, data: dict[str, Any], direction: str, wanted: Iterable[int]) -> list[Picture]:
    """Return a picture of each wanted step, and the step in words; none where no renderer works.

    The visited node has a thick frame; bold arrows lead to its parents and say what is added there. Graphviz places
    nodes by the size of their text. So each picture is laid out with the widest text that any step has at a place, and
    gets its own text afterwards.
    """
    texts = [_texts(recording, data, index) for index in range(len(recording.steps))]
    widest, found = _widest(texts), []
    for index in wanted:
        svg = render(_dot(recording.graph, data["steps"][index], widest, direction))
        if svg is None:
            return []
        words = _in_words(recording, data, index)
        svg = accessible_svg(_filled(svg, texts[index]), _title(recording, index), words)
        lines = [line.removeprefix("- ") for line in words.split("\n")]
        found.append(Picture(svg, brief(" ".join(line[:1].upper() + line[1:] for line in lines), say(FOLD))))
    return found


def _title(recording: Recording, index: int) -> str:
    name = recording.graph.nodes[recording.steps[index].node].name
    return say("Step {place} of {count}: {node}", place=index + 1, count=len(recording.steps), node=name)


def _too_early(recording: Recording, index: int) -> list[str]:
    """Return the start of a sentence on the first later step that adds to the node of this one; empty without one."""
    if (late := late_shares(recording).get(index)) is None:
        return []
    name = recording.graph.nodes[recording.steps[index].node].name
    return [say("Too early: step {later} adds {added} to {node}", later=late[0] + 1, added=numbers(late[1]), node=name)]


def _local(share: dict[str, Any], upstream: float | None) -> str | None:
    """Return the local derivative of an arrow; None where it is not known, or where arrays are passed on."""
    if upstream:
        value = share["expectedValue"] if share["wrong"] else share["value"]
        return None if value is None else number(value / upstream)
    return number(sum(map(float, share["locals"]))) if share["measured"] and share["locals"] else None


def _in_words(recording: Recording, data: dict[str, Any], index: int) -> str:
    """Return one step in words: a line for the step, one for what reached each parent, one where it came too early."""
    step, nodes = data["steps"][index], recording.graph.nodes
    node = nodes[step["node"]]
    made = {"place": index + 1, "node": node.name, "operation": node.op or "?", "upstream": step["upstream"]}
    lines = [say("Step {place}: {node}, made by {operation}, upstream gradient {upstream}.", **made)]
    for share in step["shares"]:
        local = _local(share, step["upstreamValue"]) or say("unknown")
        given = {**share, "local": local, "upstream": step["upstream"], "parent": nodes[share["to"]].name}
        if not share["locals"]:
            line = f"- {share['says']}"
        elif share["wrong"]:
            line = say(
                "- to {parent}: local derivative {local}, times {upstream} is {expected} by a nudge, and not the "
                "{added} that is added; its gradient is {after} now.",
                **given,
            )
        else:
            line = say(
                "- to {parent}: local derivative {local}, times {upstream} adds {added}; its gradient is {after} now.",
                **given,
            )
        lines.append(line)
    early = _too_early(recording, index)
    lines += [say("- {early}, after {node} has passed its gradient on.", early=one, node=node.name) for one in early]
    return "\n".join(lines)


# The text of a picture, line by line: above the graph at (), in a node at its place, and beside an edge at the places
# of its parent and its child.
_Texts = dict[tuple[int, ...], list[str]]


def _texts(recording: Recording, data: dict[str, Any], index: int) -> _Texts:
    step, grads = data["steps"][index], recording.steps[index].grads
    title = say("{title}, upstream gradient {upstream}", title=_title(recording, index), upstream=step["upstream"])
    texts: _Texts = {(): [title, *_too_early(recording, index)]}
    for place, node in enumerate(recording.graph.nodes):
        sign = f" = {node.op}" if node.op else ""
        texts[place,] = [f"{node.name}{sign}", f"data {data['nodes'][place]['data']}", f"grad {numbers(grads[place])}"]
    for share in step["shares"]:
        if not share["locals"]:
            added = say("✗ wrong: {added}", added=share["short"]) if share["wrong"] else share["short"]
            texts[share["to"], step["node"]] = [f" {added}"]
            continue
        product = f"{_local(share, step['upstreamValue']) or '?'} x {step['upstream']}"
        plus = "" if share["added"].startswith("-") else "+"
        lines = [f" {plus}{share['added']}", f" = {product}"]
        if share["wrong"]:
            lines = [f" {product} = {share['expected']}", say(" ≠ {added} added", added=share["added"])]
        texts[share["to"], step["node"]] = lines
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


def _dot(graph: Graph, step: dict[str, Any], texts: _Texts, direction: str) -> str:
    lines = [
        "digraph backward_step {",
        f'  rankdir={direction}; bgcolor="white"; nodesep=0.25; ranksep=0.55; margin="0.1"; labelloc="t";',
        f'  fontname="Helvetica"; fontsize=12; label="{_lines(texts[()])}";',
        '  node [fontname="Helvetica", fontsize=11, shape=box, style=filled, fillcolor="#FFFFFF", height=0.3];',
        f'  edge [fontname="Helvetica", fontsize=11, color="{COLOURS["grey"]}", arrowsize=0.7];',
    ]
    wrong = {share["to"]: share["wrong"] for share in step["shares"]}
    looks = dict.fromkeys(wrong, f', fillcolor="{TINTS["sky"]}"')
    looks[step["node"]] = f', penwidth=3, fillcolor="{TINTS["orange"]}"'
    lines += [
        f'  v{place} [label="{_lines(texts[place,])}"{looks.get(place, "")}];' for place in range(len(graph.nodes))
    ]
    for child, node in enumerate(graph.nodes):
        for order, parent in enumerate(node.parents):
            line: list[str] = []
            if (parent, child) in texts and parent not in node.parents[:order]:
                line.append(f'label="{_lines(texts[parent, child])}"')
            if child == step["node"]:
                line.append(f'dir=back, penwidth=2.2, color="{COLOURS["vermillion"]}"')
                line += ["style=dotted"] if wrong[parent] else []
            lines.append(f"  v{parent} -> v{child} [{', '.join(line)}];")
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


def _lines(lines: list[str]) -> str:
    return "\n".join(map(dot_text, lines))
