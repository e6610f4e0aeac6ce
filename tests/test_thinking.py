# SPDX-License-Identifier: MIT
"""The page of points for thinking is kept by hand: it names each check with its points, and its sums are right."""

import re
from collections import Counter

from support import ROOT

from judge.notebooks import course
from judge.notebooks.cells import exercises
from judge.verdicts.marking import source_notebook

PAGE = (ROOT / "docs" / "points.md").read_text("utf-8")
# With this prefix, the second reader disagrees: the check is typing.
TYPING = "typing: "
ALL = "**All**"
# By the author, and by the second reader, who is strict.
LEAST, LEAST_A_DAY = 66, 9
CHECK = re.compile(r"^\| \d[^|]* \| `(.+?)` \| ([\d.]+) \| (.*?) \| (.*?) \|$", re.MULTILINE)


def rows():
    """Yield each row of the tables of checks: the check, its points, and both reasons."""
    for check, points, author, second in CHECK.findall(PAGE):
        yield check, float(points), author, second


def sums():
    """Return the points of each day and of all: altogether, for thinking in each reading, and in both of them."""
    found = {}
    for check, points, *reasons in rows():
        called = [bool(why) and not why.startswith(TYPING) for why in reasons]
        for name in (str(course.assignment(check).number), ALL):
            total = found.setdefault(name, Counter())
            for column, counts in enumerate((True, *called, all(called))):
                total[column] += points * counts
    return {name: [total[column] for column in range(4)] for name, total in found.items()}


def test_the_page_lists_the_checks_of_the_course_with_their_points():
    listed = [exercise for day in course.assignments() for exercise in exercises(source_notebook(day))]
    expected = [(check.grade_id, check.points) for exercise in listed for check in exercise.checks]
    assert [(check, points) for check, points, *_ in rows()] == expected
    for exercise in listed:
        assert PAGE.count(f"| {exercise.number} {exercise.title} |") == len(exercise.checks), exercise.id


def test_the_sums_are_those_of_the_rows_and_both_readings_find_enough_points_for_thinking():
    counted = sums()
    for name, numbers in counted.items():
        cells = [f"**{number:g}**" if name == ALL else f"{number:g}" for number in numbers]
        row = f"| {name} | {' | '.join(cells)} |"
        assert row in PAGE.split("\n"), f"the sums in docs/points.md are now: {row}"
    days = [numbers for name, numbers in counted.items() if name != ALL]
    for reading in (1, 2):
        assert counted[ALL][reading] >= LEAST
        assert all(numbers[reading] >= LEAST_A_DAY for numbers in days)


def test_the_page_for_instructors_says_the_sums():
    points, author, second, _ = sums()[ALL]
    said = f"Of {points:g} points {author:g} are, by the author, for what no card spells out"
    assert f"a strict second reader finds {second:g}" in (ROOT / "docs" / "instructors.md").read_text("utf-8")
    assert said in (ROOT / "docs" / "instructors.md").read_text("utf-8")
