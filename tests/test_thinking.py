# SPDX-License-Identifier: MIT
"""Which points are for thinking: the page says it of each check, and its sums are right."""

import re
from collections import Counter
from pathlib import Path

from grading.notebooks import build, course, ledger
from grading.notebooks.cells import exercises

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/points.md").read_text("utf-8")
ROW = re.compile(r"^\| (.+) \| `(day\d-[\w-]+)` \| (\d+) \| (thinking|typing) \| (.+) \|$", re.MULTILINE)
LEAST = 50


def test_the_page_has_a_row_with_a_reason_for_each_check_in_order():
    said = [(title, check, float(points)) for title, check, points, _, why in ROW.findall(PAGE) if why.strip()]
    wanted = [
        (f"{each.number} {each.title}", check.grade_id, check.points)
        for day in course.days()
        for each in exercises(build.from_master(day))
        for check in each.checks
    ]
    assert said == wanted


def test_enough_points_are_for_thinking_and_the_sums_on_the_page_are_those_of_the_ledger():
    points = {check: worth for day in course.days() for check, worth in ledger.released(day).items()}
    sums = Counter()
    for _, check, _, kind, _ in ROW.findall(PAGE):
        sums[check[3], kind] += points[check]
        sums["All", kind] += points[check]
    assert sums["All", "thinking"] >= LEAST
    for who in (*"12345", "All"):
        shown = f"| {who} | {sums[who, 'thinking']:g} | {sums[who, 'typing']:g} |"
        assert shown in PAGE.replace("**", "")
    said = f"Of {sum(points.values()):g} points {sums['All', 'thinking']:g} are for what no card spells out"
    assert said in (ROOT / "docs/instructors.md").read_text("utf-8")
