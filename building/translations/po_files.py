# SPDX-License-Identifier: MIT
"""The PO files of a language: read them, and merge the English texts as they are now into them."""

from __future__ import annotations

import contextlib
import gettext
import io
import re
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

import language
from building.translations import texts
from judge.notebooks import course
from judge.notebooks.writing import replace_file

DOMAINS = ("days", "grading", "answers", "gradtools", "docs")
# A date in a file would change at each run.
NEVER = datetime(2026, 1, 1, tzinfo=timezone.utc)
# A string that does not end in its line, as where a file was cut off; babel takes it as it is.
UNCLOSED = re.compile(rb'^(?:msg\w+(?:\[\d\])? +)?"(?:[^"\\\n]|\\.)*$', re.MULTILINE)
# The line of a PO file that would change with each version of babel.
GENERATED_BY = re.compile(rb'^"Generated-By: .*\n', re.MULTILINE)
# Each language of the world has its forms of a plural among these.
COUNTS = (*range(200), 1_000_000)


def po_path(name: str, domain: str) -> Path:
    """Return where a language's translations of a domain are."""
    return language.folder() / name / f"{domain}.po"


def read(path: Path) -> Catalog:
    """Return the translations of a file.

    Raises:
        CourseError: It can't be read; the text names the line.
    """
    try:
        written = path.read_bytes()
        if unclosed := UNCLOSED.search(written):
            line = written.count(b"\n", 0, unclosed.start()) + 1
            raise ValueError(f"line {line}: a string has no end")
        known = read_po(io.BytesIO(written), locale=path.parent.name, domain=path.stem, abort_invalid=True)
        number = gettext.GNUTranslations(as_mo(headed_as(known, path.parent.name, path.stem))).plural
        if odd := [count for count in COUNTS if not 0 <= number(count) < known.num_plurals]:
            raise ValueError(f"its Plural-Forms have no form for {odd[0]}")
        return known
    except (PoFileError, ValueError, LookupError, OSError) as error:
        reason = " ".join(str(error).split())
        raise course.CourseError(
            f"{path.parent.name}/{path.name} can't be read ({reason}): all of it is in English."
        ) from None


def merge(name: str, domain: str) -> bool:
    """Merge the English texts as they are now into a PO file, and tell whether it changed."""
    path = po_path(name, domain)
    known = read(path) if path.exists() else new(name, domain)
    for message in [*known.obsolete.values()]:  # A text that comes back brings its translation with it.
        if message.id not in known:
            known[message.id] = message
    known.update(texts.template_of(domain), update_creation_date=False)
    for key in [key for key, message in known.obsolete.items() if not message.string]:
        del known.obsolete[key]
    file = io.BytesIO()
    write_po(file, known, width=110, include_lineno=False)
    written = GENERATED_BY.sub(b"", file.getvalue())
    before = path.read_bytes() if path.exists() else b""
    if written != before:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, written)
    return written != before


def merged(name: str) -> Iterator[Path]:
    """Merge all texts into a language's PO files, and yield each file that changed; one that can't be read stays."""
    for domain in DOMAINS:
        with contextlib.suppress(course.CourseError):
            if merge(name, domain):
                yield po_path(name, domain)


def new(name: str, domain: str) -> Catalog:
    """Return a catalogue of a domain in a language, with no text in it yet."""
    comment = f"# Autograd in Five Days: {domain}.\n# SPDX-License-Identifier: MIT AND CC-BY-4.0"
    made = {"creation_date": NEVER, "revision_date": NEVER, "fuzzy": False, "charset": "utf-8"}
    return Catalog(name, domain, comment, "autograd-in-five-days", "", **made)


def headed_as(known: Catalog, name: str, domain: str) -> Catalog:
    """Return a catalogue without texts whose plurals have the forms that a PO file names.

    Babel's own idea of them differs by its version: for Spanish it names two or three.
    """
    made = new(name, domain)
    made.mime_headers = [("Plural-Forms", known.plural_forms)]
    return made


def as_mo(known: Catalog) -> io.BytesIO:
    """Return the compiled file of a catalogue, at its beginning."""
    written = io.BytesIO()
    write_mo(written, known)
    written.seek(0)
    return written


def translated(known: Catalog) -> list[Message]:
    """Return the messages that have a translation of their present English."""
    return [one for one in known if one.id and not one.fuzzy and (all(one.string) if one.pluralizable else one.string)]
