# SPDX-License-Identifier: MIT
"""Points are written once: the text, the README and the record of released checks follow."""

import re

import jupytext
import pytest
from nbformat import NotebookNode

from benchmarks import minutes
from building import __main__ as building
from building import checks, notebooks, overview, points, reading_time, released_checks
from building.__main__ import main
from judge.notebooks import course, master
from judge.notebooks.cells import exercises

MASTER = '''# %% [markdown]
# # Day 1: Small
#
# | Part | Reading, min | Exercise | Exercise, min | Points |
# |---|---:|---|---:|---:|
# | Start | {minutes:start} | | | |
# | 1. One | {minutes:section 1} | 1.1 add | {minutes:1.1} | {points:1.1} |
# | | | 1.2 show | {minutes:1.2} | {points:1.2} |
# | **Total: {minutes:total} min** | **{minutes:reading}** | | **{minutes:exercises}** | **{points:total}** |

# %% [markdown]
# ## 1. One
#
# One and one.
# ### Exercise 1.1: add (about 20 min)
#
# The last check is {points in words:day1-value-add-large} of {points in words:1.2} points. $\\frac{1}{2}$, `{x:g}` and {points} stay.

# %% answer="day1-value-add"
add = sum

# %% check="day1-value-add-small" points=2
"""Small numbers."""

# %% check="day1-value-add-large" points=1
"""Large numbers."""

# %% [markdown]
# ### Exercise 1.2: show (about 5 min)

# %% answer="day1-value"
show = print

# %% check="day1-value-show" points=1
"""It shows."""
print("{points:total}")
'''  # noqa: E501


@pytest.fixture
def cells(tmp_path):
    def read(old="", new=""):
        assert old in MASTER
        path = tmp_path / "day1_small.py"
        path.write_text(MASTER.replace(old, new))
        return checks.completed(path)

    return read


def test_the_text_says_what_the_headers_and_cards_say(cells):
    opening, first, *_ = built = cells()
    assert [row.split("|")[4:6] for row in opening.source.split("\n")[4:7]] == [
        [" ", " "],
        [" 20 ", " 3 "],
        [" 5 ", " 1 "],
    ]
    assert opening.source.endswith("| **Total: 27 min** | **2** | | **25** | **4** |")
    assert "\n### Exercise 1.1: add (3 points, about 20 min)\n" in first.source
    assert first.source.endswith("one of one point. $\\frac{1}{2}$, `{x:g}` and {points} stay.")
    assert built[5].source == "### Exercise 1.2: show (1 point, about 5 min)"
    assert 'print("{points:total}")' in built[7].source, "code is code"


@pytest.mark.parametrize("noun", ["point", "points"])
def test_the_noun_after_a_number_of_points_follows_the_number(cells, noun):
    old = "{points} stay."
    listed = f"(1.1, {{points:1.1}} {noun}) (1.2, {{points:1.2}} {noun}) {{points:1.1}} pointers"
    _, first, *_ = cells(old, listed)
    assert first.source.endswith("(1.1, 3 points) (1.2, 1 point) 3 pointers")
    _, first, *_ = cells('large" points=1\n"""Large', 'large" points=2\n"""Large')
    assert "is two of one point." in first.source


