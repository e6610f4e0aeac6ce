# SPDX-License-Identifier: MIT
"""Sentences with their arguments, and messages, which every place shows in its own way.

A :class:`Sentence` is an English template and its arguments. Code in a template stands between backticks, a word that
is stressed between asterisks. ``{name}`` is where an argument goes, and ``{name:section}`` says what it is: the name of
a section, a ``link`` to one, a ``place`` (the number of an exercise or the name of an assignment), ``code``, or
``rows``: code, each piece on a line of its own. Arguments are never read as markup, so a learner's text may hold any
sign. A :class:`Message` is a sentence in a reader's language, as plain text, Markdown or HTML.
"""

from __future__ import annotations

import contextlib
import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Any
from urllib.parse import quote

from judge.run.words import say, translated, worded
from language.text import GROUPED, in_figures

TEXT, CODE, SECTION, LINK, PLACE = "text", "code", "section", "link", "place"
# Words that an author stresses.
STRESSED = "stressed"
# What a question says of an answer in words of its own: text that is translated as a whole.
ANSWER = "answer"
# Code of several lines: the rows of a table.
ROWS = "rows"
KINDS = {"": TEXT, CODE: CODE, SECTION: SECTION, LINK: LINK, PLACE: PLACE, ANSWER: ANSWER, ROWS: ROWS}

# A sentence that was read from a file has at most 20,000 characters, with its arguments put in.
LONGEST = 20_000

KEPT = "-._~:/(),'*"
_CODE = re.compile(r"`([^`]*)`")
# A sign of multiplication has a blank or a letter on either side.
_STRESSED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+)(?<=\S)\*(?![\w*])")
# The end of a sentence that is not the last one.
_END = re.compile(r"(?<=[.!?])\s+")
_MARKDOWN_SIGNS = re.compile(r"([\\*_<>\[\]$`#~|])")


@dataclass(frozen=True)
class Message:
    """A text as its parts: pairs of a kind, such as ``text`` or ``code``, and the text of that part."""

    parts: tuple[tuple[str, str], ...] = ()

    def text(self) -> str:
        """Return the message as plain text: code in backticks, names of sections in quotes."""
        signs = {TEXT: "{}", CODE: "`{}`", SECTION: '"{}"', LINK: '"{}"', PLACE: "{}", STRESSED: "*{}*"}
        return "".join(signs[kind].format(part) for kind, part in self.parts)

    def markdown(self, places: Mapping[str, str] | None = None) -> str:
        """Return the message as Markdown, in which everything but code, sections and links means itself.

        ``places`` holds the addresses of sections, exercises and assignments whose names become links.
        """
        return "".join(_markdown(kind, part, places or {}) for kind, part in self.parts)

    def html(self, places: Mapping[str, str] | None = None) -> str:
        """Return the message as HTML; ``places`` is that of :meth:`markdown`.

        Without it the HTML is for a page without the notebook: a link is the section's name there.
        """
        return "".join(_html(kind, part, places) for kind, part in self.parts)

    def split(self) -> tuple[Message, Message]:
        """Return the first sentence of the message and the rest, which is empty where there is one sentence."""
        for place, (kind, part) in enumerate(self.parts):
            if kind == TEXT and (end := _END.search(part)):
                first = (*self.parts[:place], (TEXT, part[: end.start()]))
                return Message(first), _merged([(TEXT, part[end.end() :]), *self.parts[place + 1 :]])
        return self, Message()

    def capitalised(self) -> Message:
        """Return the message with a capital as its first letter; as it is where it begins with anything but text."""
        (kind, first), *others = self.parts or ((CODE, ""),)
        return Message(((TEXT, first[:1].upper() + first[1:]), *others)) if kind == TEXT else self

    def lines(self) -> list[Message]:
        """Return the lines of the message, which only its text parts."""
        found: list[list[tuple[str, str]]] = [[]]
        for kind, part in self.parts:
            first, *others = part.split("\n") if kind == TEXT else [part]
            found[-1].append((kind, first))
            found += [[(kind, one)] for one in others]
        return [_merged(line) for line in found]

    def shortened(self, most: int) -> Message:
        """Return the first ``most`` characters of the message, with an ellipsis where more follows."""
        kept, left = [], most
        for kind, part in self.parts:
            kept.append((kind, part[:left]))
            left -= len(part)
            if left < 0:
                return _merged([*kept, (TEXT, " ...")])
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
    return f"*{escaped}*" if kind in (SECTION, STRESSED) else escaped


