# SPDX-License-Identifier: MIT
"""The page of points for thinking follows the headers of the checks, and other pages agree with it."""

import re

from support import ROOT

from building import thinking
from judge.notebooks import course

LEAST, LEAST_A_DAY = 55, 8


def test_the_page_is_what_the_headers_say():
    assert thinking.path().read_text("utf-8") == thinking.page(), "run `make release`"


def test_each_reason_is_of_a_check_and_both_readings_find_enough_points_for_thinking():
    page = thinking.page()
    for day in course.days():
        for reading in thinking.READINGS:
            whys = thinking.reasons(day, reading)
            assert whys
            assert all(f"`{check}`" in page and why.strip() for check, why in whys.items())
    rows = re.findall(r"^\| (?:\d|\*\*All\*\*) \|(.*)\|$", page, re.MULTILINE)
    *days, (points, author, _, _) = ([float(cell.strip(" *")) for cell in row.split("|")] for row in rows)
    five = [sum(column) for column in zip(*days[:5], strict=True)]
    assert five[0] == 110
    assert min(five[1:3]) >= LEAST, "of the 110 points of the five days"
    assert len(days) == len(course.days())
    assert all(min(row[1:3]) >= LEAST_A_DAY for row in days)
    said = thinking.SAID.format(f"{points:g}", f"{author:g}")
    instructors = (ROOT / "docs/instructors.md").read_text("utf-8")
    assert said in instructors, f"docs/instructors.md does not say {said!r}: run `make release`"
    assert thinking.said_to_instructors(instructors.replace(said, thinking.SAID.format("9", "8.5"))) == instructors
