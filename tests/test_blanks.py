# SPDX-License-Identifier: MIT
"""Where exercises are blank, every given cell and every check says what is true, and none ends in a traceback."""

import itertools

import pytest
from blanks import NUMBER, Shown, each_blank, numbers_of, with_blank

DAYS = range(1, 7)
LANGUAGES = ("es", "en")


def untrue(cells: list[Shown], blank: set[str]) -> list[str]:
    """Return what cells show that is not so, where these exercises alone are blank."""
    found = []
    for cell in cells:
        named = set(NUMBER.findall(cell.calm))
        if not cell.counts:
            found.append(f"{cell.cell} stops: {cell.text[-300:]}")
        elif cell.calm and (not named or named - blank):
            found.append(f"{cell.cell}: {cell.calm}")
        if cell.open_figures:
            found.append(f"{cell.cell} leaves a figure half drawn")
    return found


@pytest.mark.one_in(18)
@pytest.mark.parametrize(("language", "day"), [*itertools.product(LANGUAGES, reversed(DAYS))])
def test_a_day_on_which_nothing_is_written_names_what_is_not(day, language, tmp_path):
    blank = numbers_of(day)
    cells = with_blank(day, blank, tmp_path / "day", language)
    assert untrue(cells, set(blank)) == []
    assert sum(cell.calm != "" for cell in cells) > 10


@pytest.mark.one_in(18)
@pytest.mark.parametrize(
    ("day", "blank"),
    [
        (4, ("4.1", "4.5")),
        (1, ("1.1", "1.3")),
        (1, ("1.2", "1.6")),
        (2, ("2.2", "2.6")),
        (2, ("2.1", "2.8")),
        (3, ("3.1", "3.7")),
        (3, ("3.2", "3.4")),
        (4, ("4.3", "4.8")),
        (5, ("5.1", "5.2")),
        (5, ("5.3", "5.5")),
        (6, ("6.2", "6.6")),
        (6, ("6.3", "6.4")),
    ],
)
def test_of_two_blank_exercises_each_cell_names_the_one_that_it_met(day, blank, tmp_path):
    assert untrue(with_blank(day, blank, tmp_path / "day"), set(blank)) == []


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("day", DAYS)
def test_where_one_exercise_is_blank_no_other_is_named_and_what_does_not_need_it_is_shown(day, tmp_path):
    shown = each_blank(day, tmp_path / "day")
    assert set(shown) == {"", *numbers_of(day)}
    solved = {cell.cell: cell.text for cell in shown[""]}
    for number, cells in shown.items():
        assert untrue(cells, {number}) == [], number
        for cell in cells:
            if not (cell.calm or cell.is_check or cell.takes_time):
                assert cell.text in ("", solved[cell.cell]) or number in cell.text, (number, cell)


@pytest.mark.exhaustive
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("day", DAYS)
def test_where_an_exercise_is_written_and_wrong_no_cell_says_that_it_is_not_written(day, tmp_path):
    for number, cells in each_blank(day, tmp_path / "day", wrong=True).items():
        assert [cell for cell in cells if NUMBER.search(cell.calm)] == [], number
