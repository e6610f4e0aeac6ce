# SPDX-License-Identifier: MIT
"""The course, used in a browser as a learner uses it."""

import pytest


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_solved_day_runs_from_top_to_bottom(open_day, number):
    lab = open_day(number, solved=True)
    lab.run_all()
    assert lab.errors() == []
