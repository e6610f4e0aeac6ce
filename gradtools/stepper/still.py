# SPDX-License-Identifier: MIT
"""A stepper where nothing moves: the strip of pictures with its words, as one piece of HTML that stands by itself."""

from __future__ import annotations

import hashlib
from html import escape
from typing import Any

from ..output import Picture, brief, figure_bundle, text_table
from ..step_pictures import BackwardSteps
from ..steps import Arrival, Step
from .recording import Recording, Share

__all__ = ["key_of", "moment", "notice", "page", "strip", "table"]

MOST_PICTURES = 12


def key_of(*parts: str) -> str:
    """Return the class by which the live figure finds its place in the notebook: the same for the same content."""
    return "gradtools-key-" + hashlib.blake2b("\x1f".join(parts).encode(), digest_size=8).hexdigest()


def page(key: str, drawn: str, caption: str, words: str, summary: str = "The steps in words") -> dict[str, Any]:
    """Return what stands in the saved notebook; where a live figure comes to life, it takes the place of the pictures.

    Args:
        key: What :func:`key_of` returned.
        drawn: The pictures, as HTML.
        caption: One or two sentences; may be empty.
        words: All of it in words.
        summary: The line that unfolds the words.
    """
    bundle = figure_bundle([], caption, words, summary)
    still = f'<div class="gradtools-still">{drawn}</div>' if drawn else ""
    bundle["text/html"] = f'<div class="gradtools-live {key}">{still}{bundle["text/html"]}</div>'
    return bundle


def strip(recording: Recording, data: dict[str, Any]) -> str:
    """Return the pictures of a recorded pass as HTML; "" where there are too many steps for a strip, or no renderer.

    Args:
        recording: The recorded pass.
        data: What ``described`` returned for it: the strip says of each share what the live figure says.
    """
    if not 0 < len(recording.calls) <= MOST_PICTURES:
        return ""
    drawn = BackwardSteps(recording.graph, _steps(recording, data), "", "LR")
    pictures = zip(drawn.pictures, drawn.alternatives, strict=False)
    return "\n".join(Picture(svg, words).html() for svg, words in pictures)


def moment(recording: Recording, data: dict[str, Any], index: int) -> str:
    """Return one step of a recorded pass as HTML, under its title; "" where no renderer works."""
    title = data["title"]
    drawn = BackwardSteps(recording.graph, _steps(recording, data), "", "TB")
    if index >= len(drawn.pictures):
        return ""
    words = brief(f"{title}. {drawn.alternatives[index]}", "The orders in words")
    return f"<p><strong>{escape(title, quote=False)}</strong></p>\n{Picture(drawn.pictures[index], words).html()}"


def notice(sentence: str) -> dict[str, Any]:
    """Return what a notebook shows in place of a figure: one sentence."""
    return {"text/html": f"<p>{escape(sentence, quote=False)}</p>", "text/plain": sentence}


def table(data: dict[str, Any], most: int) -> str:
    """Return the first steps of a pass as a table in plain text."""
    rows = []
    for index, one in enumerate(data["steps"][:most], start=1):
        shares = ", ".join(f"{data['nodes'][share['to']]['name']} {share['added']}" for share in one["shares"])
        rows.append([str(index), data["nodes"][one["node"]]["shown"], one["upstream"], shares])
    return text_table(["step", "node", "upstream", "adds to"], rows)


def _steps(recording: Recording, data: dict[str, Any]) -> list[Step]:
    """Return the calls as the strip wants them: with the gradient of every node after each."""
    grads = [0.0] * len(recording.graph.nodes)
    grads[-1] = 1.0
    steps = []
    for call, told in zip(recording.calls, data["steps"], strict=True):
        for share in call.shares:
            grads[share.parent] = share.after
        arrivals = tuple(
            _arrival(share, call.upstream, one) for share, one in zip(call.shares, told["shares"], strict=True)
        )
        steps.append(Step(call.node, call.upstream, arrivals, tuple(grads)))
    return steps


def _arrival(share: Share, upstream: float, told: dict[str, Any]) -> Arrival:
    """Return a share with its local derivative: an arrow has one, whatever the engine adds along it."""
    added = share.added if told["value"] is None else told["value"]
    expected = told["expectedValue"] if told["wrong"] else None
    if upstream:
        local = (added if expected is None else expected) / upstream
    else:
        local = sum(map(float, told["locals"])) if told["measured"] else None
    return Arrival(share.parent, added, local, expected)
