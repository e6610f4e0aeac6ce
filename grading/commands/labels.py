# SPDX-License-Identifier: MIT
"""Whose a file is: the names that Moodle, Canvas and instructors give to files and folders.

The outermost name says it. It is the platform's, or the instructor's; learners chose the names further in, and could
write anybody's there. So a platform's pattern counts at the top of what is collected, and at the top of a .zip that is
named as a platform names that of a class; in a folder or a .zip of one student it is any other name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass

from grading.commands.roster import FILE as ROSTER
from grading.commands.roster import Roster, fault_of_id, tidy
from grading.commands.unpacking import Found

# "Ada Lovelace_12345_assignsubmission_file_", a folder, or the beginning of a file's name.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?", re.DOTALL)
# "lovelaceada_LATE_12345_67890_day1_value_class-2.ipynb"; the 2 counts how often it was handed in again.
CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_.+", re.DOTALL)
AGAIN = re.compile(r".*-(\d{1,4})\.\w+", re.DOTALL)
# That of a class: "CS101-Day 1-4711.zip" of Moodle, "submissions.zip" of Canvas.
DOWNLOAD = re.compile(r"(?:.+-\d+|submissions)(?: ?\(\d+\))?(?:\.zip)?", re.DOTALL | re.IGNORECASE)
A_DAYS_FOLDER = re.compile(r"day[ _-]?\d+", re.IGNORECASE)
A_DAYS_FILE = re.compile(r"day[ _-]?\d", re.IGNORECASE)


# Whose it is can't be known: a learner may have written these names.
A_PLATFORMS = "a platform's names lie in it; if it is a platform's download, unpack it and name it with FROM="


@dataclass(frozen=True)
class Label:
    """Whose a file is by the names that lead to it."""

    name: str  # a name; "" where the names are nobody's
    number: str = ""  # the platform's own for this person; "" where it gives none
    late: bool = False  # whether the platform marks it so
    again: int = 0  # how often it was handed in before, where the platform counts
    place: int = 0  # which step of the trail says so
    fault: str = ""  # why the name is nobody's, as the end of a sentence


@dataclass(frozen=True)
class Tops:
    """What lies at the top of what is collected."""

    # Whether all of it bears a platform's names, at the top or in a .zip or folder there. Then a .zip there may be
    # the platform's own; else it may be a learner's.
    alone: bool
    named: Mapping[str, Set[str]]  # the people whom a platform's names in each thing at the top name


def tops_of(found: list[Found]) -> Tops:
    """Return what the names of all files say together."""
    labelled: dict[str, list[bool]] = defaultdict(list)
    named: dict[str, set[str]] = defaultdict(set)
    for one in found:
        if len(one.trail) > 1 or one.kind == "notebook":
            labelled[one.trail[0].name].append(any(platforms(step.name) for step in one.trail[:2]))
        trail = one.trail[_first(one) :]
        if len(trail) > 1 and (match := platforms(trail[1].name)):
            named[trail[0].name].add(tidy(match["name"]))
    return Tops(all(all(each) for each in labelled.values()), named)


def platforms(name: str) -> re.Match[str] | None:
    """Return how a name fits a platform's pattern for what one person handed in; None where it does not.

    Canvas's goes first: its beginning is what Canvas writes, whatever the learner's own name for the file is.
    """
    return CANVAS.fullmatch(name) or MOODLE.fullmatch(name)


def _first(found: Found) -> int:
    """Return the place of the outermost name that is not a day's folder."""
    names = [step.name for step in found.trail[:-1]]
    return next((place for place, name in enumerate(names) if not A_DAYS_FOLDER.fullmatch(name)), len(names))


def label_of(found: Found, tops: Tops, roster: Roster | None) -> Label | None:
    """Return whose a file is, or None for what nobody handed in, such as a list of grades at the top."""
    trail, place = found.trail, _first(found)
    step = trail[place]
    if place + 1 < len(trail) and platforms(trail[place + 1].name) and not platforms(step.name):
        stem = step.name.removesuffix(".zip") if step.time is not None else step.name
        if not (roster and roster.fitting(stem)):
            if step.time is None and not DOWNLOAD.fullmatch(step.name) and len(tops.named[step.name]) == 1:
                return Label(tidy(step.name), place=place)
            if step.time is None or not tops.alone or not DOWNLOAD.fullmatch(step.name) or A_DAYS_FILE.match(stem):
                return Label("", fault=A_PLATFORMS, place=place)
            step = trail[place := place + 1]
    if match := platforms(step.name):
        again = AGAIN.fullmatch(step.name) if match.re is CANVAS else None
        late = bool(match.groupdict().get("late"))
        return Label(tidy(match["name"]), match["number"], late, int(again[1]) if again else 0, place)
    if place == len(trail) - 1 and found.kind != "notebook":
        return None
    # What has a time is a file, and its name has an ending.
    name = step.name.rsplit(".", 1)[0] if step.time is not None else step.name
    if step.time is not None and A_DAYS_FILE.match(name):
        return Label("", fault="its name names nobody; put it in a folder that does", place=place)
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
        return "", f"it fits {' and '.join(fitting)} in {ROSTER}; give each a number or another name there"
    return "", f"it fits nobody in {ROSTER}"
