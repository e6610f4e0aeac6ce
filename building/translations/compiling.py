# SPDX-License-Identifier: MIT
"""Compile the PO files of a language; what has a fault is left in English."""

from __future__ import annotations

import ast
import copy
import time

from babel.messages.catalog import Catalog

import language
from building import paragraphs, points
from building.translations import po_files, texts
from building.translations.checking import faults
from judge.notebooks import course, master
from judge.notebooks.cells import CARD
from judge.notebooks.writing import replace_file
from language import compiled


def compile_all(name: str, compare: bool = True) -> list[str]:
    """Compile the PO files of a language, and return a sentence for each translation that is left in English.

    To ``compare`` them with the course's own texts tells which are of another version of it, and takes seconds.
    """
    sentences = []
    good = {}
    for domain in po_files.DOMAINS:
        good[domain], its_sentences = _without_faults(name, domain, compare)
        sentences += its_sentences
        if domain == "answers":
            _add_what_is_raised(good["answers"], good["days"])
    if "days" in good:
        good["days"] = _filled(good["days"])
    for domain, known in good.items():
        compiled_path = compiled.place_of(language.folder()) / name / f"{domain}.mo"
        replace_file(compiled_path, po_files.as_mo(known).getvalue(), time=time_of(name))
    language.catalogue.cache_clear()
    return sentences


def _without_faults(name: str, domain: str, compare: bool) -> tuple[Catalog, list[str]]:
    """Return the translations of a domain that have no fault, and a sentence for each that has one."""
    path = po_files.po_path(name, domain)
    sentences = []
    known = po_files.new(name, domain)
    try:
        if path.exists():
            known = po_files.read(path)
    except course.CourseError as error:
        sentences.append(str(error))
    if compare:
        others = [one for one in po_files.translated(known) if one.id not in texts.template_of(domain)]
        if 2 * len(others) > len(known):
            sentences.append(
                f"{name}/{path.name} is of another version of the course: {len(others)} of its texts are not in this "
                "one. What it lacks is in English. Run `make locale`."
            )
    good = po_files.headed_as(known, name, domain)
    for message in po_files.translated(known):
        fault = next(faults(message), "")
        if fault:
            sentences.append(f"{name}/{path.name}: {fault} It is in English.")
        else:
            good.add(message.id, message.string)
    return good, sentences


def _add_what_is_raised(answers: Catalog, days: Catalog) -> None:
    """Add the errors that given code raises to the answers: an answer may be one of them."""
    for day in course.assignments():
        for english in paragraphs.raised(ast.parse(day.master.read_text("utf-8"))):
            message = days.get(english)
            if message:
                answers.add(paragraphs.numbered(english, english), paragraphs.numbered(message.string, english))


def time_of(name: str) -> float:
    """Return when what is made of a language counts as changed, in seconds since 1970: now, or when its texts were.

    Files that were unpacked on another machine may be of tomorrow.
    """
    return max(time.time(), compiled.made_of(language.folder(), name))


def _filled(known: Catalog) -> Catalog:
    """Return the translations of the days by their English as the notebooks have it: with points and minutes."""

    def word(english: str) -> str:
        return text_of(english) or english

    def text_of(english: str) -> str:
        found = known.get(english)
        return str(found.string) if found else ""

    filled = copy.deepcopy(known)
    for day in course.assignments():
        numbers = points.values(master.read(day.master))
        for raw, english in texts.of_day(day):
            if text := text_of(raw):
                text = points.put(text, numbers, word)
                filled.add(english, text)
                # A verdict names a card without its points and minutes.
                cards = [CARD.match(f"### {one}") for one in (english, text)]
                if all(cards):
                    filled.add(*(f"{card[0].split()[1]} {card[1]}: {card[2]}" for card in cards))
    return filled
