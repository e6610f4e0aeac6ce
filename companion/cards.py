# SPDX-License-Identifier: MIT
"""How a notebook lays out what the grader says: claims as a list, and a card whose labels stand beside their texts.

A notebook's output has no style sheet, so each tag carries its own style. Where an editor leaves styles out, a plain
list remains.
"""

from collections.abc import Iterable

CLAIMS = '<ul style="list-style: none; margin: 0.5em 0 1em; padding: 0">'
# The triangle of what unfolds stands in this margin, so that all marks are below each other.
CLAIM = '<li style="padding-left: 1em">'
FOLDED = '<li style="padding: 0">'
SUMMARY = '<summary style="padding-left: 1em; text-indent: -1em">'
BELOW = '<div style="margin-left: 1em">'
# Each label and its text are a row, which breaks in two where the window is narrow. JupyterLab by itself gives labels
# a share of the width, and in a narrow window they lay over the texts.
STYLES = {
    '<dl class="card">': '<dl class="card" style="box-sizing: border-box; margin: 0.3em 0 0.8em; '
    'border-left: 4px solid gray; padding-left: 0.8em">',
    "<dt>": '<div style="display: flex; flex-wrap: wrap; column-gap: 1em; align-items: baseline">'
    '<dt style="flex: 0 0 8em; width: auto; font-weight: normal; font-size: 0.85em">',
    "<dd>": '<dd style="flex: 1 1 16em; margin: 0">',
    "</dd>": "</dd></div>",
}


def styled(card: str) -> str:
    """Return a card, as the grader writes it in HTML, with the styles of its tags."""
    for tag, with_style in STYLES.items():
        card = card.replace(tag, with_style)
    return card


def claim(html: str) -> str:
    """Return a line about a claim as an item of a list."""
    return f"{CLAIM}{html}</li>"


def folded(summary: str, html: str, *, is_open: bool) -> str:
    """Return lines about one or more claims as an item of a list, from which a card unfolds."""
    opened = " open" if is_open else ""
    return f"{FOLDED}<details{opened}>{SUMMARY}{summary}</summary>{BELOW}{styled(html)}</div></details></li>"


def listed(items: Iterable[str]) -> str:
    """Return items as a list in HTML; "" without any."""
    inside = "\n".join(items)
    return f"{CLAIMS}{inside}</ul>" if inside else ""
