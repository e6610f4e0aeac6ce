# SPDX-License-Identifier: MIT
"""A stepper where nothing moves: the strip of pictures with its words, as HTML that needs nothing else."""

import hashlib
from dataclasses import replace
from html import escape
from typing import Any

from ..output import Picture, brief, figure_bundle, text_table
from ..text import say
from .recording import Arrival, Recording, Step
from .strip import FOLD, BackwardSteps

MOST_PICTURES = 12


def key_of(*parts: str) -> str:
    """Return the class by which the live figure finds its place in the notebook: the same for the same content."""
    return "gradtools-key-" + hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def page(key: str, drawn: str, caption: str, words: str, summary: str = FOLD) -> dict[str, Any]:
    """Return what is saved in the notebook; a live figure takes the place of the pictures, which are ``drawn`` as HTML.

    The class by which it finds them is ``key``; ``summary`` is the line that unfolds the words.
    """
    bundle = figure_bundle([], caption, words, summary)
    still = f'<div class="gradtools-still">{drawn}</div>' if drawn else ""
    bundle["text/html"] = f'<div class="gradtools-live {key}">{still}{bundle["text/html"]}</div>'
    return bundle


def strip(recording: Recording, data: dict[str, Any]) -> str:
    """Return the pictures of a recorded pass as HTML; "" where there are too many steps for a strip, or no renderer.

    What ``described`` returned for it is ``data``: the strip says of each share what the live figure says.
    """
    if not 0 < len(recording.steps) <= MOST_PICTURES or not recording.steps[0].grads:
        return ""
    drawn = BackwardSteps(recording.graph, _nudged(recording, data), "", "LR")
    pictures = zip(drawn.pictures, drawn.alternatives, strict=False)
    return "\n".join(Picture(svg, words).html() for svg, words in pictures)


def moment(recording: Recording, data: dict[str, Any], index: int) -> str:
    """Return one step of a recorded pass as HTML, under its title; "" where no renderer works."""
    drawn = BackwardSteps(recording.graph, _nudged(recording, data), "", "TB")
    if index >= len(drawn.pictures):
        return ""
    words = brief(f"{data['title']}. {drawn.alternatives[index]}", say("The orders in words"))
    title = escape(data["title"], quote=False)
    return f"<p><strong>{title}</strong></p>\n{Picture(drawn.pictures[index], words).html()}"


def notice(sentence: str) -> dict[str, Any]:
    """Return what a notebook shows in place of a figure: one sentence."""
    return {"text/html": f"<p>{escape(sentence, quote=False)}</p>", "text/plain": sentence}


def table(data: dict[str, Any], most: int) -> str:
    """Return the first steps of a pass as a table in plain text."""
    rows = []
    for index, one in enumerate(data["steps"][:most], start=1):
        shares = ", ".join(f"{data['nodes'][share['to']]['name']} {share['added']}" for share in one["shares"])
        rows.append([str(index), data["nodes"][one["node"]]["shown"], one["upstream"], shares])
    return text_table([say("step"), say("node"), say("upstream"), say("adds to")], rows)


def _nudged(recording: Recording, data: dict[str, Any]) -> list[Step]:
    """Return the steps with the local derivatives that nudges found: an arrow has one, whatever is added along it."""
    return [
        replace(
            step, arrivals=tuple(map(_with_local, step.arrivals, one["shares"], [step.upstream] * len(step.arrivals)))
        )
        for step, one in zip(recording.steps, data["steps"], strict=True)
    ]


def _with_local(arrival: Arrival, share: dict[str, Any], upstream: float) -> Arrival:
    added = arrival.added if share["value"] is None else share["value"]
    expected = share["expectedValue"] if share["wrong"] else None
    if upstream:
        local = (added if expected is None else expected) / upstream
    else:
        local = sum(map(float, share["locals"])) if share["measured"] else None
    return replace(arrival, added=added, local=local, expected=expected)
