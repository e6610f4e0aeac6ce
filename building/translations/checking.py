# SPDX-License-Identifier: MIT
"""What a translation keeps of its English, and which translations were lost since an earlier revision."""

from __future__ import annotations

import io
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from building.translations import po_files, texts
from judge.notebooks import course
from judge.notebooks.cells import CARD

# What a translation holds as often as its English: code, fields, formulas, addresses, numbers; and no markup more.
KEPT = re.compile(
    r"`[^`]*`|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\$[^$]*\$|%(?:\(\w+\))?[sr](?!\w)|\]\([^)\s]*\)|(?<![\w.])\d+(?:\.\d+)*"
)
# In a number, what stands between its groups of three: each language has its own mark, or none. In code it is code.
BETWEEN_GROUPS = re.compile(r"`[^`]*`|\{[^{}]*\}|\$[^$]*\$|(?<![\w.,])\d{1,3}(?:[,\u202f]\d{3})+(?![.,]?\d)")
MARKUP = re.compile(
    r"</?[a-z][^>]*>?|\*\*|(?<!\*)\*(?!\*)|\||\]\(|!\[|^\s*(?:#+|[-+>]|\d+\.)\s|```|javascript:", re.IGNORECASE
)
# A translation may add the English term in brackets, as in "arista (*edge*)".
TERM = re.compile(r"\(\*[^*()]+\*\)")
# The shortest and the longest share of the English length, of texts with at least ``MEASURED`` characters.
SHORTEST, LONGEST, MEASURED = 0.5, 2.0, 80


def faults(message: Message) -> Iterator[str]:
    """Yield a sentence for each fault of a translation: what it lacks of its English, and what it has besides."""
    if not message.pluralizable:
        fault = _fault(message.id, message.string)
        if fault:
            yield fault
        return
    for number, text in enumerate(message.string):
        # The form for one may leave the number out, as its English does.
        found = [_fault(english, text) for english in message.id]
        if all(found):
            yield found[-1 if number else 0]


def _fault(english: str, text: str) -> str:
    """Return what is wrong with a translation, as a sentence; "" where nothing is."""
    what = (
        _kept(english, text)
        or _markup(english, text)
        or _heading(english, text)
        or _quotes(english, text)
        or _lines(english, text)
        or _length(english, text)
    )
    return f"the translation of {short(english)} {what}." if what else ""


def _kept(english: str, text: str) -> str:
    """Return which code, field, formula, address or number is missing, or there too often."""
    wanted = Counter(KEPT.findall(_ungrouped(english)))
    has = Counter(KEPT.findall(_ungrouped(text)))
    for missing in wanted - has:
        return f"lacks {missing!r}"
    for more in has - wanted:
        return f"has too many of {more!r}"
    return ""


def _ungrouped(text: str) -> str:
    """Return a text with the figures of each number in one group."""
    return BETWEEN_GROUPS.sub(lambda one: re.sub(r"[,\u202f]", "", one[0]) if one[0][0].isdigit() else one[0], text)


def _markup(english: str, text: str) -> str:
    """Return which markup a translation adds."""
    wanted = Counter(MARKUP.findall(KEPT.sub("", english)))
    has = Counter(MARKUP.findall(KEPT.sub("", TERM.sub("", text))))
    for more in has - wanted:
        return f"has the markup {more!r}, which its English has not"
    return ""


def _heading(english: str, text: str) -> str:
    if CARD.match(f"### {english}") and not CARD.match(f"### {text}"):
        return 'is no heading of a card, which ends in "20 min)"'
    return ""


def _quotes(english: str, text: str) -> str:
    if text[0] == text[-1] != english[0] and text[0] in "'\"":
        return "stands in quotes"
    return ""


def _lines(english: str, text: str) -> str:
    return "has other lines" if text.count("\n") != english.count("\n") else ""


def _length(english: str, text: str) -> str:
    times = len(text) / len(english)
    if len(english) >= MEASURED and not SHORTEST <= times <= LONGEST:
        return f"is {times:.1f} times as long"
    return ""


def short(text: str) -> str:
    """Return a text in quotes, cut off where it is long."""
    return repr(text if len(text) < 60 else f"{text[:57]}...")


def lost(name: str, domain: str, revision: str) -> list[str]:
    """Return the English texts that are as they were in a revision, and had a translation then."""
    path = po_files.po_path(name, domain)
    then = committed(path, revision)
    if then == path.read_bytes():
        return []
    before = {one.id for one in po_files.translated(read_po(io.BytesIO(then), name))}
    now = {one.id for one in po_files.translated(po_files.read(path))}
    gone = before - now
    if not gone:  # Extracting the texts takes seconds.
        return []
    return sorted(map(str, gone & {one.id for one in texts.template_of(domain)}))


def committed(path: Path, revision: str) -> bytes:
    """Return a file as it is in a revision; nothing where there is no such file or revision."""
    place = os.path.relpath(path, course.root())
    show = ["git", "show", f"{revision}:{Path(place).as_posix()}"]
    done = subprocess.run(show, cwd=course.root(), capture_output=True, check=False)
    return b"" if done.returncode else done.stdout
