# SPDX-License-Identifier: MIT
"""Words that the style forbids, sentences that are too long, and references to what does not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# In words, where a piece of code or a formula is one word.
LONGEST_SENTENCE = 35
ONE_WORD = re.compile(r"`[^`]*`|\$[^$]*\$")
ADDRESS = re.compile(r"\]\([^)]*\)|<[^>]*>")
SENTENCE_END = re.compile(r"(?<=[.!?])[)*\"']*\s+")
EXERCISE_NUMBER = re.compile(r"\d+\.\d+")
NEW_ITEM = re.compile(r"([-*]|\d+\.) ")
NO_PROSE = ("|", "#", "<", "$$")
FORBIDDEN = ("simply", "obviously", "just", "of course")
# Around a word, in prose and in Markdown.
AROUND = "()[]*_,.;:!?\"'|"
# Words between the numbers of a list, such as "sections 3 and 4".
BETWEEN = ("and", "or", "to")
# Before "section 3", these say that it is another text's.
OF_ANOTHER_TEXT = ("its", "their", "whose")


def forbidden(text: str) -> list[str]:
    """Return the words of a text that the style forbids."""
    plain = " ".join(word.strip(AROUND) for word in text.lower().split())
    return [word for word in FORBIDDEN if f" {word} " in f" {plain} "]


def long_sentences(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, int]]:
    """Yield each sentence that is too long: the number of the line where its paragraph begins, itself, its words.

    Headings, tables and formulas that stand alone are no sentences.
    """
    for number, paragraph in _paragraphs(lines):
        plain = ADDRESS.sub(" ", ONE_WORD.sub("code", paragraph))
        for sentence in SENTENCE_END.split(plain):
            count = sum(any(sign.isalnum() for sign in word) for word in sentence.split())
            if count > LONGEST_SENTENCE:
                yield number, sentence, count


def _paragraphs(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs and the items of lists, each on one line, with the number of its first."""
    first, gathered = 0, ""
    for number, line in (*lines, (0, "")):
        text = line.strip()
        ends = not text or text.startswith(NO_PROSE)
        if gathered and (ends or NEW_ITEM.match(text)):
            yield first, gathered
            gathered = ""
        if not ends:
            first = number if not gathered else first
            gathered = f"{gathered} {text}".strip()


@dataclass(frozen=True)
class Places:
    """What a text can point to: the headings of each day, and the numbers of all exercises, such as ``2.4``."""

    sections: Mapping[int, Sequence[str]]
    exercises: frozenset[str]

    def has_heading(self, day: int, heading: str) -> bool:
        """Tell whether a day has this heading, with or without its number."""
        return any(heading in (known, known.partition(". ")[2]) for known in self.sections.get(day, ()))


def strays(words: Sequence[str], day: int, places: Places) -> Iterator[tuple[int, str]]:
    """Yield each reference in a day's words to what does not exist: the place of its word, and what it says.

    What is not certain is passed over: "its section 3" may be another text's.
    """
    plain = [word.strip(AROUND) for word in words]
    for place, word in enumerate(plain):
        kind = word.lower()
        if kind in ("section", "sections") and not (place and plain[place - 1].lower() in OF_ANOTHER_TEXT):
            meant = _day_named(plain, place, day)
            for number in _numbers(plain, place + 1, str.isdigit):
                known = places.sections.get(meant)
                if known is not None and not any(heading.startswith(f"{int(number)}. ") for heading in known):
                    yield place, f"section {number} of Day {meant}"
        elif kind in ("exercise", "exercises"):
            for number in _numbers(plain, place + 1, EXERCISE_NUMBER.fullmatch):
                if number not in places.exercises:
                    yield place, f"exercise {number}"
        elif kind == "see":
            heading = _emphasised(words, place + 1)
            if heading and not places.has_heading(day, heading):
                yield place, f"*{heading}*"


def _day_named(plain: Sequence[str], place: int, day: int) -> int:
    """Return the day of "Day 3, section 2" or "section 2 of Day 3"; the text's own where none is named."""
    near = [*plain[max(0, place - 2) : place], *plain[place + 2 : place + 5]]
    for word, after in pairwise(near):
        if word.lower() in ("day", "day's") and after.isdigit():
            return int(after)
    return day


def _numbers(plain: Sequence[str], start: int, is_number: Callable[[str], object]) -> Iterator[str]:
    for word in plain[start:]:
        if is_number(word):
            yield word
        elif word.lower() not in BETWEEN:
            return


def _emphasised(words: Sequence[str], start: int) -> str:
    """Return the text between single stars that begins at a word; "" where none begins there."""
    if start >= len(words) or not words[start].startswith("*") or words[start].startswith("**"):
        return ""
    text, star, _ = " ".join(words[start:])[1:].partition("*")
    return text if star else ""