def _html(kind: str, part: str, places: Mapping[str, str] | None) -> str:
    escaped = html.escape(part)
    if places is not None and (kind == LINK or (kind in (SECTION, PLACE) and part in places)):
        return f'<a href="{html.escape(places.get(part) or address(part))}">{escaped}</a>'
    tags = {CODE: "<code>{}</code>", SECTION: "<em>{}</em>", LINK: "<em>{}</em>", STRESSED: "<em>{}</em>"}
    return tags.get(kind, "{}").format(escaped)


def address(heading: str) -> str:
    """Return the address of a heading within its notebook, as JupyterLab and nbconvert name it."""
    # JupyterLab looks for the very letters of the address, so it keeps every sign that an address may hold.
    return "#" + quote(heading.replace(" ", "-"), safe=KEPT)


@dataclass(frozen=True)
class Sentence:
    """An English template with its arguments."""

    template: str  # the text with its fields; ``{{`` and ``}}`` stand for braces
    # By the name of the field: a text or a number, a quoted sentence, or several of these.
    arguments: Mapping[str, Argument] = field(default_factory=dict)

    @staticmethod
    def quoting(text: str) -> Sentence:
        """Return an author's text as it is: it has markup, and its braces mean themselves."""
        return Sentence(text.replace("{", "{{").replace("}", "}}"))

    def message(self) -> Message:
        """Return the sentence in the reader's language.

        It is in English where a translation lacks it or asks for other arguments, and says so where its own template
        does.
        """
        for text in (translated(self.template), self.template):
            try:
                return _filled(text, self.arguments)
            except (KeyError, ValueError):
                continue
        odd = say("A sentence can't be shown: its arguments do not fit its template, {text!r}.", text=self.template)
        return Message(((TEXT, odd),))

    def as_json(self) -> dict[str, Any]:
        """Return the sentence as data for JSON."""
        return {"template": self.template, "arguments": {name: _written(one) for name, one in self.arguments.items()}}

    @staticmethod
    def from_json(data: Any) -> Sentence:
        """Return the sentence that :meth:`as_json` wrote.

        Raises:
            ValueError: The data is no sentence, or too long a one.
        """
        sentence = _read(data)
        if not isinstance(sentence, Sentence) or _length(sentence) > LONGEST:
            raise ValueError(f"A sentence has a template and arguments, and at most {LONGEST:,} characters.")
        return sentence


Argument = str | int | float | Sentence | tuple["Argument", ...]


def is_argument(value: Any) -> bool:
    """Tell whether a value can be an argument of a sentence: a text, a number, a sentence, or several of these."""
    if isinstance(value, Sentence):
        return all(map(is_argument, value.arguments.values()))
    return all(map(is_argument, value)) if isinstance(value, tuple) else isinstance(value, (str, int, float))


def sentence(template: str, /, **arguments: Argument) -> Sentence:
    """Return a sentence that is put into words later on, wherever it is read."""
    return Sentence(template, arguments)


def in_words(sentences: Iterable[Sentence]) -> Message:
    """Return sentences in the reader's language, with a blank between them."""
    return joined((one.message() for one in sentences), " ")


def joined(messages: Iterable[Message], between: str) -> Message:
    """Return messages as one, with a text between them."""
    parts: list[tuple[str, str]] = []
    for one in messages:
        parts += [(TEXT, between)] if parts else []
        parts += one.parts
    return _merged(parts)


