# SPDX-License-Identifier: MIT
"""Messages: sentences made of parts, which every place shows in its own way.

An author writes a template with a little markup: code stands between backticks, and ``{name}`` is where something is
put in. What is put in is never read as markup, so a learner's text may hold any sign. The name of a section is a part
of its own (an author's `*` is a product), and so are a link to one, the number of an exercise and the name of a day. A
message goes out as plain text, as Markdown or as HTML; nobody reads it back.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any
from urllib.parse import quote

__all__ = ["Message", "address", "capital", "joined", "link", "literal", "markup", "place", "say", "section"]

TEXT, CODE, SECTION, LINK, PLACE = "text", "code", "section", "link", "place"

KEPT = "-._~:/(),'*"
_CODE = re.compile(r"`([^`]*)`")
_MARKDOWN_SIGNS = re.compile(r"([\\*_<>\[\]$`#~|])")


@dataclass(frozen=True)
class Message:
    """A text as its parts: pairs of a kind, such as ``text`` or ``code``, and what stands there."""

    parts: tuple[tuple[str, str], ...] = ()

    def __add__(self, other: Message) -> Message:
        return Message(_merged([*self.parts, *other.parts]))

    def __bool__(self) -> bool:
        return bool(self.parts)

    def text(self) -> str:
        """Return the message as plain text: code in backticks, sections in asterisks."""
        signs = {TEXT: "{}", CODE: "`{}`", SECTION: "*{}*", LINK: "*{}*", PLACE: "{}"}
        return "".join(signs[kind].format(part) for kind, part in self.parts)

    def markdown(self, places: Mapping[str, str] | None = None) -> str:
        """Return the message as Markdown, in which everything but code, sections and links means itself.

        Args:
            places: The address of each section, exercise and day that is known; their names are links.
        """
        return "".join(_markdown(kind, part, places or {}) for kind, part in self.parts)

    def html(self) -> str:
        """Return the message as HTML, for a page without the notebook: a link is the section's name there."""
        tags = {TEXT: "{}", CODE: "<code>{}</code>", SECTION: "<em>{}</em>", LINK: "<em>{}</em>", PLACE: "{}"}
        return "".join(tags[kind].format(html.escape(part)) for kind, part in self.parts)

    def shortened(self, most: int) -> Message:
        """Return the message with its first ``most`` characters, and a sign that more was there."""
        kept, left = [], most
        for kind, part in self.parts:
            kept.append((kind, part[:left]))
            left -= len(part)
            if left < 0:
                return Message(_merged([*kept, (TEXT, " ...")]))
        return self


def _markdown(kind: str, part: str, places: Mapping[str, str]) -> str:
    if kind == CODE:
        # A fence longer than any run of backticks inside.
        fence = "`" * (1 + max((len(run) for run in re.findall("`+", part)), default=0))
        blank = " " if part.startswith("`") or part.endswith("`") else ""
        return f"{fence}{blank}{part}{blank}{fence}"
    escaped = _MARKDOWN_SIGNS.sub(r"\\\1", part.replace("\n", " "))
    if kind == LINK or (kind in (SECTION, PLACE) and part in places):
        return f"[{escaped}]({places.get(part) or address(part)})"
    return f"*{escaped}*" if kind == SECTION else escaped


def address(heading: str) -> str:
    """Return the address of a heading within its notebook, as JupyterLab and nbconvert name it."""
    # JupyterLab looks for the very letters of the address, so a sign that may stand in one is left as it is.
    return "#" + quote(heading.replace(" ", "-"), safe=KEPT)


def literal(text: str) -> Message:
    """Return a text that means itself, whatever signs it holds."""
    return Message(((TEXT, text),)) if text else Message()


def section(heading: str) -> Message:
    """Return the name of a section of the notebook."""
    return Message(((SECTION, heading),))


def link(heading: str) -> Message:
    """Return the name of a section of the notebook, which leads there where the notebook is shown."""
    return Message(((LINK, heading),))


def place(name: str) -> Message:
    """Return the number of an exercise or the name of a day, which leads there where its address is known."""
    return Message(((PLACE, name),))


def markup(text: str) -> Message:
    """Return an author's text, which has markup and nothing to put in."""
    return _read(text, literal)


def say(template: str, **values: Any) -> Message:
    """Return an author's template with values put in.

    Args:
        template: Text with markup and ``{name}``; ``{{`` and ``}}`` stand for braces.
        **values: A :class:`Message` is put in with its parts, anything else as a text that means itself.

    Raises:
        KeyError: A name in the template has no value.
    """
    return _read(template, lambda part: _filled(part, values))


def _read(template: str, fill: Callable[[str], Message]) -> Message:
    """Split a template into texts and code, and fill each."""
    parts: list[tuple[str, str]] = []
    for place, piece in enumerate(_CODE.split(template)):
        filled = fill(piece)
        parts += [(CODE, filled.text())] if place % 2 else filled.parts
    return Message(_merged(parts))


def _filled(template: str, values: dict[str, Any]) -> Message:
    filled = Message()
    for text, name, _, _ in Formatter().parse(template):
        filled += literal(text)
        if name is not None:
            value = values[name]
            filled += value if isinstance(value, Message) else literal(str(value))
    return filled


def joined(messages: Iterable[Message], between: str = " ") -> Message:
    """Return messages as one, with a text between each two; empty ones are left out."""
    whole = Message()
    for message in messages:
        if message:
            whole = whole + literal(between) + message if whole else message
    return whole


def capital(message: Message) -> Message:
    """Return a message whose first letter is large, as at the head of a sentence."""
    if not message or message.parts[0][0] != TEXT:
        return message
    text = message.parts[0][1]
    return Message(((TEXT, text[:1].upper() + text[1:]), *message.parts[1:]))


def _merged(parts: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Join neighbouring texts and drop empty ones."""
    merged: list[tuple[str, str]] = []
    for kind, text in parts:
        if kind == TEXT and merged and merged[-1][0] == TEXT:
            merged[-1] = (TEXT, merged[-1][1] + text)
        elif text or kind == CODE:
            merged.append((kind, text))
    return tuple(merged)
