# SPDX-License-Identifier: MIT
"""Which seed each check of a notebook draws its inputs from.

Each run has a new seed. Only who asks the same notebook again is asked in the checks that were wrong with the inputs of
last time: what every known mistake answers to them is found out already. No answer is right by that alone: one that is
right to known inputs is asked once more, with new ones.
"""

from __future__ import annotations

import secrets
from collections.abc import MutableMapping


def new_seed() -> int:
    """Return a seed that nobody can foretell."""
    return secrets.randbelow(10**6)


class Seeds:
    """The seeds of one run: a ``fixed`` one for all checks, where somebody asks for it, else a ``new`` one.

    ``kept`` has by check the seed with which it was wrong when this notebook was asked last; it is brought up to date.
    """

    def __init__(self, fixed: int | None = None, new: int | None = None, kept: MutableMapping[str, int] | None = None):
        self.new = fixed if fixed is not None else new_seed() if new is None else new
        self._kept: MutableMapping[str, int] = kept if kept is not None and fixed is None else {}

    def of(self, check: str) -> int:
        """Return the seed to ask a check with."""
        return self._kept.get(check, self.new)

    def was_right(self, check: str, seed: int) -> bool:
        """Note that a check was right, and tell whether that counts: not where it knew the inputs."""
        self._kept.pop(check, None)
        return seed == self.new

    def was_wrong(self, check: str, seed: int) -> None:
        """Note that a check was wrong: it is asked with this seed until it is right."""
        self._kept[check] = seed