def fields(template: str) -> dict[str, str]:
    """Return the names of a template's arguments, each with what it is."""
    return {name: kind or "" for _, name, kind, _ in Formatter().parse(template) if name}


def _filled(template: str, arguments: Mapping[str, Argument]) -> Message:
    """Return a template with its arguments put in; a KeyError or a ValueError where they do not fit."""
    parts: list[tuple[str, str]] = []
    for place, piece in enumerate(_pieces(template)):
        filled: list[tuple[str, str]] = []
        for text, name, kind in piece:
            filled += [(STRESSED if at % 2 else TEXT, one) for at, one in enumerate(_STRESSED.split(text))]
            if name is not None:
                filled += _parts(arguments[name], KINDS[kind])
        parts += [(CODE, _merged(filled).text())] if place % 2 else filled
    return _merged(parts)


@lru_cache(maxsize=1024)
def _pieces(template: str) -> list[list[tuple[str, str | None, str]]]:
    """Return the pieces of a template, each second one code: each as its texts, the field after each, and its kind."""
    return [
        [(text, name, kind or "") for text, name, kind, _ in Formatter().parse(piece)]
        for piece in _CODE.split(template)
    ]


def _parts(argument: Argument, kind: str) -> list[tuple[str, str]]:
    if isinstance(argument, Sentence):
        return list(argument.message().parts)
    if kind == ROWS:
        rows = argument if isinstance(argument, tuple) else (argument,)
        return [part for row in rows for part in ((TEXT, "\n"), (CODE, str(row)))]
    if kind == ANSWER:
        return list(Sentence.quoting(worded(str(argument))).message().parts)
    if not isinstance(argument, tuple):
        text = str(argument)
        # The names of sections and of assignments are texts of the notebook.
        if kind in (SECTION, LINK):
            text = translated(text)
        return [(kind, in_figures(text) if kind == TEXT and GROUPED.fullmatch(text) else text)]
    parts: list[tuple[str, str]] = []
    between = "; " if any(isinstance(one, Sentence) and "," in one.template for one in argument) else ", "
    for one in argument:
        parts += [(TEXT, between)] if parts else []
        parts += _parts(one, kind)
    return parts


def _merged(parts: Iterable[tuple[str, str]]) -> Message:
    """Return a message in which neighbouring texts are one, and empty ones are left out."""
    merged: list[tuple[str, str]] = []
    for kind, text in parts:
        if kind == TEXT and merged and merged[-1][0] == TEXT:
            merged[-1] = (TEXT, merged[-1][1] + text)
        elif text or kind == CODE:
            merged.append((kind, text))
    return Message(tuple(merged))


def _written(argument: Argument) -> Any:
    if isinstance(argument, tuple):
        return [_written(one) for one in argument]
    return argument.as_json() if isinstance(argument, Sentence) else argument


def _read(data: Any) -> Argument:
    if isinstance(data, (str, int, float)):
        return data
    if isinstance(data, list):
        return tuple(map(_read, data))
    if not isinstance(data, Mapping) or data.keys() != {"template", "arguments"} or type(data["template"]) is not str:
        raise ValueError("This is neither a sentence nor an argument of one.")
    return Sentence(data["template"], {str(name): _read(one) for name, one in data["arguments"].items()})


def _length(argument: Argument) -> int:
    """Return about how many characters an argument has in words, however often each part is repeated."""
    if isinstance(argument, tuple):
        return sum(_length(one) + 2 for one in argument)
    if not isinstance(argument, Sentence):
        return len(str(argument))
    lengths = {name: _length(one) for name, one in argument.arguments.items()}
    used: list[str] = []
    with contextlib.suppress(ValueError):  # A brace too many: its template is what is shown.
        used = [name for _, name, _, _ in Formatter().parse(argument.template) if name]
    return len(argument.template) + sum(lengths.get(name, 0) for name in used) + sum(lengths.values())
