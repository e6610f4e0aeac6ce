# SPDX-License-Identifier: MIT
"""Whose a file is: the names that Moodle, Canvas and instructors give to files and folders.

The outermost name says it. It is the platform's, or the instructor's; the names further in are the learner's
own, who could write anybody's there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from grading.desk.found_files import Found
from grading.desk.roster import FILE as ROSTER
from grading.desk.roster import Roster, fault_of_id, tidy

__all__ = ["Label", "label_of", "platform_alone", "student_of"]

# "Ada Lovelace_12345_assignsubmission_file_", a folder, or the beginning of a file's name.
MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?", re.DOTALL)
# "lovelaceada_LATE_12345_67890_day1_value_class-2.ipynb"; the 2 counts how often it was handed in again.
CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_.+", re.DOTALL)
AGAIN = re.compile(r".*-(\d{1,4})\.\w+", re.DOTALL)
A_DAYS_FOLDER = re.compile(r"day[ _-]?\d+", re.IGNORECASE)
A_DAYS_FILE = re.compile(r"day[ _-]?\d", re.IGNORECASE)


@dataclass(frozen=True)
class Label:
    """Whose a file is by the names that lead to it.

    Attributes:
        name: A name; "" where the names are nobody's.
        number: The platform's own for this person; "" where it gives none.
        late: Whether the platform marks it so.
        again: How often it was handed in before, where the platform counts.
        place: Which step of the trail says so.
        fault: Why the name is nobody's, as the end of a sentence.
    """

    name: str
    number: str = ""
    late: bool = False
    again: int = 0
    place: int = 0
    fault: str = ""


def platform_alone(found: list[Found]) -> bool:
    """Tell whether all that was found bears a platform's names, at the top or in a .zip or folder there.

    Then that .zip is the platform's own. Else it may be a learner's, and the names in it are not believed.
    """
    tops: dict[str, list[bool]] = defaultdict(list)
    for one in found:
        if len(one.trail) > 1 or one.is_notebook:
            tops[one.trail[0].name].append(any(_platforms(step.name) for step in one.trail[:2]))
    return all(all(each) for each in tops.values())


def _platforms(name: str) -> re.Match[str] | None:
    return MOODLE.fullmatch(name) or CANVAS.fullmatch(name)


def label_of(found: Found, alone: bool) -> Label | None:
    """Return whose a file is, or None for what is no hand-in at all, such as a list of grades at the top.

    Args:
        found: The file.
        alone: What ``platform_alone`` says of all files.
    """
    trail, place = found.trail, 0
    if len(trail) > 1 and not _platforms(trail[0].name) and _platforms(trail[1].name):
        if not alone:
            return Label("", fault="a platform's names lie in it, and other things beside it; collect it alone")
        place = 1
    while place < len(trail) - 1 and A_DAYS_FOLDER.fullmatch(trail[place].name):
        place += 1
    step = trail[place]
    if match := _platforms(step.name):
        again = AGAIN.fullmatch(step.name) if match.re is CANVAS else None
        late = bool(match.groupdict().get("late"))
        return Label(tidy(match["name"]), match["number"], late, int(again[1]) if again else 0, place)
    if place == len(trail) - 1 and not found.is_notebook:
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
