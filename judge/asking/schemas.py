# SPDX-License-Identifier: MIT
"""What the tables of an exercise's files look like: their keys, and what stands under each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.notebooks.course import CourseError

TEXT, FLAG = "a text", "true or false"
TEXTS, TABLES = "a list of texts", "a list of tables"


@dataclass(frozen=True)
class Schema:
    """The keys that a table must have, and may have besides, each with the kind of what stands under it."""

    needed: Mapping[str, str] = field(default_factory=dict)
    allowed: Mapping[str, str] = field(default_factory=dict)

    def require(self, table: Mapping[str, Any], where: str) -> None:
        """Refuse a table that does not fit; ``where`` names the file and the entry.

        Raises:
            CourseError: A key is missing, is not known, or holds something of another kind.
        """
        known = {**self.needed, **self.allowed}
        for key in [key for key in self.needed if key not in table]:
            raise CourseError(f"{where}: the key `{key}` is missing.")
        for key, value in table.items():
            if key not in known:
                raise CourseError(f"{where}: `{key}` is no key here; there are {', '.join(sorted(known))}.")
            if not _is(value, known[key]):
                raise CourseError(f"{where}: `{key}` is to be {known[key]}.")


def _is(value: Any, kind: str) -> bool:
    if kind in (TEXTS, TABLES):
        return isinstance(value, list) and all(isinstance(each, str if kind == TEXTS else dict) for each in value)
    return isinstance(value, str if kind == TEXT else bool)


# mistakes.toml
MISTAKES = Schema(allowed={"misconception": TABLES, "design": TABLES})
MISTAKE = Schema(
    {"id": TEXT, "title": TEXT, "edit": TABLES, "verdict": TEXT, "section": TEXT},
    {"variants": TABLES, "symptom": TEXT},
)
EDIT = Schema({"old": TEXT, "new": TEXT}, {"cell": TEXT, "every": FLAG})
VARIANT = Schema(allowed={"designs": TEXTS, "edit": TABLES})
DESIGN = Schema({"name": TEXT, "edit": TABLES})

# general.toml
GENERAL = Schema({"error": TABLES, "relation": TABLES})
RELATION = Schema({"id": TEXT, "title": TEXT}, {"verdict": TEXT})
ERROR = Schema({"id": TEXT, "kinds": TEXTS, "text": TEXT, "title": TEXT}, {"verdict": TEXT})
