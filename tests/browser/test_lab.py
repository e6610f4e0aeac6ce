# SPDX-License-Identifier: MIT
"""The course, used in a browser as a learner uses it."""

import pytest
from looking import violations
from support import answers_of

WRONG = ("self.data * other.data", "self.data + other.data")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_solved_day_runs_from_top_to_bottom(open_day, number):
    lab = open_day(number, solved=True)
    lab.run_all()
    assert lab.errors() == []


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_an_untouched_day_runs_to_its_end_and_shows_no_red(open_day, number, pictures):
    lab = open_day(number)
    lab.run_all()
    assert lab.errors() == []
    waiting = [place for place in range(len(lab.sources())) if "is not written yet" in lab.said(place)]
    assert len(waiting) > 15
    assert lab.sources()[-1].strip().endswith("check()")
    assert "0 of" in lab.said(len(lab.sources()) - 1), "the last cell was run, too"


@pytest.mark.parametrize("notebook7", [False, True], ids=["JupyterLab", "Notebook 7"])
def test_an_exercise_is_solved_wrong_then_right_by_typing(open_day, pictures, notebook7):
    lab = open_day(1, notebook7=notebook7)
    right = answers_of(1)["day1-value"]
    answer = lab.place("class Value")
    lab.run(lab.place("from gradtools import draw_graph"))
    lab.run(answer)
    lab.run(answer + 1)
    assert lab.said(answer + 1).startswith("○ Exercise 1.1 is not written yet")

    last = len(lab.sources()) - 1
    # Neither run nor saved: what was typed is what is graded.
    lab.type_into(answer, right.replace(*WRONG))
    lab.run(last)
    assert "`*` adds the data" in lab.said(last)
    assert "exercise 1.1 was edited after you ran it" in lab.said(last)
    lab.shoot(last, pictures, f"check-wrong-{'notebook' if notebook7 else 'lab'}")

    lab.type_into(answer, right)
    lab.run(answer)
    lab.save()
    lab.run(answer + 1)
    assert "passes" in lab.said(answer + 1)
    lab.type_into(last, 'from gradtools import check\n\ncheck("1.1")')
    lab.run(last)
    assert "**Day 1: 8 of 8 points.**" in lab.said(last)
    assert "Exercise 1.1 is correct" in lab.said(last)
    assert violations(lab.page) == []
