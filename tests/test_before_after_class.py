# SPDX-License-Identifier: MIT
"""What a class's page shows of the tests before and after: counted from what was handed in, never part of points."""

import functools
import json
import random
import statistics

import nbformat
import pytest
from support import Page, answers_of, filled, judged_notebook, points_of

from companion.before_after import of_class, sittings
from companion.before_after.items import FORMS, IDEAS
from companion.before_after.sittings import AFTER, BEFORE, MIME, Sitting
from grading import beside, class_page
from grading.command_line import main
from judge.notebooks import course
from judge.verdicts import processes

KEYS = {form: "".join(item.right for item in items) for form, items in FORMS.items()}
OTHER = {"A": "B", "B": "A"}


def sat(form, right, locked=True):
    """Return a sitting in which these questions, counted from 0, are answered correctly."""
    letters = "".join(letter if place in right else "?" for place, letter in enumerate(KEYS[form]))
    return Sitting(form, letters if locked else f"{letters[:7]}-----", locked)


@functools.cache
def released(day):
    """Return the text of a day's released notebook, which a class hands in dozens of times."""
    return nbformat.writes(filled({}, day))


@pytest.fixture
def hand_in(copied_course):
    """Return a function that hands in a day, whose outputs carry these sittings, or whatever is given."""

    def call(student, day, carried=None):
        notebook = json.loads(released(day))
        if carried is not None:
            plain = carried
            if isinstance(carried, dict) and all(isinstance(one, Sitting) for one in carried.values()):
                plain = sittings.data_of(carried)
            code = next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
            code["outputs"] = [nbformat.v4.new_output("display_data", {"text/plain": "x", MIME: plain})]
        path = copied_course / "submitted" / student / f"day{day}" / f"{course.assignment(day).stem}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(notebook), "utf-8")
        return path

    return call


def part_of(day):
    parts = beside.of_class(course.assignment(day))
    assert len(parts) <= 1
    return parts[0] if parts else None


def counted(students, before, after, both):
    return (
        f"Students who handed in: {students}. The test before the course: {before}; the one after it: {after}; both, "
        f"with different forms: {both}."
    )


MANY = 24


@pytest.fixture
def a_class(hand_in):
    """Hand in the days of many students: who knows more before knows more after, and all learn."""
    draw = random.Random(7)
    known = {}
    for number in range(MANY):
        form = "AB"[number % 2]
        able = number / MANY
        before = {place for place in range(12) if draw.random() < 0.1 + 0.4 * able}
        after = before | {place for place in range(12) if draw.random() < 0.3 + 0.5 * able}
        first, last = sat(form, before), sat(OTHER[form], after)
        hand_in(f"student{number:02}", 1, {BEFORE: first})
        hand_in(f"student{number:02}", 5, {BEFORE: first, AFTER: last})
        known[f"student{number:02}"] = (first, last)
    return known


def test_the_gain_by_idea_is_that_of_the_class(a_class):
    part = part_of(5)
    assert part["notes"] == []
    assert part["sentences"][0] == counted(MANY, MANY, MANY, MANY)
    assert f"form A: {MANY // 2}, form B: {MANY // 2}" in part["sentences"][1]
    ideas, _ = part["tables"]
    assert [row[0] for row in ideas["rows"]] == [*IDEAS, "together"]
    for place, (_, before, after, gain, interval) in enumerate(ideas["rows"]):
        shares = [
            [statistics.mean(one.right[2 * place : 2 * place + 2] if place < 6 else one.right) for one in pair]
            for pair in a_class.values()
        ]
        first, last = (statistics.mean(each) for each in zip(*shares, strict=True))
        assert (before, after) == (f"{first:.0%}", f"{last:.0%}")
        assert gain == f"{(last - first) / (1 - first):.2f}"
        low, high = map(float, interval.split(" to "))
        assert low < float(gain) < high
    assert ideas == part_of(5)["tables"][0], "the interval is the same each time"


