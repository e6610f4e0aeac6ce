# SPDX-License-Identifier: MIT
"""Begin an exercise: the smallest folder and cells that pass ``make lint``, for an author to write over.

The exercise asks for the number before ``x``. It has a card with hints, an answer cell, one check of one point, one
probe, one named mistake and its proof. The templates of all that stand in ``templates/``.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from dataclasses import dataclass
from pathlib import Path

import jinja2

from building import overview, reading_time
from judge.asking import folders
from judge.notebooks import course, reference
from judge.notebooks.cells import CARD, HEADING, PART_TWO, table_of
from judge.notebooks.course import Assignment, CourseError, place

# What an exercise may be called: its day, and words of small letters and digits.
NAME = re.compile(r"day\d+(-[a-z][a-z0-9]*)+")
SECTION = re.compile(r"^# ## (?:(\d+)\. )?.*$", re.MULTILINE)
# What separates the Markdown cells of a master.
MARKDOWN = "# %% [markdown]\n"

# The files of a folder, by their templates.
FILES = {
    "probes.py": "probes.py.jinja",
    "mistakes.toml": "mistakes.toml.jinja",
    "proof/asked.toml": "asked.toml.jinja",
    "proof/contract.py": "contract.py.jinja",
    "proof/programs.jinja": "programs.jinja.jinja",
}
TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
)


@dataclass(frozen=True)
class NewExercise:
    """What the templates say of an exercise, such as ``day6-two-norms``: function ``two_norms``, title *two norms*."""

    exercise: str
    function: str
    title: str
    number: str
    section: str
    symptoms: str
    is_extra: bool


def begin(name: str) -> list[Path]:
    """Write the folder of a new exercise and its cells in the master of its day, and return the files written.

    The cells stand in a section of their own, behind the day's last numbered section: in its second part if it has one.

    Raises:
        CourseError: The name is no name of an exercise, its day is unknown, or something is there already; the text is
            one sentence.
    """
    day = _refused(name)
    new = _described(name, day)
    folder = folders.folder(name)
    written = []
    for file, template in FILES.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(template, new), "utf-8")
        written.append(path)
    day.master.write_text(_with_cells(day.master.read_text("utf-8"), new), "utf-8")
    written.append(day.master)
    # The README's table counts the points and minutes of the day.
    if overview.write_readme(course.root()):
        written.append(course.root() / overview.README)
    return written


def _refused(name: str) -> Assignment:
    """Return the day of a new exercise, unless its name can't be used."""
    if not NAME.fullmatch(name):
        raise CourseError(f"{name!r} can't be the name of an exercise: write one such as NAME=day6-two-norms.")
    day = course.assignment(name)
    known = list(reference.solutions(day.number))
    if name in known or folders.folder(name).exists():
        raise CourseError(f"{name} is there already: see {place(folders.folder(name))}.")
    for other in known:
        if other.startswith(f"{name}-") or name.startswith(f"{other}-"):
            raise CourseError(f"{name} and {other} would share the names of their checks: choose another name.")
    function = _function(name)
    if keyword.iskeyword(function) or hasattr(builtins, function):
        raise CourseError(f"{function} means something in Python: choose another name than {name}.")
    if function in _names(day):
        raise CourseError(f"{day.name} uses the name {function} already: choose another name than {name}.")
    return day


def _function(name: str) -> str:
    return name.partition("-")[2].replace("-", "_")


def _names(day: Assignment) -> set[str]:
    """Return the names that the code of a day uses."""
    found = set()
    for cell in reference.cells(day.number):
        if cell.cell_type == "code":
            for node in ast.walk(ast.parse(cell.source)):
                found.update(getattr(node, key, None) for key in ("id", "name", "asname", "arg"))
    return {name for name in found if isinstance(name, str)}


def _described(name: str, day: Assignment) -> NewExercise:
    text = "\n".join(cell.source for cell in reference.cells(day.number) if cell.cell_type == "markdown")
    words = name.partition("-")[2].replace("-", " ")
    numbers = [int(card[1].partition(".")[2]) for card in CARD.finditer(text)]
    sections = [int(heading.partition(". ")[0]) for heading in HEADING.findall(text) if re.match(r"\d+\. ", heading)]
    return NewExercise(
        exercise=name,
        function=_function(name),
        title=words,
        number=f"{day.number}.{max(numbers, default=0) + 1}",
        section=f"{max(sections, default=0) + 1}. {words.capitalize()}",
        symptoms=table_of("", HEADING.findall(text)),
        is_extra=f"\n## {PART_TWO}\n" in f"\n{text}\n",
    )


def _filled(template: str, new: NewExercise) -> str:
    return TEMPLATES.get_template(template).render(vars(new))


def _with_cells(master: str, new: NewExercise) -> str:
    """Return a master with the cells of an exercise, its row in the plan of the day and its line for looking back."""
    numbered = [heading.end() for heading in SECTION.finditer(master) if heading[1]]
    last = numbered[-1] if numbered else 0
    behind = SECTION.search(master, last)
    end = master.rindex(MARKDOWN, 0, behind.start()) if behind else len(master)
    master = f"{master[:end]}{_filled('cells.py.jinja', new)}{master[end:]}"
    number = new.number
    apart = reading_time.APART if new.is_extra else ""
    row = f"# | {new.section} | {{minutes:section {new.section.partition('.')[0]}{apart}}} | {number} {new.title} "
    row += f"| {{minutes:{number}}} | {{points:{number}}} |"
    master = _after_the_last(r"^# \| \d+\. .*\|$", master, row)
    line = f"# - ☐ **tell** the number before another: exercise {number}, {{points:{number}}} points"
    return _after_the_last(r"^# - ☐ .*$", master, line)


def _after_the_last(pattern: str, text: str, line: str) -> str:
    """Return a text with a line behind the last one that fits; the text itself where none does."""
    found = list(re.finditer(pattern, text, re.MULTILINE))
    return f"{text[: found[-1].end()]}\n{line}{text[found[-1].end() :]}" if found else text
