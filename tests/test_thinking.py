# SPDX-License-Identifier: MIT
"""Which points are for thinking: the page is what the headers of the checks say, and other pages say the same."""

import re
from pathlib import Path

from building import thinking
from grading.notebooks import course

ROOT = Path(__file__).parents[1]
LEAST = 50


def test_the_page_is_what_the_headers_say():
    assert thinking.path().read_text("utf-8") == thinking.page(), "run `make release`"


def test_each_reason_is_of_a_check_and_enough_points_are_for_thinking():
    page = thinking.page()
    for day in course.days():
        assert thinking.reasons(day)
        assert all(f"`{check}`" in page and why.strip() for check, why in thinking.reasons(day).items())
    hard, easy = map(int, re.search(r"\| \*\*All\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \|", page).groups())
    assert hard >= LEAST
    said = f"Of {hard + easy} points {hard} are for what no card spells out"
    assert said in (ROOT / "docs/instructors.md").read_text("utf-8")
