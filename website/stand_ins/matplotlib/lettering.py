# SPDX-License-Identifier: MIT
"""Words in a picture: how wide they are, about, and how SVG writes them."""

from __future__ import annotations

import re
from html import escape
from typing import Any

FAMILY = "Helvetica, Arial, sans-serif"
# From one line of letters of size 1 to the next.
LINE = 1.25
SIZES = {"small": 0.833, "medium": 1.0, "large": 1.2}
# How wide a sign of size 1 is: a picture needs no more exact number to leave room for its words.
_NARROW, _WIDE, _OTHER = 0.3, 0.86, 0.57
_MATH = re.compile(r"\$([^$]*)\$")
# A sign with what is set below or above it.
_RAISED = re.compile(r"([_^])(\{[^}]*\}|.)")
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
# How far the first baseline is below the place of a text of size 1, whose lines reach on by so many times their height.
_ALIGNED = {"baseline": (0.0, 0.0), "bottom": (-0.22, -1.0), "center": (0.35, -0.5), "top": (0.8, 0.0)}


def size_of(given: Any, usual: float) -> float:
    """Return the size of letters that an argument asks for, in points."""
    if given is None:
        return usual
    return usual * SIZES[given] if isinstance(given, str) else float(given)


def width(text: str, size: float) -> float:
    """Return how wide the widest line of a text is, about."""
    plain = _RAISED.sub(lambda found: found[2].strip("{}"), _MATH.sub(r"\1", text))
    return size * max(sum(map(_wide, line)) for line in plain.split("\n"))


def height(text: str, size: float) -> float:
    """Return how high a text is."""
    return size * LINE * len(text.split("\n"))


def svg(
    text: str, x: float, y: float, size: float, *, ha: str = "left", va: str = "baseline", turned: bool = False,
    weight: str = "normal", colour: str = "black",
) -> str:  # fmt: skip
    """Return a text at a place, each line below the one before; ``turned``, it reads from below."""
    lines = text.split("\n")
    first, share = _ALIGNED[va]
    top = y + size * (first + share * LINE * (len(lines) - 1))
    look = f'font-family="{FAMILY}" font-size="{size:.4g}" fill="{colour}"'
    look += f' text-anchor="{_ANCHORS[ha]}"' + (' font-weight="bold"' if weight == "bold" else "")
    look += f' transform="rotate(-90 {x:.2f} {y:.2f})"' if turned else ""
    return "".join(
        f'<text x="{x:.2f}" y="{top + place * LINE * size:.2f}" {look}>{_marked(line, size)}</text>'
        for place, line in enumerate(lines)
    )


def _wide(sign: str) -> float:
    if sign in "iljtfI.,:;'|!()[] ":
        return _NARROW
    return _WIDE if sign in "mwMW" else _OTHER


def _marked(line: str, size: float) -> str:
    """Return a line in SVG; what stands between dollar signs is set as mathematics."""
    parts = _MATH.split(line)
    parts[::2] = [escape(part, quote=False) for part in parts[::2]]
    parts[1::2] = [_mathematics(part, size) for part in parts[1::2]]
    return "".join(parts)


def _mathematics(text: str, size: float) -> str:
    drawn, letters = "", ""
    for sign, moved in [*_RAISED.findall(text), ("", "")]:
        letters, _, text = text.partition(sign + moved) if sign else (text, "", "")
        style = ' font-style="italic"' if letters.isalpha() else ""
        drawn += f"<tspan{style}>{escape(letters, quote=False)}</tspan>" if letters else ""
        if sign:
            down = 0.25 * size if sign == "_" else -0.4 * size
            small = f'dy="{down:.2f}" font-size="{0.72 * size:.4g}"'
            # The sign after it goes back to the line; where there is none, an empty one does.
            drawn += (
                f'<tspan {small}>{escape(moved.strip("{}"), quote=False)}</tspan><tspan dy="{-down:.2f}">\u200b</tspan>'
            )
    return drawn
