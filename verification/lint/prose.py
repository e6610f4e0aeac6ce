# SPDX-License-Identifier: MIT
"""Words that the style forbids, sentences that are too long, and references to what does not exist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

# In words; a piece of code or a formula counts as one word.
LONGEST_SENTENCE = 35
ONE_WORD = re.compile(r"`[^`]*`|\$[^$]*\$")
ADDRESS = re.compile(r"\]\([^)]*\)|<[^>]*>")
SENTENCE_END = re.compile(r"(?<=[.!?])[)*\"']*\s+")
NEW_ITEM = re.compile(r"([-*]|\d+\.) ")
NO_PROSE = ("|", "#", "<", "$$")
FORBIDDEN = ("simply", "obviously", "just", "of course")
# Punctuation and Markdown around a word.
AROUND = "()[]*_,.;:!?\"'|"
# References such as "sections 3 and 4" or "See *Looking back*". "Its section 3" is a section of another text.
SECTIONS = re.compile(
    r"(?<!\S)(?P<of_another>its |their |whose )?sections?(?P<numbers>(?: (?:\d+|and|or|to)(?!\S))+)", re.IGNORECASE
)
EXERCISES = re.compile(r"(?<!\S)exercises?(?P<numbers>(?: (?:\d+\.\d+|and|or|to)(?!\S))+)", re.IGNORECASE)
SEE = re.compile(r"(?<!\w)see\W? \*(?!\*)([^*]+)\*", re.IGNORECASE)


def forbidden(text: str) -> list[str]:
    """Return the words of a text that the style forbids."""
    plain = " ".join(word.strip(AROUND) for word in text.lower().split())
    return [word for word in FORBIDDEN if f" {word} " in f" {plain} "]


def long_sentences(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str, int]]:
    """Yield each sentence that is too long: the first line of its paragraph, the sentence, and its number of words.

    Headings, tables and displayed formulas are not sentences.
    """
    for number, paragraph in _paragraphs(lines):
        plain = ADDRESS.sub(" ", ONE_WORD.sub("code", paragraph))
        for sentence in SENTENCE_END.split(plain):
            count = sum(any(sign.isalnum() for sign in word) for word in sentence.split())
            if count > LONGEST_SENTENCE:
                yield number, sentence, count


def _paragraphs(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield each paragraph and list item as one line, with the number of its first line."""
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
    """The targets of references: the headings of each day, and the numbers of all exercises, such as ``2.4``."""

    sections: Mapping[int, Sequence[str]]
    exercises: frozenset[str]

    def has_heading(self, day: int, heading: str) -> bool:
        """Tell whether a day has this heading, with or without its number."""
        return any(heading in (known, known.partition(". ")[2]) for known in self.sections.get(day, ()))


def strays(words: Sequence[str], day: int, places: Places) -> Iterator[tuple[int, str]]:
    """Yield each reference to something that does not exist: the index of its word, and the reference.

    Uncertain references are skipped: "its section 3" may mean another text.
    """
    plain = [word.strip(AROUND) for word in words]
    text, typed = " ".join(plain), " ".join(words)
    for found in SECTIONS.finditer(text):
        place = text.count(" ", 0, found.start("numbers"))
        meant = _day_named(plain, place, day)
        known = places.sections.get(meant)
        for number in re.findall(r"\d+", found["numbers"]) if known is not None and not found["of_another"] else ():
            if not any(heading.startswith(f"{int(number)}. ") for heading in known):
                yield place, f"section {number} of Day {meant}"
    for found in EXERCISES.finditer(text):
        for number in re.findall(r"\d+\.\d+", found["numbers"]):
            if number not in places.exercises:
                yield text.count(" ", 0, found.start()), f"exercise {number}"
    for found in SEE.finditer(typed):
        if not places.has_heading(day, found[1]):
            yield typed.count(" ", 0, found.start()), f"*{found[1]}*"


def _day_named(plain: Sequence[str], place: int, day: int) -> int:
    """Return the day of "Day 3, section 2" or "section 2 of Day 3"; the text's own where none is named."""
    near = [*plain[max(0, place - 2) : place], *plain[place + 2 : place + 5]]
    for word, after in pairwise(near):
        if word.lower() in ("day", "day's") and after.isdigit():
            return int(after)
    return day
