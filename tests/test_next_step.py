# SPDX-License-Identifier: MIT
"""What a learner is told to do next."""

import pytest

from grading.judging import CORRECT, NOT_ATTEMPTED, NOT_YET
from grading.judging.marking import CheckResult, ExerciseResult, Result
from grading.notebooks import course
from grading.notebooks.cells import Check, Exercise

MESSAGE = "`a * b`: it should be 6. Here it is 5. See *2. Building a graph*."
WAITS = "Here NotImplementedError: Exercise 3.1 is not written yet."


def result(day, *outcomes, message=MESSAGE):
    listed = []
    for at, outcome in enumerate(outcomes, 1):
        check = Check(f"day{day}-e{at}-a", 2.0, "A claim.")
        exercise = Exercise(f"day{day}-e{at}", f"{day}.{at}", "write", 2.0, 10, (check,))
        said = message if outcome == NOT_YET else ""
        listed.append(ExerciseResult(exercise, (CheckResult(check, outcome, (), said, 1),)))
    return Result(course.day(f"day{day}"), "A day", tuple(listed), ())


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (
            (CORRECT, NOT_ATTEMPTED, NOT_YET),
            "Read the section *2. Building a graph* again, then mend exercise 1.3.",
        ),
        ((CORRECT, NOT_ATTEMPTED, NOT_ATTEMPTED), "Write exercise 1.2."),
        ((CORRECT, CORRECT), "All of day1 is correct. Go on to the next day."),
    ],
)
def test_what_was_tried_is_mended_before_the_next_one_is_written(outcomes, told):
    assert result(1, *outcomes).next_step == told


def test_without_a_section_the_exercise_is_named():
    assert result(1, NOT_YET, message="The cell stops.").next_step == "Mend exercise 1.1."


def test_an_unwritten_exercise_that_another_one_waits_for_comes_first():
    told = result(3, NOT_ATTEMPTED, NOT_YET, message=WAITS).next_step
    assert told == "Write exercise 3.1, which another one needs."


def test_after_the_last_day_there_is_no_next_one():
    assert result(5, CORRECT).next_step == "All of day5 is correct. That is the whole course."
    assert result(5, CORRECT).as_json()["next"] == "All of day5 is correct. That is the whole course."