def test_the_interval_has_the_width_that_theory_gives_it():
    """For the mean of a share that was 0 before, the gain is that share, and its spread is known."""
    draw = random.Random(1)
    after = [float(draw.random() < 0.6) for _ in range(200)]
    low, high = of_class.interval([(0.0, one) for one in after])
    mean = statistics.mean(after)
    spread = (mean * (1 - mean) / 200) ** 0.5
    assert low == pytest.approx(mean - 1.96 * spread, abs=0.02)
    assert high == pytest.approx(mean + 1.96 * spread, abs=0.02)
    assert of_class.interval([(0.0, 1.0)] * 9) == (None, None), "of so few none is shown"
    assert of_class.interval([(1.0, 1.0)] * 20) == (None, None)
    assert of_class.gain_of(1.0, 1.0) is None
    assert of_class.gain_of(0.25, 0.75) == pytest.approx(2 / 3)


def test_each_question_has_its_difficulty_and_how_well_it_separates(a_class):
    _, questions = part_of(5)["tables"]
    assert [row[0] for row in questions["rows"]] == [f"{form} {number}" for form in "AB" for number in range(1, 13)]
    firsts, lasts = ([pair[at] for pair in a_class.values()] for at in (0, 1))
    for row in questions["rows"]:
        form, place = row[0][0], int(row[0][2:]) - 1
        for sat_by, easy, parts in ((firsts, row[2], row[4]), (lasts, row[3], row[5])):
            of_form = [one.right for one in sat_by if one.form == form]
            assert easy == f"{sum(right[place] for right in of_form)} of {MANY // 2}"
            own = [right[place] for right in of_form]
            rest = [sum(right) - right[place] for right in of_form]
            if len(set(own)) == 2:
                # The point-biserial formula: how far the means of both groups lie apart, in units of the spread.
                p = statistics.mean(own)
                ones, zeros = ([score for score, one in zip(rest, own, strict=True) if one == kind] for kind in (1, 0))
                apart = (statistics.mean(ones) - statistics.mean(zeros)) / statistics.pstdev(rest)
                assert float(parts) == pytest.approx(apart * (p * (1 - p)) ** 0.5, abs=0.006)
            else:
                assert parts == "-"


def test_day_1_shows_the_first_test_alone_and_other_days_nothing(a_class, hand_in):
    (questions,) = part_of(1)["tables"]
    assert {row[3] for row in questions["rows"]} == {"-"}
    assert part_of(1)["sentences"][0] == f"Students who handed in: {MANY}. The test before the course: {MANY}."
    hand_in("student00", 3)
    assert part_of(3) is None


def test_nobody_is_shown_anything_where_nobody_took_a_test(hand_in):
    hand_in("ada", 1)
    hand_in("ada", 5)
    assert part_of(1) is None
    assert part_of(5) is None


A, B = sat("A", {0, 1}), sat("B", {0, 1, 2, 3})


HALF = sat("A", {0}, False)


@pytest.mark.parametrize(
    ("first", "second", "note", "counts"),
    [
        ({BEFORE: A}, {BEFORE: A, AFTER: B}, "", (1, 1, 1)),
        (None, {BEFORE: A, AFTER: B}, of_class.ELSEWHERE, (1, 1, 1)),
        ({BEFORE: sat("A", {5})}, {BEFORE: A, AFTER: B}, of_class.TWICE, (1, 1, 1)),
        ({BEFORE: HALF}, {BEFORE: A, AFTER: B}, "", (1, 1, 1)),
        ({BEFORE: HALF}, {AFTER: B}, of_class.HALF, (0, 1, 0)),
        ({BEFORE: A}, {BEFORE: A, AFTER: sat("B", {0}, False)}, of_class.HALF, (1, 0, 0)),
        ({BEFORE: B}, {BEFORE: B, AFTER: B}, of_class.SAME, (1, 1, 0)),
        ({BEFORE: A}, {AFTER: B}, "", (1, 1, 1)),
        ({BEFORE: A}, {}, "", (1, 0, 0)),
        (None, {AFTER: B}, "", (0, 1, 0)),
        ({BEFORE: A}, 7, of_class.DAMAGED, (1, 0, 0)),
        ({BEFORE: A}, {AFTER: B.data() | {"edition": 2}}, of_class.DAMAGED, (1, 0, 0)),
    ],
    ids=[
        "both", "handed in without the day", "done twice", "half, then whole", "half before", "half after",
        "the same form", "first not carried", "before alone", "after alone", "damaged", "another version",
    ],
)  # fmt: skip
def test_what_is_missing_half_done_or_damaged_is_one_sentence_and_loses_nothing(hand_in, first, second, note, counts):
    hand_in("ada", 1, first)
    hand_in("ada", 5, second)
    part = part_of(5)
    before, after, both = counts
    assert part["sentences"][0] == counted(1, before, after, both)
    assert part["notes"] == ([note.format(student="ada", day="day5", count=7, all=12)] if note else [])


