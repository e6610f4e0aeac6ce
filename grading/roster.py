# SPDX-License-Identifier: MIT
"""Whose a file is: the class in students.csv, and the names that Moodle, Canvas and instructors give to files.

A student's id is the name of a folder, a pattern for nbgrader, part of an address in formgrader and a key of the
gradebook. So it is held to letters and digits of any script and a few signs that mean nothing to any of them.

The outermost name says whose a file is; learners chose the names further in. So a platform's pattern counts at the top
of what is collected, and of a .zip that is named as a platform names that of a class; in a folder or a .zip of one
student it is any other name.
"""

from __future__ import annotations

import csv
import re
import string
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import reading
from grading.unpacking import Found, tidy
from judge.notebooks import course
from judge.run.words import say, template

FILE = "students.csv"
FITS_SEVERAL = template("it fits more than one in {file}: {ids}; give each a number or another name there.")
ID_BEGINS = template("an id begins with a letter or a digit, and not with {sign}")
SIGNS = frozenset(" ._-@'’")
LONGEST = 80  # letters; in UTF-8 at most 255 bytes, which is what a folder's name may have
HEADINGS = ("id", "student", "student_id", "student id")
# Windows keeps these names for itself, with any ending.
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
# "Ada Lovelace_12345_assignsubmission_file_", a folder, or the beginning of a file's name.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?", re.DOTALL)
# "lovelaceada_LATE_12345_67890_day1_value_class-2.ipynb"; the 2 counts how often it was handed in again.
CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_.+", re.DOTALL)
AGAIN = re.compile(r".*-(\d{1,4})\.\w+", re.DOTALL)
# That of a class: "CS101-Day 1-4711.zip" of Moodle, "submissions.zip" of Canvas.
DOWNLOAD = re.compile(r"(?:.+-\d+|submissions)(?: ?\(\d+\))?(?:\.zip)?", re.DOTALL | re.IGNORECASE)
# The number of an assignment, as people write it behind the word.
NUMBER = re.compile(r"[ _-]?\d+")

# Whose it is can't be known: a learner may have written these names.
A_PLATFORMS = template(
    "a platform's names lie in it; if it is a platform's download, unpack it and name it with FROM=."
)


def fault_of_id(name: str) -> str:
    """Return why a tidy name can't be a student's id; "" where it can."""
    if not name:
        return say("it is empty.")
    strange = sorted({sign for sign in name if sign not in SIGNS and unicodedata.category(sign)[0] not in "LNM"})
    if strange:
        shown = " ".join(sign if sign.isprintable() else f"U+{ord(sign):04X}" for sign in strange)
        return say("an id can't hold {signs}", signs=shown)
    if unicodedata.category(name[0])[0] not in "LN":
        return say(ID_BEGINS, sign=name[0])
    if name.endswith((".", " ")) or ".." in name:
        return say("an id neither ends with a dot nor holds two in a row.")
    if name.split(".")[0].casefold() in RESERVED:
        return say("Windows keeps this name for itself.")
    if len(name) > LONGEST or len(name.encode()) > 200:
        return say("an id has at most {most} letters.", most=LONGEST)
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
        try:
            text = reading.text_in(path)
            # It holds for the whole process, whose other readers may need more.
            csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
        except FileNotFoundError:
            return None
        except reading.Unread as error:
            raise course.CourseError(
                "{file} can't be read: {why}. Save it as a CSV file in UTF-8.", file=FILE, why=error
            ) from error
        separator = ";" if ";" in text.split("\n", 1)[0] else ","
        rows: dict[str, tuple[str, ...]] = {}
        for number, cells in enumerate(csv.reader(text.splitlines(), delimiter=separator), 1):
            row = tuple(tidy(cell) for cell in cells)
            if not any(row) or row[0].startswith("#") or (not rows and row[0].casefold() in HEADINGS):
                continue
            if fault := fault_of_id(row[0]) or (say("it is in this file twice.") if row[0] in rows else ""):
                raise course.CourseError(
                    "{file}, line {number}: {row!r}: {fault}", file=FILE, number=number, row=row[0], fault=fault
                )
            rows[row[0]] = row
        return cls(rows.values())

    def fitting(self, name: str) -> list[str]:
        """Return the ids of the students whom a name or a number fits; an id that is spelled so goes first, alone."""
        if tidy(name) in self.ids:
            return [tidy(name)]
        return sorted(self._fitting.get(_folded(name), ()))


