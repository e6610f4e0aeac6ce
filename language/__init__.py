# SPDX-License-Identifier: MIT
"""The languages of the course beside English: each is a folder of ``locale/``, compiled by whoever first reads it.

A notebook's metadata names its language. What a catalogue lacks is said in English, and so is everything in a language
that is not there.
"""

import functools
import gettext
import os
import re
import struct
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from language import compiled

ENGLISH = "en"
# A page names its language by such a code.
NAME = re.compile(r"[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
# Under this key of its metadata a notebook of the course says what it is: its ``language``, for one.
KEY = "autograd_in_five_days"
# The environment of a command names its reader's language, and another folder of languages.
NAMED, PLACE = "AUTOGRAD_LANGUAGE", "AUTOGRAD_LOCALE"
# The language that a command speaks.
_asked = os.environ.get(NAMED, "")
LANGUAGE: ContextVar[str] = ContextVar("language", default=_asked if NAME.fullmatch(_asked) else ENGLISH)


class Catalogue(dict[Any, str]):
    """Translations by their English text; those of a plural by its singular and the number of the form."""

    # The number of the form for a count.
    number = staticmethod(lambda count: int(count != 1))

    def plural(self, count: int, one: str, many: str) -> str:
        """Return the form for a count, in English where there is none."""
        return self.get((one, self.number(count)), one if count == 1 else many)


def folder() -> Path:
    """Return the folder that holds a folder for each language: beside this package, or in it where it is installed."""
    if os.environ.get(PLACE):
        return Path(os.environ[PLACE])
    package = Path(__file__).resolve().parent
    installed = package / "locale"
    return installed if installed.is_dir() else package.parent / "locale"


def known() -> list[str]:
    """Return the languages that are there beside English."""
    return sorted(path.name for path in folder().glob("*") if NAME.fullmatch(path.name) and path.is_dir())


def is_compiled(language: str) -> bool:
    """Tell whether what the grader reads of a language is there: its notebooks, or catalogues without PO files."""
    made = compiled.current(folder(), language)
    is_installed = not compiled.made_of(folder(), language) and any(made.glob("*.mo"))
    return is_installed or (made / compiled.NOTEBOOKS).is_dir()


def notebook(language: str, place: str) -> Path:
    """Return the path of a notebook in a language, for the grader; ``place`` is its path among the built ones."""
    return compiled.current(folder(), language, f"{compiled.NOTEBOOKS}/{place}")


@functools.cache
def catalogue(language: str, domain: str) -> Catalogue:
    """Return what a language has for ``gradtools``, ``grading`` or the ``days``: nothing where it can't be read."""
    if language not in known():  # Whoever wrote the notebook named it.
        return Catalogue()
    try:
        with open(compiled.current(folder(), language, f"{domain}.mo"), "rb") as file:
            read = gettext.GNUTranslations(file)
    except (OSError, ValueError, AttributeError, LookupError, struct.error):
        return Catalogue()
    found = Catalogue({english: text for english, text in read._catalog.items() if english})
    found.number = read.plural
    return found


def of(metadata: Mapping[str, Any], otherwise: str = ENGLISH) -> str:
    """Return the language that a notebook's metadata names, there or not; ``otherwise`` where they name none."""
    own = metadata.get(KEY)
    named = own.get("language") if isinstance(own, Mapping) else None
    return named if isinstance(named, str) else otherwise


# Returns the language of the notebook that this kernel runs, "" where that is not known. What runs in a kernel puts its
# own in here.
of_kernel: Callable[[], str] = str


def here() -> str:
    """Return the language of this kernel's notebook, where it is there; else, and outside of a kernel, the spoken one.

    It is a language's code, whatever the notebook names.
    """
    return of_kernel() or LANGUAGE.get()
