# SPDX-License-Identifier: MIT
"""The card of a verdict: its parts, each a label and the sentences behind it, and how each medium shows them.

The terminal shows lines with the labels in a column, the notebook and pages a list of terms in HTML. Where a verdict
has to be one text, such as that of an error, each part is a line.

What an author says of a mistake begins with the sentence that matters most. It stands beside the mistake's name; the
others are folded, and the terminal shows them where one exercise is asked for.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.notebooks import safe_text
from judge.run.messages import TEXT, Message, Sentence, in_words, joined
from judge.run.words import say, template

NO_BREAK = "\N{NO-BREAK SPACE}"
ASKED, EXPECTED, GAVE = template("Asked"), template("Expected"), template("You gave")
# Of an answer that the learner has to find on paper: what to think of.
REMEMBER = template("Remember")
# What both answers have in common, or where they first differ.
COMPARE = template("Compare")
# The learner's line that raised an error, those that ran last, those of what has no end, and the one that made the
# answer what it is.
WHERE, RAN_LAST, REPEATED = template("Where"), template("Ran last"), template("Repeated")
MADE_BY = template("Made by")
# What is wrong: for certain, probably, or one of several.
MISTAKE, LIKELY, EITHER, OR = template("Mistake"), template("Likely mistake"), template("Either"), template("Or")
MISTAKES = (MISTAKE, LIKELY, EITHER, OR)
UNWRITTEN, EMPTY, SO_FAR = template("Not written"), template("Still empty"), template("So far")
ASSUMED = template("Assumed")
# Where to read, and the row of what others saw in the exercise.
READ, ERRORS = template("Read"), template("Common errors")
LABELS = (
    ASKED, EXPECTED, GAVE, REMEMBER, COMPARE, WHERE, RAN_LAST, REPEATED, MADE_BY, *MISTAKES, UNWRITTEN, EMPTY, SO_FAR,
    ASSUMED, READ, ERRORS,
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One part of a card."""

    label: str  # one of ``LABELS``; "" for sentences that say themselves what they are about
    sentences: tuple[Sentence, ...]  # a value or an expression stands alone, without a full stop
    # Of a mistake whose name says too much at first: what the first step of help says in its place.
    kind: Sentence | None = None

    @staticmethod
    def of(label: str, *sentences: Sentence) -> Part:
        """Return a part with some sentences."""
        return Part(label, sentences)

    def as_json(self) -> dict[str, Any]:
        """Return the part as data for JSON."""
        data = {"label": self.label, "sentences": [one.as_json() for one in self.sentences]}
        return data if self.kind is None else {**data, "kind": self.kind.as_json()}

    @staticmethod
    def from_json(data: Any) -> Part:
        """Return the part that :meth:`as_json` wrote.

        Raises:
            ValueError: The data is no part of a card.
        """
        if data["label"] not in ("", *LABELS):
            raise ValueError("a part of its card has a label that there is not.")
        kind = Sentence.from_json(data["kind"]) if "kind" in data else None
        return Part(data["label"], tuple(map(Sentence.from_json, data["sentences"])), kind)


def in_steps(card: Sequence[Part]) -> list[list[Part]]:
    """Return a card of an answer found on paper once for each step of help; no steps for any other card.

    The first says what was asked and given, and what kind of thing is wrong; the second also what the mistake is, and
    why. The last is the whole card, with what to think of: that may decide the question.
    """
    if not any(part.label == REMEMBER for part in card):
        return []
    explained = [part for part in card if part.label != REMEMBER]
    return [_kinds(explained), explained, list(card)]


def _kinds(card: Sequence[Part]) -> list[Part]:
    """Return a card with the kind of each mistake in place of all that is said of it, one of two that are alike."""
    kinds = [_kind(part) if part.label in MISTAKES else part for part in card]
    either, other = (next((part for part in kinds if part.label == label), None) for label in (EITHER, OR))
    if either is None or other is None or either.sentences != other.sentences:
        return kinds
    return [Part(LIKELY, part.sentences) if part is either else part for part in kinds if part is not other]


def _kind(part: Part) -> Part:
    return Part(part.label, part.sentences[:1] if part.kind is None else (part.kind,))


def as_message(card: Sequence[Part]) -> Message:
    """Return a card as one text, each part on a line of its own."""
    return joined(map(_in_one_line, card), "\n")


def _in_one_line(part: Part) -> Message:
    text = in_words(part.sentences)
    return Message(((TEXT, f"{say(part.label)}: "), *text.parts)) if part.label else text


_NOTHING = Message()