@dataclass(frozen=True)
class Label:
    """Whose a file is by the names that lead to it."""

    name: str  # a name; "" where the names are nobody's
    number: str = ""  # the platform's own for this person; "" where it gives none
    late: bool = False  # whether the platform marks it so
    again: int = 0  # how often it was handed in before, where the platform counts
    place: int = 0  # which step of the trail says so
    fault: str = ""  # why the name is nobody's


def platforms(name: str) -> re.Match[str] | None:
    """Return how a name fits a platform's pattern for what one person handed in; None where it does not.

    Canvas's goes first: its beginning is what Canvas writes, whatever the learner's own name for the file is.
    """
    return CANVAS.fullmatch(name) or MOODLE.fullmatch(name)


def _behind_a_day(name: str) -> str | None:
    """Return what stands behind the name of an assignment with which a name begins, or None."""
    for assignment in course.assignments():
        letters = assignment.name.rstrip(string.digits)
        if not name.lower().startswith(letters.lower()):
            continue
        rest = name[len(letters) :]
        if letters != assignment.name and (number := NUMBER.match(rest)):
            return rest[number.end() :]
        if letters == assignment.name and not rest[:1].isalpha():
            return rest
    return None


def _first(found: Found) -> int:
    """Return the place of the outermost name that is not an assignment's folder."""
    names = [step.name for step in found.trail[:-1]]
    return next((place for place, name in enumerate(names) if _behind_a_day(name) != ""), len(names))


class Labels:
    """Whose each of the files that were found is."""

    def __init__(self, found: list[Found], roster: Roster | None):
        self._roster = roster
        labelled: dict[str, list[bool]] = defaultdict(list)
        # The people whom a platform's names in each thing at the top name.
        self._named: dict[str, set[str]] = defaultdict(set)
        for one in found:
            if len(one.trail) > 1 or one.kind == "notebook":
                labelled[one.trail[0].name].append(any(platforms(step.name) for step in one.trail[:2]))
            trail = one.trail[_first(one) :]
            if len(trail) > 1 and (match := platforms(trail[1].name)):
                self._named[trail[0].name].add(tidy(match["name"]))
        # Whether all of it bears a platform's names, at the top or in a .zip or folder there. Then a .zip there may be
        # the platform's own; else it may be a learner's.
        self._platforms_alone = all(all(each) for each in labelled.values())

    def of(self, found: Found) -> Label | None:
        """Return whose a file is, or None for what nobody handed in, such as a list of grades at the top."""
        trail, place = found.trail, _first(found)
        step = trail[place]
        if place + 1 < len(trail) and platforms(trail[place + 1].name) and not platforms(step.name):
            stem = step.name.removesuffix(".zip") if step.time is not None else step.name
            if not (self._roster and self._roster.fitting(stem)):
                is_download = DOWNLOAD.fullmatch(step.name)
                if step.time is None and not is_download and len(self._named[step.name]) == 1:
                    return Label(tidy(step.name), place=place)
                if step.time is None or not self._platforms_alone or not is_download or _behind_a_day(stem) is not None:
                    return Label("", fault=say(A_PLATFORMS), place=place)
                step = trail[place := place + 1]
        if match := platforms(step.name):
            again = AGAIN.fullmatch(step.name) if match.re is CANVAS else None
            late = bool(match.groupdict().get("late"))
            return Label(tidy(match["name"]), match["number"], late, int(again[1]) if again else 0, place)
        if place == len(trail) - 1 and found.kind != "notebook":
            return None
        # What has a time is a file, and its name has an ending.
        name = step.name.rsplit(".", 1)[0] if step.time is not None else step.name
        if step.time is not None and _behind_a_day(name) is not None:
            return Label("", fault=say("its name names nobody; put it in a folder that does."), place=place)
        return Label(tidy(name), place=place)


def student_of(label: Label, roster: Roster | None) -> tuple[str, str]:
    """Return the id of the student whom a label names, and why there is none; one of the two is ""."""
    if label.fault:
        return "", label.fault
    if roster is None:
        fault = fault_of_id(tidy(label.name))
        return ("", fault) if fault else (tidy(label.name), "")
    fitting = roster.fitting(label.name)
    if len(fitting) > 1 and label.number:
        # Between several it decides. Alone it does not: another's id may be the same number.
        fitting = [one for one in fitting if one in roster.fitting(label.number)] or fitting
    if len(fitting) == 1:
        return fitting[0], ""
    if fitting:
        return "", say(FITS_SEVERAL, ids=", ".join(fitting), file=FILE)
    return "", say("it fits nobody in {file}.", file=FILE)
