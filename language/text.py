# SPDX-License-Identifier: MIT
"""The door for every sentence that a reader may see, so that sentences can be extracted and translated."""

import unicodedata
from collections.abc import Sequence

import language

DOMAIN = "gradtools"


def translations() -> language.Catalogue:
    """Return the translations of English templates into the reader's language. Without one the English is shown."""
    return language.catalogue(language.here(), DOMAIN)


def say(template: str, /, **arguments: object) -> str:
    """Return the translation of an English template, or the template itself, with its arguments filled in."""
    return translations().get(template, template).format(**arguments)


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


class SaidError(Exception):
    """An error whose text a learner reads: takes what :func:`say` takes, and is put into words where it is read."""

    def __init__(self, template: str, /, **arguments: object) -> None:
        super().__init__(template)
        self.template, self.arguments = template, arguments

    def __str__(self) -> str:
        return say(self.template, **self.arguments)


def plural(count: int, one: str, many: str, /, **arguments: object) -> str:
    """Return what :func:`say` makes of ``one`` for a count of 1, else of ``many``; ``{count}`` is the count."""
    return translations().plural(count, one, many).format(count=count, **arguments)


def listed(names: Sequence[str], most: int = 100, kept: int = 100) -> str:
    """Return "a, b and c"; of more than ``most`` names the first ``kept``, and how many more there are."""
    if len(names) > most:
        return say("{names} and {count} more", names=", ".join(names[:kept]), count=len(names) - kept)
    if len(names) == 1:
        return names[0]
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
