# SPDX-License-Identifier: MIT
"""The door for every sentence that a reader may see, so that sentences can be extracted and translated."""

from collections.abc import Sequence

# An English template -> the same in the reader's language. Without an entry the English is shown.
TRANSLATIONS: dict[str, str] = {}


def say(template: str, /, **arguments: object) -> str:
    """Return the translation of an English template, or the template itself, with its arguments filled in."""
    return TRANSLATIONS.get(template, template).format(**arguments)


def template(text: str) -> str:
    """Mark a literal as a template that is said elsewhere, so that it can be extracted."""
    return text


class SaidError(Exception):
    """An error whose text a learner reads: takes what :func:`say` takes."""

    def __init__(self, template: str, /, **arguments: object) -> None:
        super().__init__(say(template, **arguments))


def plural(count: int, one: str, many: str, /, **arguments: object) -> str:
    """Return what :func:`say` makes of ``one`` for a count of 1, else of ``many``; ``{count}`` is the count."""
    return say(one if count == 1 else many, count=count, **arguments)


def listed(names: Sequence[str], most: int = 100, kept: int = 100) -> str:
    """Return "a, b and c"; of more than ``most`` names the first ``kept``, and how many more there are."""
    if len(names) > most:
        return say("{names} and {count} more", names=", ".join(names[:kept]), count=len(names) - kept)
    if len(names) == 1:
        return names[0]
    return say("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
