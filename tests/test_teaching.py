# SPDX-License-Identifier: MIT
"""docs/teaching.md is true of the days: its exercises, sections, figures, times and names of mistakes."""

import re

import pytest
from support import ROOT

from judge.notebooks import course, reference
from judge.notebooks.cells import HEADING, exercises
from judge.verdicts.catalogue import misconceptions

TEXT = (ROOT / "docs" / "teaching.md").read_text("utf-8")
MOST_WORDS = 1_200
SESSIONS = re.split(r"^## Session \d: .* \(Day \d\)$", TEXT, flags=re.MULTILINE)[1:]
SLOT = re.compile(r"^- \*\*(\d):(\d\d)\*\* (.*)$", re.MULTILINE)
EXERCISE = re.compile(r"[Ee]xercise (\d\.\d+)([^.]*)")
NAMED = re.compile(r"^- \*(?!\*)(.+?)\* \((\d\.\d+)\): \".+\"$", re.MULTILINE)


def slots(number):
    """Return the minutes and the text of each line of a session's clock, and its end."""
    return [(60 * int(hours) + int(minutes), text) for hours, minutes, text in SLOT.findall(SESSIONS[number - 1])]


def left(number, label):
    """Return the exercises that a session leaves for home, or as an extra."""
    (line,) = re.findall(rf"\*\*{label}:\*\* (.*?)\.(?= \*\*|\n|$)", SESSIONS[number - 1])
    for first, last in re.findall(r"(\d\.\d+) to (\d\.\d+)", line):
        day, low, high = first[0], int(first[2:]), int(last[2:])
        line += " ".join(f" {day}.{one}" for one in range(low, high + 1))
    return set(re.findall(r"\d\.\d+", line))


def test_it_has_a_session_a_day_and_is_short():
    assert len(SESSIONS) == len(course.assignments())
    assert len(TEXT.split()) <= MOST_WORDS


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_the_clock_leaves_each_exercise_its_time(day):
    minutes = {each.number: each.minutes for each in exercises(reference.source_notebook(day))}
    lines = slots(day.number)
    times = [*(time for time, _ in lines), 120]
    assert times[0] == 0
    assert times == sorted(set(times))
    for (time, text), end in zip(lines, times[1:], strict=True):
        for number, rest in EXERCISE.findall(text):
            assert end - time >= minutes[number] or re.search(r"\b(part|only)\b", rest), f"{number}: {text}"


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_each_exercise_has_its_place(day):
    numbers = {each.number for each in exercises(reference.source_notebook(day))}
    in_class = {number for _, text in slots(day.number) for number, _ in EXERCISE.findall(text)}
    home, extra = left(day.number, "Homework"), left(day.number, "Extra")
    assert in_class | home | extra == numbers
    assert not extra & (home | in_class)


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_sections_and_figures_are_there(day):
    notebook = reference.source_notebook(day)
    headings = [one for cell in notebook.cells if cell.cell_type == "markdown" for one in HEADING.findall(cell.source)]
    there = {heading.partition(".")[0] for heading in headings}
    session = SESSIONS[day.number - 1]
    for named in re.findall(r"[Ss]ections? (\d+(?: and \d+)?)", session):
        assert set(named.split(" and ")) <= there, named
    drawn = {number for cell in notebook.cells for number in re.findall(r"Figure (\d+\.\d+)\.", cell.source)}
    named = set(
        re.findall(r"(\d+\.\d+)", " ".join(re.findall(r"Figures? \d+\.\d+(?:(?: to| and) \d+\.\d+)?", session)))
    )
    assert named <= drawn
    assert ("bug of the day" in session) <= any("bug of the day" in heading for heading in headings)


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_three_mistakes_have_the_names_that_verdicts_give_them(day):
    numbers = {each.id: each.number for each in exercises(reference.source_notebook(day))}
    known = {(one.title, numbers[one.exercise]) for one in misconceptions(day.number)}
    named = NAMED.findall(SESSIONS[day.number - 1])
    assert len(named) == 3
    assert set(named) <= known
