# SPDX-License-Identifier: MIT
"""How pictures reach a notebook: a picture with plain text, then the caption with the words folded beneath it.

JupyterLab shows an SVG output as an image without a text alternative, and other viewers strip SVG out of HTML. So the
words stand in a second output of their own, as Markdown, where every viewer and every screen reader finds them.
"""

from __future__ import annotations

import hashlib
import re
import sys
from html import escape
from typing import Any


def show(bundles: list[dict[str, Any]]) -> None:
    """Show each bundle (MIME type -> content) as one output; outside IPython print the plain texts."""
    if _inside_ipython():
        from IPython.display import display

        for bundle in bundles:
            display(bundle, raw=True)
    else:
        print(bundles[0]["text/plain"])


def picture_bundles(picture: dict[str, Any], caption: str, words: str, summary: str) -> list[dict[str, Any]]:
    """Return the two outputs of a picture.

    Args:
        picture: MIME type -> content of the picture; empty where there is none.
        caption: One or two sentences; may be empty.
        words: What the picture shows, in words.
        summary: The line that unfolds the words.
    """
    markdown = "\n\n".join(part for part in (_italic(caption), _folded(summary, words)) if part)
    return [picture, {"text/markdown": markdown, "text/plain": caption or summary}]


def accessible_svg(svg: str, title: str, words: str) -> str:
    """Return ``svg`` with role, title and description, and without ids and titles that mean nothing to a reader."""
    body = re.sub(r"<title>.*?</title>\s*", "", svg, flags=re.DOTALL)
    body = re.sub(r'<g id="(?:graph|node|edge|clust)\d+"', "<g", body)
    mark = hashlib.blake2b((title + words + body).encode(), digest_size=5).hexdigest()
    opening = re.compile(r"<svg\b")
    body = opening.sub(f'<svg role="img" aria-labelledby="title-{mark} desc-{mark}"', body, count=1)
    head = (
        f'\n<title id="title-{mark}">{escape(title, quote=False)}</title>'
        f'\n<desc id="desc-{mark}">{escape(words, quote=False)}</desc>'
    )
    end = body.index(">", body.index("<svg")) + 1
    return body[:end] + head + body[end:]


def markdown_table(header: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table; a ``|`` inside a cell is escaped."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def text_table(header: list[str], rows: list[list[str]]) -> str:
    """Return a table in plain text with aligned columns."""
    widths = [max(len(line[column]) for line in [header, *rows]) for column in range(len(header))]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in lines)


def _inside_ipython() -> bool:
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


def _italic(caption: str) -> str:
    """The caption in italics; what Markdown would read as markup is escaped, code spans and formulas are kept."""
    if not caption:
        return ""
    parts = re.split(r"(`[^`]*`|\$[^$]+\$)", " ".join(caption.split()))
    kept = [part if index % 2 else re.sub(r"([\\*_<>\[\]])", r"\\\1", part) for index, part in enumerate(parts)]
    return "*" + "".join(kept) + "*"


def _folded(summary: str, words: str) -> str:
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", words)), default=0))
    return f"<details><summary>{escape(summary, quote=False)}</summary>\n\n{fence}text\n{words}\n{fence}\n\n</details>"