@dataclass(frozen=True)
class _Line:
    """A line of a card."""

    text: Message
    name: Message = _NOTHING  # of a mistake, before the text; empty elsewhere
    folded: Message = _NOTHING  # what is shown where somebody asks for it

    def shown(self, *, whole: bool) -> Message:
        """Return the line as one text, with what is folded if the ``whole`` line is wanted."""
        return joined((one for one in (self.name, self.explained(whole=whole)) if one.parts), " ")

    def explained(self, *, whole: bool) -> Message:
        """Return what stands behind the name, with what is folded if the ``whole`` line is wanted."""
        return joined((one for one in (self.text, self.folded if whole else _NOTHING) if one.parts), " ")


def _lines_of(part: Part) -> Iterator[_Line]:
    """Yield the lines of a part: each line of code stands alone."""
    if part.label in (RAN_LAST, REPEATED):
        yield from (_Line(one.message()) for one in part.sentences)
    elif part.label in MISTAKES:
        name, *others = (one.message() for one in part.sentences)
        first, rest = others[0].split() if others else (_NOTHING, _NOTHING)
        yield _Line(first, name, joined((one for one in (rest, *others[1:]) if one.parts), " "))
    elif part.label == ASKED:
        yield from map(_Line, in_words(part.sentences).lines())
    else:
        text = in_words(part.sentences)
        # A sentence of its own here, which an author writes as what comes behind a colon.
        yield _Line(text.capitalised() if part.label == REMEMBER else text)


def has_more(card: Sequence[Part]) -> bool:
    """Tell whether something of a card is folded."""
    return any(line.folded.parts for part in card for line in _lines_of(part))


def open_message(card: Sequence[Part]) -> Message:
    """Return the prose of a card that is read before anything is unfolded: no label, and not what to read."""
    parts = [part for part in card if part.label not in (READ, ERRORS)]
    return joined((line.shown(whole=False) for part in parts for line in _lines_of(part)), "\n")


def as_lines(
    card: Sequence[Part], width: int, *, whole: bool = False, strong: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield a card as lines of at most so many characters, with the labels in a column of their own.

    The name of a mistake stands on a line of its own, and ``strong`` makes it stand out. What is folded elsewhere is
    left out, unless the ``whole`` card is wanted.
    """
    column = max((len(say(part.label)) for part in card if part.label), default=0) + 2
    for part in card:
        first, others = (say(part.label).ljust(column), " " * column) if part.label else ("", "")
        room = width - len(others)
        for line in _lines_of(part):
            for message, shown in ((line.name, strong), (line.explained(whole=whole), str)):
                for row in _rows(message.text().replace("\n", " "), room):
                    yield first + shown(row)
                    first = others


def _rows(text: str, width: int) -> list[str]:
    """Return a text as lines of at most so many characters, with no short piece of code broken in two."""

    def unbroken(code: re.Match[str]) -> str:
        return code[0].replace(" ", NO_BREAK) if len(code[0]) <= width // 2 else code[0]

    marked = re.sub(r"`[^`]+`", unbroken, safe_text.line(text, len(text)))
    rows = textwrap.wrap(marked, width, break_long_words=False, break_on_hyphens=False)
    return [row.replace(NO_BREAK, " ") for row in rows]


def as_html(card: Sequence[Part], places: Mapping[str, str] | None = None, longest: int | None = None) -> str:
    """Return a card as HTML in one line: a list of terms, with the name of a mistake in bold.

    ``places`` holds the addresses of sections, exercises and assignments whose names become links. Of each line the
    first ``longest`` characters are shown.
    """
    paragraphs = [
        f"<p>{_html(line, places, longest)}</p>" for part in card if not part.label for line in _lines_of(part)
    ]
    listed = terms([part for part in card if part.label], places, longest)
    return "".join([*paragraphs, f'<dl class="card">{listed}</dl>' if listed else ""])


def terms(parts: Sequence[Part], places: Mapping[str, str] | None = None, longest: int | None = None) -> str:
    """Return parts that have a label as the terms of a list in HTML, in one line."""
    shown = []
    for part in parts:
        # One <dd> for all lines: JupyterLab lays out the first of several beside its term, and no other.
        lines = "<br>".join(_html(line, places, longest) for line in _lines_of(part))
        shown.append(f"<dt>{html.escape(say(part.label))}</dt><dd>{lines}</dd>")
    return "".join(shown)


def _html(line: _Line, places: Mapping[str, str] | None, longest: int | None) -> str:
    def written(message: Message) -> str:
        cut = message if longest is None else message.shortened(longest)
        return cut.html(places).replace("\n", " ")

    shown = [f"<strong>{written(line.name)}</strong>"] if line.name.parts else []
    shown += [written(line.text)] if line.text.parts else []
    if line.folded.parts:
        more = html.escape(say("More"))
        shown.append(f"<details><summary>{more}</summary>{written(line.folded)}</details>")
    return " ".join(shown)
