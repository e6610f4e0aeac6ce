# SPDX-License-Identifier: MIT
"""Which right code the process that asks may have, and when: never before the checks that it would answer are judged.

Right code is what questions put in place of a part that an answer lacks, or pass to it
(:mod:`judge.asking.kept_away`). The process of a submission does not have it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from judge.asking import kept_away
from judge.asking.questioner import packed_code

# Modules of right code that one reply may ask for; there are a dozen.
MOST_NEEDS = 32


class NotYetAllowed(RuntimeError):
    """A question needs right code that would answer a check which is still to be judged."""


class RightCode:
    """What was sent to the copy that answers, and what may be sent.

    The caller adds the places of checks that are judged, or are being judged, to ``judged``, and empties ``there`` for
    a new copy.
    """

    def __init__(self, checks: Mapping[int, str], judged: Collection[int]):
        self._checks, self._judged = checks, judged
        self.there: set[str] = set()  # the modules that what asks has
        self.lost: set[str] = set()  # the checks with wrong answers, whatever is still to be found out about them
        self._put_off: dict[str, tuple[int, int]] = {}

    def may_wait(self, check: str) -> bool:
        """Tell whether a check that may not have what it needs can wait for others; not where none was judged since."""
        state = len(self._judged), len(self.lost)
        waits = self._put_off.get(check) != state
        self._put_off[check] = state
        return waits

    def code_of(self, names: Collection[str], asking: str) -> dict[str, str]:
        """Return the code of modules, of all that these need, and of none that is there already.

        Raises:
            NotYetAllowed: One of them would answer a check that is still to be judged.
        """
        new = [name for name in kept_away.with_needed(frozenset(names)) if name not in self.there]
        if not new:
            return {}
        for place, check in self._checks.items():
            settled = check in self.lost or (place in self._judged and check != asking)
            if not settled and kept_away.answers(new, check):
                raise NotYetAllowed(f"{asking} needs {', '.join(new)}, which would answer {check}")
        self.there.update(new)
        return packed_code(new)


def needs_of(reply: Mapping[str, Any]) -> list[str]:
    """Return which right code a reply asks for."""
    needs = reply.get("needs")
    listed = needs if isinstance(needs, list) else []
    return [name for name in listed[:MOST_NEEDS] if isinstance(name, str)]
