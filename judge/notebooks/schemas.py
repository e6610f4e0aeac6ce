# SPDX-License-Identifier: MIT
"""What the tables of a course's TOML files look like: their keys, and what each holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.notebooks.faults import CourseError, place

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT, FLAG, NUMBER = "a text", "true or false", "a whole number"
TEXTS, NUMBERS = "a list of texts", "a list of whole numbers"
TABLE, TABLES = "a table", "a list of tables"


def read_toml(file: Path) -> dict[str, Any]:
    """Return what a file of the course holds; an empty dictionary where there is none.

    Raises:
        CourseError: The file is no TOML.
    """
    if not file.exists():
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except ValueError as error:  # No TOML, or no text at all.
        raise CourseError(f"{place(file)} is no TOML: {error}.") from error


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
            if not IS_OF_KIND[known[key]](value):
                raise CourseError(f"{where}: `{key}` is to be {known[key]}.")


def _is_list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(type(each) is kind for each in value)


IS_OF_KIND: Mapping[str, Callable[[Any], bool]] = {
    TEXT: lambda value: isinstance(value, str),
    FLAG: lambda value: isinstance(value, bool),
    NUMBER: lambda value: type(value) is int,
    TABLE: lambda value: isinstance(value, dict),
    TEXTS: _is_list_of(str),
    NUMBERS: _is_list_of(int),
    TABLES: _is_list_of(dict),
}


# course.toml
COURSE = Schema(
    {"questions": TEXT},
    {
        "assignments": TEXTS,
        "extra": TEXTS,
        "pictures": TEXT,
        "beside": TEXT,
        "language": TEXT,
        "sentences": TABLE,
        "process": TABLE,
    },
)
PROCESS = Schema(
    allowed={"packages": TEXTS, "hidden": TEXTS, "modules": TEXTS, "collections": NUMBERS, "where_named": TABLE}
)
SENTENCES = Schema(
    allowed=dict.fromkeys(("assignment", "after_all", "after_extra", "commands", "build", "release", "prove"), TEXT),
)

# mistakes.toml
MISTAKES = Schema(allowed={"misconception": TABLES, "design": TABLES})
MISTAKE = Schema(
    {"id": TEXT, "title": TEXT, "edit": TABLES, "verdict": TEXT, "section": TEXT},
    {"kind": TEXT, "variants": TABLES, "symptom": TEXT, "kept": TEXT},
)
EDIT = Schema({"old": TEXT, "new": TEXT}, {"cell": TEXT, "every": FLAG})
VARIANT = Schema(allowed={"designs": TEXTS, "edit": TABLES})
DESIGN = Schema({"name": TEXT, "edit": TABLES})

# general.toml
GENERAL = Schema({"error": TABLES, "relation": TABLES})
RELATION = Schema({"id": TEXT, "title": TEXT}, {"verdict": TEXT})
ERROR = Schema({"id": TEXT, "kinds": TEXTS, "text": TEXT, "title": TEXT}, {"verdict": TEXT})