def test_a_check_of_one_more_point_changes_every_sum(cells):
    opening, first, *_ = cells('small" points=2', 'small" points=3.5')
    assert "**Total: 27 min** | **2** | | **25** | **5.5** |" in opening.source
    assert "(4.5 points, about 20 min)" in first.source


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("{minutes:total}", "{minutes:all}", "{minutes:all} names nothing of this day"),
        ("{points:1.1}", "{point:1.1}", "{point:1.1} is no placeholder"),
        ("{points:1.1}", "{points:1.9} points", "{points:1.9} names nothing of this day"),
        ("{points:1.1}", "{points as words:1.1}", "{points as words:1.1} is no placeholder"),
        ('show" points=1', 'show" points=41', "there is no word for 41; write it in figures."),
        ('answer="day1-value"\n', 'tags=["x"]\n', "day1-value-show belongs to no answer cell"),
        (
            "# # Day 1",
            "# ### Exercise 1.0: none (about 5 min)\n# # Day 1",
            "the card of exercise 1.0 has no answer cell",
        ),
    ],
)
def test_what_does_not_fit_is_one_line_that_names_the_file(cells, old, new, reason):
    with pytest.raises(course.CourseError) as caught:
        cells(old, new)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("day1_small.py: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_a_day_says_its_points_and_minutes_everywhere_and_its_master_types_none(day):
    cells = checks.completed(day.master)
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    listed = exercises(notebooks.from_master(day))
    total = sum(exercise.points for exercise in listed)
    taken = points.values(cells)["minutes"]
    table = next(cell.source for cell in cells if "| Part | Reading, min |" in cell.source)
    assert f"| **Total, estimated: {taken['total']:g} min** |" in table
    entries = re.findall(r"^\| [^|*]+ \| (\d+) \|", table, re.MULTILINE)
    assert [int(entry) for entry in entries] == list(reading_time.parts(cells).values()), "a row for each part"
    assert reading_time.parts(master.read(day.master)) == reading_time.parts(cells), "filled or not"
    assert f"{total:g} points in all." in text
    for exercise in listed:
        worth = f"{exercise.points:g} point" + "s" * (exercise.points != 1)
        apart = "extra, " if exercise.is_extra else ""
        numbers = f"({apart}{worth}, about {exercise.minutes} min)"
        assert f"### Exercise {exercise.number}: {exercise.title} {numbers}" in text
        assert re.search(rf"\| {exercise.number} [^|]+\| {exercise.minutes} \| {exercise.points:g} \|", table)
        deliverable = rf"^- ☐ .*\b{exercise.number},? \(?{worth}\b"
        assert re.search(deliverable, text, re.MULTILINE), exercise.number
    assert not re.findall(r"^# .*\b\d+ points\b(?! on the right side)", day.master.read_text("utf-8"), re.MULTILINE)


def test_a_day_without_a_row_gets_one_and_a_readme_without_the_comments_is_refused(tmp_path):
    text = (course.root() / "README.md").read_text("utf-8")
    row = next(line for line in text.split("\n") if line.startswith("| 5 |"))
    minutes = row.split("|")[3].strip()
    without = overview.filled(text.replace(f"{row}\n", ""))
    assert re.search(rf"^\| 5 \| Gradient norms[^?]* \| {re.escape(minutes)} \| \d+ \|$", without, re.MULTILINE)
    with pytest.raises(course.CourseError, match=r"README\.md: the table of days stands between"):
        overview.filled(text.replace(overview.END, ""))
    assert overview.write_readme(tmp_path) is False
    path = tmp_path / "README.md"
    path.write_text(text.replace(f"| {minutes} |", "| 90 |"))
    assert overview.write_readme(tmp_path) is True
    assert path.read_text("utf-8") == text


# The minutes of reading


def parts_of(text):
    return reading_time.parts(jupytext.reads(text, fmt="py:percent").cells)


READ = """# %% [markdown]
# # Day 1: Small
#
# ## 1. One
#
# **Predict before you run.** {words}

# %%
draw(caption="Figure 1.2. A line.")

# %% [markdown]
# ### Exercise 1.1: add (about 20 min)
#
# {words}

# %% answer="x" nbgrader={{}}
{names}

# %% [markdown]
# ## Tomorrow
#
# Nothing.

# %% [markdown] tags=["own-words"]
# *Write.*
"""


@pytest.mark.parametrize(
    ("words", "minutes"), [(0, 3), (100, 4), (108, 5), (204, 5), (212, 6)], ids=lambda number: str(number)
)
def test_reading_takes_a_minute_for_104_words_and_more_for_a_prediction_and_a_figure(words, minutes):
    text = READ.format(words="word " * words, names="name = 1\n" * 400)
    assert parts_of(text) == {"start": 1, "section 1": minutes, "looking back": 7}


def test_what_lies_folded_is_not_counted():
    text = (
        "# %% [markdown]\n# # Day 1: Small\n#\n# A.\n#\n# <details>\n# <summary>{}</summary>\n#\n# {}\n#\n# </details>"
    )
    for title in ("Hint 1: where to look", "Further reading"):
        assert parts_of(text.format(title, "word " * 400)) == {"start": 1}


def test_a_prediction_takes_its_minute_in_whatever_words_it_is_asked_for():
    for asked in ("Predict.", "Predict before you run.", "Predict, then draw."):
        assert parts_of(f"# %% [markdown]\n# # Day 1: Small\n#\n# **{asked}** Which?") == {"start": 2}
    assert parts_of("# %% [markdown]\n# # Day 1: Small\n#\n# **Remember.** Which?") == {"start": 1}


def test_open_code_takes_time_and_folded_code_takes_none():
    code = "name = 1\n# why\n\n" * 25
    opened = parts_of(f"# %% [markdown]\n# # Day\n\n# %%\n{code}")
    folded = parts_of(f'# %% [markdown]\n# # Day\n\n# %% jupyter={{"source_hidden": true}}\n{code}')
    assert opened == {"start": 4}
    assert folded == {"start": 1}


# The record of released checks


@pytest.fixture
def first_day(copied_course):
    day = course.assignment(1)
    released_checks.record(day)
    return day


def edit(day, old, new):
    text = day.master.read_text("utf-8")
    assert old in text
    day.master.write_text(text.replace(old, new, 1), "utf-8")


def test_a_new_check_is_added_to_the_ledger_and_the_others_stay(first_day):
    before = released_checks.released(first_day)
    assert released_checks.record(first_day) == []
    new = '# %% check="day1-trace-leaves" points=1\n"""A leaf has no parents."""\nassert True\n\n'
    edit(first_day, '# %% check="day1-trace-edges"', f'{new}# %% check="day1-trace-edges"')
    assert released_checks.record(first_day) == ["day1-trace-leaves"]
    after = released_checks.released(first_day)
    assert after == {**before, "day1-trace-leaves": 1.0}
    assert list(after) == list(released_checks.points_of_checks(first_day)), "in the notebook's order"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            '"day1-trace-nodes" points=1',
            '"day1-trace-nodes" points=3',
            "had 1 point when it was released and has 3 now",
        ),
        ('check="day1-trace-nodes"', 'check="day1-trace-all"', "the released check day1-trace-nodes is gone"),
    ],
)
def test_a_released_check_changes_only_where_the_author_says_so(first_day, capsys, monkeypatch, old, new, reason):
    edit(first_day, old, new)
    path = course.root() / released_checks.PLACE
    before = path.read_bytes()
    assert main(["day1"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert reason in said
    assert "If it is meant, run `make release MEANT='day1-trace-nodes'`." in said
    assert path.read_bytes() == before
    assert main(["day1", "--meant", "day1-trace-nodes day1-trace-none"]) == 2
    assert "has no check day1-trace-none" in capsys.readouterr().err
    assert path.read_bytes() == before
    with monkeypatch.context() as patch:
        patch.setattr(building, "_build", lambda *_: None)
        patch.setattr(building, "_release", fails)
        assert main(["day1", "--meant", "day1-trace-nodes"]) == 2
    assert "nbgrader could not" in capsys.readouterr().err
    assert path.read_bytes() == before, "a release that failed has dropped no guard"
    released_checks.record(first_day, ["day1-trace-nodes"])
    assert released_checks.released(first_day) == released_checks.points_of_checks(first_day)


def fails(days):
    raise course.CourseError("nbgrader could not release day1: no")


def test_a_ledger_that_is_no_json_is_named(first_day):
    path = course.root() / released_checks.PLACE
    path.write_text("{")
    with pytest.raises(course.CourseError, match=r"grade_ids\.json is not valid JSON"):
        released_checks.record(first_day)


def test_behind_the_heading_of_part_two_all_is_extra():
    text = "# # Day 1: Small\n#\n# ## 1. One\n#\n# Four.\n#\n# ### Exercise 1.1: do it (about 5 min)\n#\n"
    text += "# ## Tomorrow\n#\n# More.\n#\n# ## Part two: extra\n#\n# What is in it.\n#\n# ## 2. Two\n#\n# Five.\n#\n"
    text += "# ### Exercise 1.2: do more (about 5 min)\n#\n# ## A bug to find\n#\n# Six.\n"
    cells = jupytext.reads(f"# %% [markdown]\n{text}\n# %%\nnumber = 1\n", fmt="py:percent").cells
    assert reading_time.extra(cells) == {"part two, extra", "section 2, extra", "1.2"}
    core, more = ["start", "section 1", "looking back"], ["part two, extra", "section 2, extra"]
    assert list(reading_time.parts(cells)) == core + more


def test_what_is_extra_is_counted_apart_from_the_core(cells):
    card = "# %% [markdown]\n# ### Exercise 1.2"
    plan = "{minutes:core} {points:core}; {minutes:extra} {points:extra}; {minutes:part two, extra}"
    built = cells(card, f"# %% [markdown]\n# ## Part two: extra\n#\n# {plan}\n\n{card}")
    assert "22 3; 6 1; 1" in [cell.source.split("\n")[-1] for cell in built]
    listed = exercises(NotebookNode(cells=built))
    assert [each.number for each in listed if each.is_extra] == ["1.2"]


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_the_core_of_a_day_takes_100_minutes_at_most_and_has_12_points_at_least(day):
    of_day = points.values(master.read(day.master))
    assert of_day["minutes"]["core"] <= 100
    assert of_day["points"]["core"] >= 12


def test_the_factor_of_the_rule_is_the_one_that_fits_the_trials():
    factor, half = minutes.fitted()
    assert abs(factor - reading_time.CALIBRATION) < 0.05 < half
    assert f"the rule uses {reading_time.CALIBRATION:g}" in minutes.report()
