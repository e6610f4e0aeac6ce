# SPDX-License-Identifier: MIT
"""The door for every sentence that a reader may see, so that sentences can be extracted and translated."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from string import Formatter

import language

DOMAIN = "gradtools"
# A number in groups of three, as Python's ``,`` writes it.
GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?!,?\d)")


def translations() -> language.Catalogue:
    """Return the translations of English templates into the reader's language. Without one the English is shown."""
    return language.catalogue(language.here(), DOMAIN)


def say(template: str, /, **arguments: object) -> str:
    """Return the translation of an English template, or the template itself, with its arguments filled in."""
    return filled(translations().get(template, template), arguments)


def from_grader(text: str) -> str:
    """Return a text that the grader's data hold in English, such as a mistake's title, in the reader's language."""
    template = text.replace("{", "{{").replace("}", "}}")
    return language.catalogue(language.here(), "grading").get(template, template).format()


def template(text: str) -> str:
    """Mark a literal as a template that is said elsewhere, so that it can be extracted."""
    return text


# A translation holds the letters of its language in order, such as ñ after n.
ALPHABET = template("abcdefghijklmnopqrstuvwxyz")


def plain(text: str) -> str:
    """Return a text in small letters, without accents, with single blanks: to read what is typed."""
    letters = unicodedata.normalize("NFKD", " ".join(text.split()))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def in_order(name: str) -> str:
    """Return the key by which a name is sorted: by the alphabet of the reader's language, whose letters may be more."""
    alphabet = say(ALPHABET)
    letters = unicodedata.normalize("NFC", name.casefold())
    known = "".join(letter if letter in alphabet else plain(letter) or letter for letter in letters)
    return known.translate({ord(letter): ord("a") + place for place, letter in enumerate(alphabet)})


# How a language writes a million in figures: its translation has another mark between the groups.
MILLION = template("a million is 1,000,000")
_BETWEEN = re.compile(r"(?<=\d)\D(?=\d{3})")
# With a blank between groups, a number of four figures is one group, as in 5000 and 50 000.
_SHORT = len("5,000")


def in_figures(text: str) -> str:
    """Return a text in which numbers in groups have the mark of the reader's language between the groups."""
    mark = _BETWEEN.search(translations().get(MILLION, MILLION))
    if not mark or mark[0] == ",":
        return text
    is_blank = mark[0].isspace()
    return GROUPED.sub(lambda one: one[0].replace(",", "" if is_blank and len(one[0]) <= _SHORT else mark[0]), text)


class _Figures(Formatter):
    def format_field(self, value: object, spec: str) -> str:
        text = str(super().format_field(value, spec))
        return in_figures(text) if "," in spec else text


def filled(template: str, arguments: Mapping[str, object]) -> str:
    """Return a template with its arguments put in; ``{count:,}`` writes a number as the reader's language does."""
    return _Figures().vformat(template, (), arguments) if ":," in template else template.format(**arguments)


class SaidError(Exception):
    """An error whose text a learner reads: takes what :func:`say` takes, and is put into words where it is read."""

    def __init__(self, template: str, /, **arguments: object) -> None:
        super().__init__(template)
        self.template, self.arguments = template, arguments

    def __str__(self) -> str:
        return say(self.template, **self.arguments)


def plural(count: int, one: str, many: str, /, **arguments: object) -> str:
    """Return what :func:`say` makes of ``one`` for a count of 1, else of ``many``; ``{count}`` is the count."""
    return filled(translations().plural(count, one, many), {"count": count, **arguments})


def listed(names: Sequence[str], most: int = 100, kept: int = 100) -> str:
    """Return "a, b and c"; of more than ``most`` names the first ``kept``, and how many more there are."""
    if len(names) > most:
        return say("{names} and {count} more", names=", ".join(names[:kept]), count=len(names) - kept)
    if len(names) == 1:
        return names[0]
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
