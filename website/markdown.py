# SPDX-License-Identifier: MIT
"""Markdown of the course as HTML: headings that can be linked to, formulas as MathML, links within the site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin

from building import editions, paragraphs
from judge.notebooks import course
from judge.run.words import LANGUAGE, say, translated

# Pages in Markdown, by the name that each has in the site.
TEXTS = {"glossary": "GLOSSARY.md", "rules": "docs/rules.md"}


def text_of(source: str) -> str:
    """Return a text of the project in the reader's language."""
    cell = nbformat.v4.new_markdown_cell((course.root() / source).read_text("utf-8"))
    return paragraphs.rewritten(cell, translated)


def title_of(text: str) -> str:
    """Return the first heading of a text in Markdown."""
    return text.lstrip().partition("\n")[0].strip("# ")


def as_html(text: str, home: str) -> Markup:
    """Return Markdown as HTML; its tables can be scrolled by keyboard.

    ``home`` leads from the page to the folder of its language: "" or "../".
    """
    markdown = _markdown()
    tokens = markdown.parse(text)
    heading = say("Table")
    tables = Counter[str]()  # how many stand below each heading
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = tokens[place + 1].content
            token.attrSet("id", heading.replace(" ", "-"))
        elif token.type == "th_open":
            token.attrSet("scope", "col")
        elif token.type == "table_open":
            tables[heading] += 1
            token.meta["name"] = f"{heading} ({tables[heading]})" if tables[heading] > 1 else heading
        for inner in token.children or ():
            if inner.type == "link_open":
                inner.attrSet("href", _target(str(inner.attrGet("href")), home))
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def inline(text: str) -> Markup:
    """Return a line of Markdown as HTML, without a paragraph around it."""
    return Markup(_markdown().renderInline(text))


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.use(dollarmath_plugin, allow_space=False, renderer=_formula)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", lambda *_arguments: "</table></div>\n")
    return markdown


def _formula(text: str, options: dict[str, Any]) -> str:
    text = text.replace(r"\mathrel{+}", "+")  # An operator in a row of its own is no MathML.
    if options["display_mode"]:
        return f'<div class="wide" tabindex="0">{convert(text, display="block")}</div>'
    return convert(text)


def _table_open(_renderer: Any, tokens: Sequence[Token], place: int, *_rest: Any) -> str:
    return f'<div class="wide" role="region" aria-label="{escape(tokens[place].meta["name"])}" tabindex="0"><table>\n'


def _target(link: str, home: str) -> str:
    """Return where a link of a notebook or of a page in Markdown leads in the site."""
    # A day in another language leads to its own GLOSSARY.es.md.
    pages = {
        Path(path).name: f"{name}.html"
        for name, source in TEXTS.items()
        for path in (source, editions.page_in(LANGUAGE.get(), source))
    }
    pages |= {f"{day.stem}.ipynb": f"days/{day.name}.html" for day in course.assignments()}
    path, mark, place = link.partition("#")
    if not path or ":" in path or path.startswith("../atlas/"):
        return link
    return f"{home}{pages.get(Path(path).name, 'index.html')}{mark}{place}"