def test_of_two_different_first_tests_that_of_day_1_counts(hand_in):
    early = sat("A", {5})
    paths = {"day1": hand_in("ada", 1, {BEFORE: early}), "day5": hand_in("ada", 5, {BEFORE: A, AFTER: B})}
    assert of_class.of_student("ada", paths)[0] == sittings.data_of({BEFORE: early, AFTER: B})


class Unread(Exception):
    """Can be pickled, and not read again."""

    def __init__(self, text, place):
        super().__init__(text)


@pytest.mark.parametrize("error", [ZeroDivisionError("it broke"), Unread("it broke", "")], ids=["plain", "unread"])
def test_a_student_whose_reading_fails_is_named_and_stops_nobody(hand_in, monkeypatch, error):
    if processes.METHOD != "fork":
        pytest.skip("a process that is started anew has not what this test changes")
    hand_in("ada", 1, {BEFORE: A})
    hand_in("eve", 1, {BEFORE: A})
    hand_in("zoe", 1, {BEFORE: A})
    whole = of_class.of_student

    def fails(student, notebooks):
        if student == "eve":
            raise error
        return whole(student, notebooks)

    monkeypatch.setattr(of_class, "of_student", fails)
    part = part_of(1)
    assert part["sentences"][0].endswith("before the course: 2.")
    assert part["notes"] == ["eve: what came beside the answers could not be counted. it broke"]


@pytest.mark.parametrize(
    "text", ["{", "[]", "[" * 100_000, '{"cells": 7}', '{"cells": [7, {"outputs": [7, {"data": 7}]}]}', "\x00"]
)
def test_a_notebook_that_is_none_stops_nobody(hand_in, text):
    hand_in("grace", 1, {BEFORE: A})
    hand_in("grace", 5, {BEFORE: A, AFTER: B})
    hand_in("mallory", 5).write_text(text, "utf-8")
    part = part_of(5)
    assert part["sentences"][0].endswith("both, with different forms: 1.")
    assert all(note.startswith("mallory: ") for note in part["notes"])


def test_the_report_shows_it_and_points_stay_as_they_are(hand_in, copied_course, capsys):
    path = copied_course / "autograded" / "ada" / "day1" / f"{course.assignment(1).stem}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(judged_notebook(answers_of(1)), path)
    assert main(["report", "1"]) == 0
    capsys.readouterr()
    without = (copied_course / "reports" / "day1.html").read_text("utf-8")
    assert "Before and after" not in without
    table = (copied_course / "reports" / "day1.csv").read_bytes()
    hand_in("ada", 1, {BEFORE: A})
    hand_in("<b>bob", 1, 7)
    assert main(["report", "1"]) == 0
    page = (copied_course / "reports" / "day1.html").read_text("utf-8")
    assert Page(page).open == []
    assert '<h2 id="before-and-after">Before and after</h2>' in page
    assert "&lt;b&gt;bob: what came with day1" in page
    assert "<b>bob: what came with day1" in capsys.readouterr().out
    rows = Page(page).table("Question")
    assert rows[0][:4] == ["A 1", IDEAS[0], "1 of 1", "-"]
    assert (copied_course / "reports" / "day1.csv").read_bytes() == table
    (row,) = Page(page).table("Student")
    assert row[1] == f"{points_of(1):g}"
    assert class_page.read_class(course.assignment(1)).more == ()
