# SPDX-License-Identifier: MIT
"""Translation of every text that a reader sees, as in gettext: the English template is the key.

``pybabel extract -k say -k sentence -k template -k CourseError`` finds the templates. A language is a mapping from
templates to templates; what is missing appears in English.
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


def template(text: str) -> str:
    """Mark a literal as a template that is said elsewhere, so that it can be extracted."""
    return text
