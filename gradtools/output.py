# SPDX-License-Identifier: MIT
"""How pictures and tables reach a notebook: a figure is one piece of HTML with the picture, its words and the caption.

JupyterLab shows an SVG or PNG output as an image without a text alternative, at its natural width, and an SVG not at
all in a notebook that it does not trust. An ``<img>`` in HTML has an ``alt``, shrinks with its column, and is shown in
every notebook. What is made here passes JupyterLab's sanitizer unchanged; ``tests/test_figures.py`` checks that.
"""

import base64
import hashlib
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import language
from language.text import say

# The longest text alternative of a picture: a screen reader can't be stopped and turned back within one.
LONGEST_ALTERNATIVE = 320

# As wide as the picture, or as its column.
FRAME = (
    "display: block; box-sizing: border-box; max-width: 100%; height: auto; margin: 0 0 0.5em; "
    "background-color: #ffffff; border: 1px solid #8c8c8c; border-radius: 4px"
)
# Every SVG has its own ground, and a dark form: light and dark exchanged, the hues kept. The colour scheme of the page
# chooses.
DARK = "@media screen and (prefers-color-scheme: dark) { svg { filter: invert(0.93) hue-rotate(180deg) } }"
# Larger than the picture, which need not begin at 0.
GROUND = '<rect x="-50%" y="-50%" width="200%" height="200%" fill="#ffffff"/>'
# JupyterLab's themes name no colour scheme. Where a notebook is not trusted this rule is dropped, and the computer's
# own setting decides.
THEMES = "".join(
    f'body[data-jp-theme-light="{light}"] .jp-OutputArea img {{ color-scheme: {scheme} }} '
    for light, scheme in (("true", "light"), ("false", "dark"))
)


def shell() -> Any | None:
    """Return IPython's shell; None outside IPython, which is not imported to find out."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def show(bundle: dict[str, Any]) -> None:
    """Show a bundle (MIME type -> content) as one output; outside IPython print its plain text."""
    if shell() is None:
        print(bundle["text/plain"])
    else:
        from IPython.display import display

        display(bundle, raw=True)


class Shown:
    """The last line of a cell: a notebook shows its bundle, and ``str()`` and ``repr()`` give its words."""

    words: str

    def bundle(self) -> dict[str, Any]:
        """Return what a notebook shows and saves (MIME type -> content)."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.words

    def _ipython_display_(self) -> None:
        show(self.bundle())


class Table(Shown):
    """A table with a header; every cell is text."""

    def __init__(self, header: list[str], cells: list[list[str]]) -> None:
        self.words = text_table(header, cells)
        self._markdown = markdown_table(header, cells)

    def bundle(self) -> dict[str, Any]:
        """Return the table as Markdown and as plain text."""
        return {"text/markdown": self._markdown, "text/plain": self.words}


@dataclass(frozen=True)
class Picture:
    """One picture of a figure."""

    content: str  # SVG text
    alternative: str  # what the picture shows, in a sentence or two

    def html(self) -> str:
        """Return the picture as an image that carries its words."""
        source = f"data:image/svg+xml;base64,{base64.b64encode(self.content.encode()).decode()}"
        alternative = escape(without_code_marks(" ".join(self.alternative.split())))
        return f'<img alt="{alternative}" style="{FRAME}" src="{source}">'


def figure_bundle(pictures: Sequence[Picture], caption: str, words: str, summary: str) -> dict[str, Any]:
    """Return the output of a figure: pictures, the caption, and all the words folded below the line ``summary``."""
    fold = (
        f"<details><summary>{escape(summary, quote=False)}</summary>\n{_wrapping(words)}\n</details>" if words else ""
    )
    return _figure("\n".join(picture.html() for picture in pictures), caption, fold, words)


def text_bundle(words: str, mend: str, caption: str) -> dict[str, Any]:
    """Return the output of a figure that can't be drawn: its words, and how to get pictures."""
    wrapped = f"{_wrapping(words)}\n" if words else ""
    return _figure(f"{wrapped}<p>{inline(mend)}</p>", caption, "", f"{words}\n\n{mend}".lstrip())


def _figure(drawn: str, caption: str, fold: str, plain: str) -> dict[str, Any]:
    parts = [f"<style>{THEMES}</style>", f'<figure{in_language()} style="margin: 0.5em 0">', drawn]
    if caption:
        # GitHub drops the figure's own tags; the paragraph keeps the caption under the picture there.
        parts.append(f'<figcaption><p style="margin: 0"><em>{inline(caption)}</em></p></figcaption>')
    return {
        "text/html": "\n".join([*parts, fold, "</figure>"]),
        "text/plain": "\n".join(filter(None, (caption, plain))),
    }


def _wrapping(words: str) -> str:
    """Return words that keep their lines, and break where the column ends."""
    return f'<pre style="white-space: pre-wrap; margin: 0.5em 0">{as_html(words)}</pre>'


def in_language() -> str:
    """Return the attribute that names a figure's language, for screen readers; "" in English."""
    spoken = language.here()
    return f' lang="{spoken}"' if spoken in language.known() else ""


def brief(words: str, more: str) -> str:
    """Return words that are short enough for a picture's alternative; ``more`` is the line that unfolds all of them."""
    text = " ".join(words.split())
    if len(text) <= LONGEST_ALTERNATIVE:
        return text
    rest = say('All of it stands below, under "{more}".', more=more)
    kept = ""
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        if len(kept) + len(sentence) + len(rest) + 1 >= LONGEST_ALTERNATIVE:
            break
        kept = f"{kept} {sentence}".strip()
    if not kept:  # One endless sentence: cut between two words.
        kept = text[: LONGEST_ALTERNATIVE - len(rest) - 5].rpartition(" ")[0] + " ..."
    return f"{kept} {rest}"


def accessible_svg(svg: str, title: str, words: str) -> str:
    """Return ``svg`` with role, title, description, a ground and a dark form.

    Ids and titles that mean nothing to a reader are taken out.
    """
    body = re.sub(r"<title>[^<]*</title>\s*", "", svg)
    body = re.sub(r'<g id="(?:graph|node|edge|clust)\d+"', "<g", body)
    mark = hashlib.blake2b((title + words + body).encode(), digest_size=5).hexdigest()
    body = body.replace("<svg", f'<svg{in_language()} role="img" aria-labelledby="title-{mark} desc-{mark}"', 1)
    head = (
        f'\n<title id="title-{mark}">{escape(without_code_marks(title), quote=False)}</title>'
        f'\n<desc id="desc-{mark}">{escape(without_code_marks(words), quote=False)}</desc>'
        f"\n<style>{DARK}</style>{GROUND}"
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


# What stands in code marks, in one line.
_CODE = re.compile(r"`([^`\n]*)`")


def in_code_marks(text: str) -> list[str]:
    """Return the parts of a sentence, in one line: the second, the fourth and so on stood in `code` marks."""
    return re.split(r"`([^`]*)`", " ".join(text.split()))


def without_code_marks(text: str) -> str:
    """Return a text for a place that shows no markup, such as the words that a screen reader says of a picture."""
    return _CODE.sub(r"\1", text)


def as_html(text: str) -> str:
    """Return a text as HTML, in which `code` is set as code; its lines and spaces are kept."""
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def inline(text: str) -> str:
    """Return a sentence as HTML in one line, in which `code` is set as code."""
    return as_html(" ".join(text.split()))


def as_code(name: str) -> str:
    """Return a name in Markdown's code marks, where nothing in it is markup."""
    return f"`{' '.join(name.replace('`', ' ').split())}`"
