# SPDX-License-Identifier: MIT
"""What stays of a stranger's markup and outputs, on every page. Nothing of it runs.

Markup is measured before it is cleaned. A parser of HTML takes the square of how deep its elements stand in each other.
"""

from __future__ import annotations

import base64
import re
from typing import Any

import nbformat
import nh3

from judge.run.words import say, template

# Characters and tags of a piece of markup. The largest figure of the course has 160,000 characters and 30 tags.
LONGEST, MOST_TAGS, MOST_ENTITIES = 1_000_000, 5_000, 200_000

# The outputs of a cell that stay, at most, of the kinds that pages show.
MOST_OUTPUTS = 400
MARKUP, DRAWING, PICTURES = ("text/html", "text/markdown"), "image/svg+xml", ("image/png", "image/jpeg")
SHOWN = {*MARKUP, DRAWING, *PICTURES, "text/latex", "text/plain"}
TOO_MUCH_MARKUP = template(
    "[markup of {size:,} characters is left out: it has too many tags or characters to be cleaned]"
)
# What each part of an output counts, beside its characters.
SIZE_OF_A_PART = 100

TAGS = {
    *("a", "abbr", "acronym", "b", "blockquote", "br", "caption", "code", "del", "details", "div", "em", "figcaption"),
    *("figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "s", "span"),
    *("strong", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
ATTRIBUTES = {
    "*": {"alt", "class", "colspan", "open", "rowspan", "scope", "title"},
    "a": {"href"},
    "img": {"src"},
}
# A picture in which nothing runs and which needs no network, and a link to a page.
PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|svg\+xml);base64,[\w+/=\s]+")
LINK = re.compile(r"https?://|mailto:|#", re.IGNORECASE)
# The colours of code. By any other class, and by an id, formgrader's own scripts would take a text for their controls.
HIGHLIGHT = re.compile(r"highlight|[a-z][a-z0-9]?")


def _kept(tag: str, name: str, value: str) -> str | None:
    of_any = HIGHLIGHT.fullmatch if name == "class" else None
    allowed = {("img", "src"): PICTURE.fullmatch, ("a", "href"): LINK.match}.get((tag, name), of_any)
    return value if allowed is None or allowed(value) else None


_CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    attribute_filter=_kept,
    url_schemes={"http", "https", "mailto", "data"},
    link_rel=None,
)


def too_much(markup: str) -> bool:
    """Tell whether markup is too much to be cleaned."""
    return len(markup) > LONGEST or markup.count("<") > MOST_TAGS or markup.count("&") > MOST_ENTITIES


def clean(markup: str) -> str | None:
    """Return HTML without what would run, load anything or cover the page; None where it is too much to be cleaned."""
    return None if too_much(markup) else _CLEANER.clean(markup.encode("utf-8", "replace").decode())


def outputs_of(given: Any) -> list[Any]:
    """Return what came from a confined process as outputs of a notebook; what has not their form is left out."""
    made = map(_made_anew, given[:MOST_OUTPUTS] if isinstance(given, list) else [])
    return [nbformat.from_dict(output) for output in made if output]


def line_of(given: Any) -> int:
    """Return the line at which a cell stopped, as the confined process says; 0 where it says none."""
    lines = [output.get("line") for output in given if isinstance(output, dict)] if isinstance(given, list) else []
    return next((line for line in lines if type(line) is int), 0)


def has_stopped(given: Any) -> bool:
    """Tell whether a cell stopped with an error, by what came from the confined process."""
    return any(output.output_type == "error" for output in outputs_of(given))


def _made_anew(output: Any) -> dict[str, Any] | None:
    """Return an output with what pages show of it, and nothing else; None for what is no output."""
    match output:
        case {"output_type": "stream", "name": "stdout" | "stderr" as name, "text": str(text)}:
            return {"output_type": "stream", "name": name, "text": text}
        case {"output_type": "error", "ename": str(name), "evalue": str(text), "traceback": [*lines]}:
            shown = [line for line in lines if isinstance(line, str)]
            return {"output_type": "error", "ename": name, "evalue": text, "traceback": shown}
        case {"output_type": "display_data" | "execute_result" as kind, "data": {**data}}:
            count = output.get("execution_count")
            numbered = {"execution_count": count if type(count) is int else None} if kind == "execute_result" else {}
            kept = _harmless({mime: text for mime, text in data.items() if mime in SHOWN and isinstance(text, str)})
            # Page templates load what metadata names, and write some of it into tags without quotes.
            return {"output_type": kind, "data": kept, "metadata": {}, **numbered} if kept else None
    return None


def _harmless(data: dict[str, str]) -> dict[str, str]:
    """Return the data of an output without what would run in a browser."""
    kept = {mime: text for mime, text in data.items() if mime != DRAWING}
    for mime in kept.keys() & MARKUP:
        cleaned = clean(kept[mime])
        kept[mime] = say(TOO_MUCH_MARKUP, size=len(kept[mime])) if cleaned is None else cleaned
    if DRAWING in data and "text/html" not in data:  # In an <img> no script runs, and nothing is loaded.
        drawing = base64.b64encode(data[DRAWING].encode("utf-8", "replace")).decode()
        kept["text/html"] = f'<img alt="{say("a drawing in SVG")}" src="data:image/svg+xml;base64,{drawing}">'
    return kept


def size_of(data: Any) -> int:
    """Return how much room plain data takes in a notebook."""
    if isinstance(data, str):
        return len(data)
    items = [*data.keys(), *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else []
    return SIZE_OF_A_PART + sum(map(size_of, items))
