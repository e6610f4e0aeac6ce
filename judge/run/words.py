# SPDX-License-Identifier: MIT
"""Translation of every text that a reader sees, as in gettext: the English template is the key.

``make locale`` finds the templates. A language maps templates to templates; what it lacks is said in English, and so is
everything in a language that nobody has added.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import language
from language import LANGUAGE
from language.text import GROUPED, filled, in_figures

# For each language but English: its template for each English one. Each is read when it is first asked for.
CATALOGUES: dict[str, Mapping[str, str]] = {}
# Characters of an answer that is read: a longer one is a learner's own.
LONGEST = 1_000
# What stands in quotes or is code: a learner wrote it, or has to write it so. An apostrophe in a word opens nothing.
_AS_WRITTEN = re.compile(r"""(?<![\w\\])('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|“[^“”]*”|`[^`]*`)(?!\w)""")


def speak(named: str) -> str:
    """Speak a language from now on; where it is not there, speak English and return a sentence that says so."""
    there = [language.ENGLISH, *language.known()]
    LANGUAGE.set(named if named in there else language.ENGLISH)
    if named not in there:
        text = template("There is no language {name!r} in locale/, so this is in English. There are: {known}.")
    elif LANGUAGE.get() != language.ENGLISH and not language.is_compiled(named):
        LANGUAGE.set(language.ENGLISH)
        text = template(
            "The language {name!r} is not compiled, so this is in English: run `python -m building.editions`."
        )
    else:
        return ""
    return say(text, name=named[:20], known=", ".join(there))


@contextlib.contextmanager
def speaking(named: str) -> Iterator[str]:
    """Speak a language for a while, and give what :func:`speak` returns; afterwards speak the former one."""
    spoken = LANGUAGE.get()
    try:
        yield speak(named)
    finally:
        LANGUAGE.set(spoken)


def translated(text: str) -> str:
    """Return a template in the reader's language, in English where there is none."""
    spoken = LANGUAGE.get()
    if spoken != language.ENGLISH and spoken not in CATALOGUES:
        # The names of sections are those of the assignments; the page on which the lab opens is one of the docs.
        found = [language.catalogue(spoken, domain) for domain in ("docs", "days", "grading")]
        CATALOGUES[spoken] = {english: text for each in found for english, text in each.items()}
    return CATALOGUES.get(spoken, {}).get(text, text)


def worded(answer: str) -> str:
    """Return in the reader's language what a question says of an answer.

    It was written in English where the answer was given, with its numbers and names in it already. What stands in
    quotes or is code stays as it is.
    """
    if _AS_WRITTEN.fullmatch(answer):
        return answer
    if GROUPED.fullmatch(answer):
        return in_figures(answer)
    # A bracket may be that of a list, or of the answer's own words.
    bares = (answer, answer.lstrip("(["), answer.strip("()[]"), answer.removesuffix(")").removesuffix("]"))
    for bare in dict.fromkeys(bares) if len(answer) <= LONGEST else ():
        for parts, text in _answers(LANGUAGE.get()):
            # Of hundreds of templates, almost all begin or end with other words.
            is_alike = bare.startswith(parts[0]) and bare.endswith(parts[-1])
            if is_alike and (values := _between(parts, bare)) is not None:
                return answer.replace(bare, text.format(*map(worded, values)), 1)
    for mark in (": ", "; ", ", "):  # A question put several texts together.
        if len(several := _parted(answer, mark)) > 1:
            return mark.join(map(worded, several))
    return answer


def _parted(text: str, mark: str) -> list[str]:
    parts = [""]
    for place, piece in enumerate(_AS_WRITTEN.split(text)):
        first, *others = [piece] if place % 2 else piece.split(mark)
        parts[-1] += first
        parts += others
    return parts


@lru_cache(maxsize=8)
def _answers(spoken: str) -> list[tuple[list[str], str]]:
    """Return the parts of each template of an answer that are not its fields, the longest first; its translation."""
    known = {} if spoken == language.ENGLISH else language.catalogue(spoken, "answers")
    return [(re.split(r"\{\d\}", english), known[english]) for english in sorted(known, key=len, reverse=True)]


def _between(parts: list[str], text: str) -> list[str] | None:
    """Return what stands between the parts in a text, each the shortest; None where the text is not made of them."""
    start, *others = parts
    if not text.startswith(start):
        return None
    values, here = [], len(start)
    for number, part in enumerate(others, 1):
        last = number == len(others)
        place = _found(part, text, max(here + 1, len(text) - len(part) if last else 0))
        if place < 0:
            return None
        values.append(text[here:place])
        here = place + len(part)
    return values if here == len(text) else None


def _found(part: str, text: str, start: int) -> int:
    """Return where a part stands first from a place on, and not within quotes or code; -1 where it does not."""
    place = text.find(part, start)
    while place >= 0 and any(first < place and place + len(part) < end for first, end in _as_written(text)):
        place = text.find(part, place + 1)
    return place


@lru_cache(maxsize=8)
def _as_written(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _AS_WRITTEN.finditer(text)]


def say(text: str, /, **arguments: Any) -> str:
    """Return a template in the reader's language, formatted with its arguments if there are any.

    A translation that asks for other arguments is ignored.
    """
    if not arguments:
        return translated(text)
    try:
        return filled(translated(text), arguments)
    except (KeyError, IndexError, ValueError, AttributeError):
        return filled(text, arguments)


def announce(text: str, /, **arguments: Any) -> None:
    """Print a template in the reader's language with its arguments put in."""
    print(say(text, **arguments), flush=True)


def template(text: str) -> str:
    """Mark a literal as a template that is said elsewhere, so that it can be extracted."""
    return text
