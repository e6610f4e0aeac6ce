# SPDX-License-Identifier: MIT
"""The card of a verdict: its parts, each a label and the sentences behind it, and how each medium shows them.

The terminal shows lines with the labels in a column, the notebook and pages a list of terms in HTML. Where a verdict
has to be one text, such as that of an error, each part is a line.
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.notebooks import safe_text
from judge.run.messages import TEXT, Message, Sentence, in_words, joined
from judge.run.words import say, template

ASKED, EXPECTED, GAVE = template("Asked"), template("Expected"), template("You gave")
# Of an answer that the learner has to find on paper: what to think of.
REMEMBER = template("Remember")
# What both answers have in common, or where they first differ.
COMPARE = template("Compare")
# The learner's line that raised an error, those that ran last, and the one that made the answer what it is.
WHERE, RAN_LAST, MADE_BY = template("Where"), template("Ran last"), template("Made by")
# What is wrong: for certain, probably, or one of several.
MISTAKE, LIKELY, EITHER, OR = template("Mistake"), template("Likely mistake"), template("Either"), template("Or")
MISTAKES = (MISTAKE, LIKELY, EITHER, OR)
UNWRITTEN, EMPTY, SO_FAR = template("Not written"), template("Still empty"), template("So far")
ASSUMED = template("Assumed")
# Where to read, and the row of what others saw in the exercise.
READ, ERRORS = template("Read"), template("Common errors")
LABELS = (
    ASKED, EXPECTED, GAVE, REMEMBER, COMPARE, WHERE, RAN_LAST, MADE_BY, *MISTAKES, UNWRITTEN, EMPTY, SO_FAR, ASSUMED,
    READ, ERRORS,
)  # fmt: skip


@dataclass(frozen=True)
class Part:
    """One part of a card."""

    label: str  # one of ``LABELS``; "" for sentences that say themselves what they are about
    sentences: tuple[Sentence, ...]  # a value or an expression stands alone, without a full stop

    @staticmethod
    def of(label: str, *sentences: Sentence) -> Part:
        """Return a part with some sentences."""
        return Part(label, sentences)

    def as_json(self) -> dict[str, Any]:
        """Return the part as data for JSON."""
        return {"label": self.label, "sentences": [one.as_json() for one in self.sentences]}

    @staticmethod
    def from_json(data: Any) -> Part:
        """Return the part that :meth:`as_json` wrote.

        Raises:
            ValueError: The data is no part of a card.
        """
        if data["label"] not in ("", *LABELS):
            raise ValueError("a part of its card has a label that there is not.")
        return Part(data["label"], tuple(map(Sentence.from_json, data["sentences"])))


def as_message(card: Sequence[Part]) -> Message:
    """Return a card as one text, each part on a line of its own."""
    return joined(map(_in_one_line, card), "\n")


def _in_one_line(part: Part) -> Message:
    text = in_words(part.sentences)
    return Message(((TEXT, f"{say(part.label)}: "), *text.parts)) if part.label else text


def as_lines(card: Sequence[Part], width: int) -> Iterator[str]:
    """Yield a card as lines of at most so many characters, with the labels in a column of their own."""
    column = max((len(say(part.label)) for part in card if part.label), default=0) + 2
    for part in card:
        first, others = (say(part.label).ljust(column), " " * column) if part.label else ("", "")
        for text in (in_words(sentences).text().replace("\n", " ") for sentences in _apart(part)):
            indents = {"initial_indent": first, "subsequent_indent": others}
            shown = safe_text.line(text, len(text))
            yield from textwrap.wrap(shown, width, **indents, break_long_words=False, break_on_hyphens=False)
            first = others


def _apart(part: Part) -> Iterator[Sequence[Sentence]]:
    """Yield the sentences of a part that stand together: each line of code stands alone."""
    if part.label == RAN_LAST:
        yield from ([one] for one in part.sentences)
    else:
        yield part.sentences


def as_html(card: Sequence[Part], places: Mapping[str, str] | None = None, longest: int | None = None) -> str:
    """Return a card as HTML in one line: a list of terms, with the name of a mistake in bold.

    ``places`` holds the addresses of sections, exercises and assignments whose names become links. Of each part the
    first ``longest`` characters are shown.
    """
    paragraphs = [f"<p>{_html(part, places, longest)}</p>" for part in card if not part.label]
    listed = terms([part for part in card if part.label], places, longest)
    return "".join([*paragraphs, f'<dl class="card">{listed}</dl>' if listed else ""])


def terms(parts: Sequence[Part], places: Mapping[str, str] | None = None, longest: int | None = None) -> str:
    """Return parts that have a label as the terms of a list in HTML, in one line."""
    return "".join(f"<dt>{html.escape(say(part.label))}</dt>{_meanings(part, places, longest)}" for part in parts)


def _meanings(part: Part, places: Mapping[str, str] | None, longest: int | None) -> str:
    return "".join(f"<dd>{_html(Part(part.label, tuple(one)), places, longest)}</dd>" for one in _apart(part))


def _html(part: Part, places: Mapping[str, str] | None, longest: int | None) -> str:
    if part.label not in MISTAKES:
        text = in_words(part.sentences)
        return (text if longest is None else text.shortened(longest)).html(places).replace("\n", " ")
    name, *others = (one.message().html(places).replace("\n", " ") for one in part.sentences)
    return " ".join([f"<strong>{name}</strong>", *others])
