# SPDX-License-Identifier: MIT
"""Translation of every text that a reader sees, as in gettext: the English template is the key.

``pybabel extract`` finds the templates, with ``-k`` for each of ``DOORS`` in tests/test_words.py. A language maps
templates to templates; what it lacks is said in English, and so is everything in a language that nobody has added.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

# For each language but English: its template for each English one.
CATALOGUES: dict[str, Mapping[str, str]] = {}
LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


def translated(text: str) -> str:
    """Return a template in the reader's language, in English where there is none."""
    return CATALOGUES.get(LANGUAGE.get(), {}).get(text, text)


def say(text: str, /, **arguments: Any) -> str:
    """Return a template in the reader's language, formatted with its arguments if there are any.

    A translation that asks for other arguments is ignored.
    """
    if not arguments:
        return translated(text)
    try:
        return translated(text).format(**arguments)
    except (KeyError, IndexError, ValueError, AttributeError):
        return text.format(**arguments)


def announce(text: str, /, **arguments: Any) -> None:
    """Print a template in the reader's language with its arguments put in."""
    print(say(text, **arguments), flush=True)


def template(text: str) -> str:
    """Mark a literal as a template that is said elsewhere, so that it can be extracted."""
    return text
