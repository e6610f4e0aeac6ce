# SPDX-License-Identifier: MIT
"""What the learner answered before the course and after it: one file beside the predictions, never overwritten.

It holds the form of each sitting and a letter for each question. The same data travel in the outputs of the notebooks
that ask, so that a class hands them in with its days.
"""

import getpass
import hashlib
import os
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from language.text import say, template

from .. import browser, files
from .items import EDITION, FORMS, LETTERS

FILE = ".before_and_after.json"
# The kind of an output that carries the sittings, beside the words that a reader sees.
MIME = "application/vnd.autograd.before-and-after+json"
BEFORE, AFTER = WHEN = ("before", "after")
COUNT = len(FORMS["A"])
OPEN, UNKNOWN = "-", "?"  # in place of a letter: not answered yet, and "I don't know"
UNREADABLE = template("The file of your answers before and after the course, {file}, could not be read whole.")


@dataclass(frozen=True)
class Sitting:
    """A form, as far as somebody has answered it."""

    form: str  # a key of FORMS
    letters: str = OPEN * COUNT  # one for each question
    locked: bool = False  # all are answered, and none can be changed

    @classmethod
    def read(cls, entry: object) -> "Sitting | None":
        """Return the sitting that an entry of a file or an output holds, or None where it holds none."""
        if not isinstance(entry, dict) or set(entry) != {*cls.__dataclass_fields__, "edition"}:
            return None
        edition = entry["edition"]
        one = cls(**{name: entry[name] for name in cls.__dataclass_fields__})
        texts = isinstance(one.form, str) and isinstance(one.letters, str) and isinstance(one.locked, bool)
        if not texts or edition != EDITION or one.form not in FORMS or len(one.letters) != COUNT:
            return None
        good = set(one.letters) <= {*LETTERS, UNKNOWN, *(() if one.locked else OPEN)}
        return one if good else None

    def data(self) -> dict[str, Any]:
        """Return what is kept of it, as plain data."""
        return {"edition": EDITION, **vars(self)}

    @property
    def open(self) -> list[int]:
        """The numbers of the questions that are not answered yet, from 1."""
        return [number for number, letter in enumerate(self.letters, 1) if letter == OPEN]

    @property
    def right(self) -> list[bool]:
        """Tell of each question whether its answer is right."""
        return [letter == item.right for letter, item in zip(self.letters, FORMS[self.form], strict=True)]


Sittings = dict[str, Sitting]  # by one of WHEN


def read(entries: object) -> tuple[Sittings, bool]:
    """Return the sittings that plain data hold, and whether all of it could be read."""
    if not isinstance(entries, dict):
        return {}, False
    found = {when: Sitting.read(entry) for when, entry in entries.items() if when in WHEN}
    good = {when: one for when, one in found.items() if one is not None}
    return good, len(good) == len(entries)


def load(path: Path) -> tuple[Sittings, bool]:
    """Return the sittings that a file holds, and whether all of it could be read. No file holds none."""
    entries, readable = files.entries(path)
    found, complete = read(entries)
    return found, readable and complete


def place() -> Path:
    """Return the file: beside the folders of the days, of all languages."""
    return files.shared(files.folder()) / FILE


def keep(path: Path, when: str, sitting: Sitting) -> list[str]:
    """Write a sitting, unless a locked one is there; return sentences where there is something to say."""
    known, complete = load(path)
    if when in known and known[when].locked:
        return []
    known[when] = sitting
    return files.keep(path, data_of(known), "" if complete else UNREADABLE)


def take(path: Path, archived: Path, is_newer: bool) -> list[str]:
    """Take the sittings of an archive's file into one's own; return sentences on what came of it.

    Raises:
        OSError: The file can't be written, and is as it was.
    """
    here, complete = load(path)
    there, readable = load(archived)
    both, count, gave_way = files.merged(here, there, _says, is_newer)
    said = [] if readable else [say(files.HALF_READ, file=FILE)]
    if count:
        said.append(say("Answers before and after the course taken from the archive: {count}.", count=count))
        said += files.take(path, data_of(both), "" if complete else UNREADABLE, gave_way)
    return said


def _says(sitting: Sitting) -> int:
    """Return how many questions of a sitting are answered; one that is locked says more than any that is not."""
    return COUNT - len(sitting.open) + sitting.locked


def data_of(sittings: Sittings) -> dict[str, Any]:
    """Return sittings as plain data."""
    return {when: one.data() for when, one in sittings.items()}


def form_for(when: str, known: Sittings, name: str) -> str:
    """Return the form of a sitting that begins now: never the one that was answered at the other time.

    Without another sitting the student's name decides: half of a class begins with each form.
    """
    other = next((one.form for time, one in known.items() if time != when), None)
    if other is not None:
        return _other(other)
    drawn = _drawn(name or _account())
    return drawn if when == BEFORE else _other(drawn)


def _other(form: str) -> str:
    return next(one for one in FORMS if one != form)


def _drawn(name: str) -> str:
    forms = sorted(FORMS)
    number = hashlib.sha256(" ".join(name.split()).casefold().encode()).digest()[0] if name else secrets.randbits(8)
    return forms[number % len(forms)]


def _account() -> str:
    """Return the name of whoever works here; "" where there is none, as in a browser."""
    if browser.IS_HERE:
        return ""
    try:
        return os.environ.get("JUPYTERHUB_USER") or getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def letters_in(typed: object) -> str | None:
    """Return the letters of a line such as ``"a b c ?"``; None where it has another length, or other signs.

    A dash leaves a question open.
    """
    if not isinstance(typed, str):
        return None
    signs = "".join(typed.replace(",", " ").split()).casefold()
    return signs if len(signs) == COUNT and set(signs) <= {*LETTERS, UNKNOWN, OPEN} else None


def answered(sitting: Sitting, letters: str) -> Sitting:
    """Return a sitting with these letters; a question that they leave open keeps the answer that it has."""
    pairs = zip(sitting.letters, letters, strict=True)
    return replace(sitting, letters="".join(old if new == OPEN else new for old, new in pairs))
