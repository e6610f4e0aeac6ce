# SPDX-License-Identifier: MIT
"""Merge the English texts into the PO files, or check them, and count what is translated."""

from __future__ import annotations

import argparse
import sys

from babel.messages.catalog import Message

import language
from building.translations import po_files
from building.translations.checking import faults, lost, short
from judge.notebooks import course


def shares(name: str) -> dict[str, tuple[int, int]]:
    """Return the words that are translated and all words, for each day, and for each other domain."""
    found = {}
    for domain in po_files.DOMAINS:
        known = po_files.read(po_files.po_path(name, domain))
        done = {one.id for one in po_files.translated(known)}
        if domain == "days":
            by_place = {
                day.name: [one for one in known if one.id and (day.name, None) in one.locations]
                for day in course.assignments()
            }
        else:
            by_place = {domain: [one for one in known if one.id]}
        for place, messages in by_place.items():
            words_done = sum(_words(one) for one in messages if one.id in done)
            found[place] = words_done, sum(map(_words, messages))
    return found


def _words(message: Message) -> int:
    """Return how many words the English of a message has."""
    english = message.id if message.pluralizable else (message.id,)
    return len(" ".join(english).split())


def main(arguments: list[str] | None = None) -> int:
    """Merge the English texts into the PO files, or check them; return 1 where a translation has a fault or is lost."""
    parser = argparse.ArgumentParser(prog="python -m building.translations", description=__doc__)
    parser.add_argument("language", nargs="*", help="such as es; all that have a folder without one")
    parser.add_argument("--check", action="store_true", help="change nothing, and print the share that is translated")
    options = parser.parse_args(arguments)
    code = 0
    for name in options.language or language.known():
        for domain in po_files.DOMAINS:
            sentences = _merged_and_checked(name, domain, merges=not options.check)
            for sentence in sentences:
                print(f"{name}/{domain}.po: {sentence}", file=sys.stderr)
            if sentences:
                code = 1
        if not code:
            for place, (done, all_) in shares(name).items():
                print(f"{name}, {place}: {done:,} of {all_:,} words are translated ({100 * done // max(1, all_)}%)")
    return code


def _merged_and_checked(name: str, domain: str, merges: bool) -> list[str]:
    """Merge a PO file where wanted, and return what is wrong with it, a sentence each."""
    path = po_files.po_path(name, domain)
    try:
        if merges and po_files.merge(name, domain):
            print(f"{path.relative_to(language.folder().parent)} written")
        messages = po_files.translated(po_files.read(path))
        gone = {text for revision in ("HEAD", "HEAD^") for text in lost(name, domain, revision)}
    except course.CourseError as error:
        return [str(error)]
    of_translations = [fault for message in messages for fault in faults(message)]
    return [*of_translations, *(f"the translation of {short(text)} is lost." for text in sorted(gone))]


if __name__ == "__main__":
    sys.exit(main())
