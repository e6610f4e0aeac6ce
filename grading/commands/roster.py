# SPDX-License-Identifier: MIT
"""Who is in the class: students.csv, the names that fit a student, and what a student's id may be.

An id is the name of a folder, a pattern for nbgrader, part of an address in formgrader and a key of the
gradebook. So it is held to letters and digits of any script and a few signs that mean nothing to any of them.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from grading.notebooks import course

FILE = "students.csv"
SIGNS = frozenset(" ._-@'’")
LONGEST = 80  # letters; in UTF-8 at most 255 bytes, which is what a folder's name may have
HEADINGS = ("id", "student", "student_id", "student id")
# Windows keeps these names for itself, with any ending.
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def tidy(name: str) -> str:
    """Return a name in one spelling: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def fault_of_id(name: str) -> str:
    """Return why a tidy name can't be a student's id, as the end of a sentence; "" where it can."""
    if not name:
        return "it is empty"
    strange = sorted({sign for sign in name if sign not in SIGNS and unicodedata.category(sign)[0] not in "LNM"})
    if strange:
        shown = " ".join(sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in strange)
        return f"an id can't hold {shown}"
    if unicodedata.category(name[0])[0] not in "LN":
        return f"an id begins with a letter or a digit, and not with {name[0]}"
    if name.endswith((".", " ")) or ".." in name:
        return "an id neither ends with a dot nor holds two in a row"
    if name.split(".")[0].casefold() in RESERVED:
        return "Windows keeps this name for itself"
    if len(name) > LONGEST or len(name.encode()) > 200:
        return f"an id has at most {LONGEST} letters"
    return ""


def _folded(text: str) -> str:
    """Return what stays of a name when spelling and signs are left out, as platforms do in the names of files."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in text if unicodedata.category(sign)[0] in "LNM")


def _turned(text: str) -> set[str]:
    """Return a name as platforms write it: the last name may come first."""
    words = text.replace(",", " ").split()
    return {_folded(" ".join(words[place:] + words[:place])) for place in range(len(words))} - {""}


def _names(cells: list[str]) -> list[str]:
    """Return the names in the cells behind an id. A first name alone is none: it fits too many."""
    pair = [cell for cell in cells[:2] if cell and "@" not in cell and not any(sign.isdigit() for sign in cell)]
    names = [" ".join(pair)] if len(pair) == 2 else cells[:2]
    names += [cell for cell in pair if " " in cell]
    names += cells[2:]
    return names + [name.split("@")[0] for name in names if "@" in name]


class Roster:
    """The students of a class by the names that fit each.

    A line of the file is an id, then first and last name, or one full name, then any further names by which a
    platform may know the student: an account, an e-mail address, a number. The list that nbgrader imports
    students from (id, first_name, last_name, email) is one.
    """

    def __init__(self, rows: Iterable[tuple[str, ...]]):
        self.ids: list[str] = []
        self._fitting: dict[str, set[str]] = defaultdict(set)
        for student, *names in rows:
            self.ids.append(student)
            for name in (student, *_names(names)):
                for folded in _turned(name):
                    self._fitting[folded].add(student)

    @classmethod
    def of(cls, root: Path) -> Roster | None:
        """Return the roster of a course, or None where it has none.

        Raises:
            CourseError: A line's id can't be one, or stands twice.
        """
        path = root / FILE
        if not path.exists():
            return None
        try:
            text = path.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise course.CourseError("{file} can't be read as UTF-8 text ({error}).", file=FILE, error=error) from error
        separator = ";" if ";" in text.split("\n", 1)[0] else ","
        rows: dict[str, tuple[str, ...]] = {}
        for number, cells in enumerate(csv.reader(text.splitlines(), delimiter=separator), 1):
            row = tuple(tidy(cell) for cell in cells)
            if not any(row) or row[0].startswith("#") or (not rows and row[0].casefold() in HEADINGS):
                continue
            if fault := fault_of_id(row[0]):
                raise course.CourseError(
                    "{file}, line {number}: {row!r}: {fault}.", file=FILE, number=number, row=row[0], fault=fault
                )
            if row[0] in rows:
                raise course.CourseError(
                    "{file}, line {number}: {row} is in it twice.", file=FILE, number=number, row=row[0]
                )
            rows[row[0]] = row
        return cls(rows.values())

    def fitting(self, name: str) -> list[str]:
        """Return the ids of the students whom a name or a number fits; an id that is spelled so goes first, alone."""
        if tidy(name) in self.ids:
            return [tidy(name)]
        return sorted(self._fitting.get(_folded(name), ()))
