# SPDX-License-Identifier: MIT
"""The next step for a learner: one rule, given as a sentence, in a few words and as data."""

import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from companion import check
from grading import result_json, terminal
from judge.notebooks import course
from judge.notebooks.cells import CARD, Check, Exercise, exercises, headings
from judge.run.answers import PlainValue, Raised
from judge.run.words import speaking
from judge.verdicts import marking, render
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.results import (
    CHECK_CELL,
    OTHER_CELL,
    OWN_CELL,
    CellStopped,
    CheckResult,
    DoesNotDefine,
    ExerciseResult,
    NextStep,
    Result,
    Stop,
)  # fmt: skip
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Verdict

SECTION = "2. Building a graph"


def verdict(check, outcome, given=None, section=""):
    return Verdict(check, outcome, 1, given=given, section=section)


def result(day, *outcomes, section=SECTION, given=None, obstacle=None):
    listed = []
    for at, outcome in enumerate(outcomes, 1):
        check = Check(f"day{day}-e{at}-a", 2.0, "A claim.")
        exercise = Exercise(f"day{day}-e{at}", f"{day}.{at}", "write", 10, (check,))
        wrong = outcome == NOT_YET
        said = verdict(check.grade_id, outcome, given if wrong else None, section if wrong else "")
        listed.append(ExerciseResult(exercise, (CheckResult(check, outcome, said, obstacle if wrong else None),)))
    return Result(course.assignment(f"day{day}"), "A day", tuple(listed), ())


def sentence(found):
    return render.next_message(found.next_step, found.assignment.name).text()


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ((CORRECT, NOT_ATTEMPTED, NOT_YET), 'Read the section "2. Building a graph" again, then fix exercise 1.3.'),
        ((CORRECT, NOT_ATTEMPTED, NOT_ATTEMPTED), "Write exercise 1.2."),
        ((CORRECT, CORRECT), "All of Day 1 is correct. Go on to Day 2."),
    ],
)
def test_what_was_tried_is_mended_before_the_next_one_is_written(outcomes, expected):
    assert sentence(result(1, *outcomes)) == expected


def with_second_part(found):
    """Return a result whose last exercise is extra."""
    *core, last = found.exercises
    return replace(found, exercises=(*core, replace(last, exercise=replace(last.exercise, is_extra=True))))


DONE = "Core done: 4 of 6 points. Enough for today; part two is extra."


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ((CORRECT, CORRECT, NOT_ATTEMPTED), DONE),
        ((CORRECT, CORRECT, NOT_YET), DONE),
        ((CORRECT, NOT_YET, NOT_ATTEMPTED), ""),
        ((CORRECT, NOT_ATTEMPTED, CORRECT), ""),
        ((CORRECT, CORRECT, CORRECT), ""),
    ],
)
def test_that_the_core_is_done_is_said_once_while_something_extra_is_left(outcomes, said):
    found = with_second_part(result(1, *outcomes))
    in_notebook = check.report(result_json.as_json(found), "day1.ipynb", 0.0, [])
    for text in (terminal.as_text(found), *in_notebook):
        assert text.count("Core done") == text.count(said or "Core done") == bool(said)
        assert ("If you want more:" in text) == bool(said)
        assert not (said and "Next:" in text)
    assert render.core_message(found).text() == said


def test_that_the_core_is_done_is_said_in_the_readers_language():
    with speaking("es"):
        text = render.core_message(with_second_part(result(1, CORRECT, CORRECT, NOT_YET))).text()
    assert text == "Lo esencial está hecho: 4 de 6 puntos. Por hoy es suficiente; la segunda parte es extra."


def test_nothing_is_said_of_a_core_without_a_second_part_and_after_one_exercise():
    found = result(1, CORRECT, NOT_YET)
    assert not found.core_done
    assert not replace(with_second_part(found), only="1.1").core_done


def test_without_a_section_the_exercise_is_named():
    assert sentence(result(1, NOT_YET, section="")) == "Fix exercise 1.1."


def test_checks_that_could_not_be_judged_are_listed():
    one, several = (render.unjudged_message(claims).text() for claims in (("a.",), ("a.", "b.")))
    assert one.startswith('This check could not be judged, by a fault of the grader: "a".')
    assert several.endswith(' of the grader: "a", "b". Their points are not counted.')


def test_what_the_browser_lacks_costs_no_point_there():
    lacking = CellStopped(CHECK_CELL, Stop("1.1", marking.NOT_IN_BROWSER, "torch"))
    found = result(1, NOT_YET, CORRECT, obstacle=lacking)
    left = marking.without_lacking(found)
    assert [each.exercise.number for each in left.exercises] == ["1.2"]
    assert 'needs a package that no browser has: "A claim".' in left.warnings[-1]


def test_where_an_answer_cell_stopped_for_lack_of_a_package_all_that_is_not_right_is_left_out():
    halted = CellStopped(OWN_CELL, Stop("1.1", marking.NOT_IN_BROWSER, "torch"))
    found = result(1, NOT_YET, CORRECT, NOT_YET, obstacle=halted)
    third = found.exercises[2]
    other = replace(third, checks=(replace(third.checks[0], obstacle=None),))
    left = marking.without_lacking(replace(found, exercises=(*found.exercises[:2], other)))
    assert [each.exercise.number for each in left.exercises] == ["1.2"]


def test_a_check_whose_answer_lacks_a_package_is_left_out():
    lacking = Raised(marking.NOT_IN_BROWSER, "torch")
    assert marking.without_lacking(result(1, NOT_YET, given=lacking)).exercises == ()
    assert len(marking.without_lacking(result(1, NOT_YET)).exercises) == 1


def test_a_check_that_stopped_names_no_section():
    stopped = result(1, NOT_YET, obstacle=CellStopped(CHECK_CELL, Stop("1.1", "ValueError", "no")))
    assert stopped.exercises[0].checks[0].section == ""
    assert result(1, NOT_YET).exercises[0].checks[0].section == SECTION


def test_a_fault_of_the_grader_is_nothing_to_fix():
    found = result(1, CORRECT, NOT_YET)
    check = found.exercises[1].checks[0]
    unjudged = replace(check, verdict=replace(check.verdict, unjudged=True))
    found = replace(found, exercises=(found.exercises[0], replace(found.exercises[1], checks=(unjudged,))))
    assert sentence(found).startswith("Nothing is left for you to fix.")
    assert found.next_step == NextStep("report")
    open_too = replace(found, exercises=(*found.exercises, *result(1, NOT_ATTEMPTED).exercises))
    assert sentence(open_too) == "Write exercise 1.1."


STUB = "Exercise 3.1 is not written yet."


@pytest.mark.parametrize(
    "waiting",
    [
        {"given": Raised("NotImplementedError", STUB)},
        {"obstacle": CellStopped(OTHER_CELL, Stop("3.1", "NotImplementedError", STUB), "topological_order")},
        {"obstacle": CellStopped(OWN_CELL, Stop("3.2", "NotImplementedError", STUB))},
    ],
)
def test_an_unwritten_exercise_that_another_one_waits_for_comes_first(waiting):
    found = result(3, NOT_ATTEMPTED, NOT_YET, **waiting)
    assert found.next_step == NextStep("write needed", "3.1", "write")
    assert sentence(found) == "Write exercise 3.1, which another one needs."
    assert render.short_next_message(found.next_step).text() == "write 3.1 write"


@pytest.mark.parametrize(
    "given", [Raised("TypeError", STUB), PlainValue(STUB), PlainValue({"NotImplementedError": STUB})]
)
def test_a_learners_text_that_reads_like_a_stub_is_none(given):
    assert sentence(result(3, NOT_ATTEMPTED, NOT_YET, given=given, section="")) == "Fix exercise 3.2."


def test_after_the_last_day_there_is_no_next_one():
    found = result(5, CORRECT)
    assert sentence(found) == 'All of Day 5 is correct. That is the whole course. "Five days" says where to go next.'
    data = result_json.as_json(found)
    assert data["next"] == 'All of Day 5 is correct. That is the whole course. "Five days" says where to go next.'
    assert data["next_step"] == {"action": "whole course", "number": "", "title": "", "section": ""}
    assert render.short_next_message(found.next_step).text() == ""
    assert "[Five days](#Five-days) says" in data["next_markdown"]
    assert "Five days" in headings(marking.source_notebook(found.assignment))


def test_the_day_after_the_course_is_one_more():
    found = result(6, CORRECT)
    assert sentence(found) == 'All of Day 6 is correct. "Where to go from here" says where to go next.'
    assert result_json.as_json(found)["next_step"]["action"] == "one day more"
    assert "Where to go from here" in headings(marking.source_notebook(found.assignment))


def test_full_marks_lead_to_the_next_day_from_wherever_the_notebook_is(tmp_path):
    found = result(1, CORRECT)
    next_day = course.assignment(2).learner_notebook
    for folder in (None, tmp_path / "handed in"):
        markdown = result_json.as_json(found, folder=folder)["next_markdown"]
        link = re.fullmatch(r"All of Day 1 is correct\. Go on to \[Day 2\]\((.+)\)\.", markdown)
        assert (folder or found.assignment.learner_notebook.parent).joinpath(
            unquote(link[1])
        ).resolve() == next_day.resolve()


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_each_exercise_and_each_section_that_a_message_names_is_a_link_to_its_heading(day):
    known = headings(marking.source_notebook(day))
    assert {entry.section for entry in misconceptions(day.number) if entry.section} <= known.keys()
    for exercise in exercises(marking.source_notebook(day)):
        assert CARD.fullmatch(f"### {known[exercise.number]}")[1] == exercise.number


@pytest.mark.parametrize(
    ("obstacle", "expected"),
    [
        (
            CellStopped(OTHER_CELL, Stop("1.2", "NotImplementedError", "not written"), "trace"),
            'This waits for exercise <a href="#Exercise-',
        ),
        (DoesNotDefine("1.1", "Value", ""), 'The answer cell of exercise <a href="#Exercise-1.1:-write-the-class-'),
        (
            CellStopped(OWN_CELL, Stop("1.1", "NameError", "no"), "Value"),
            'The answer cell of exercise <a href="#Exercise-',
        ),
    ],
)
def test_an_exercise_in_the_way_is_a_link(obstacle, expected):
    data = result_json.as_json(result(1, NOT_YET, obstacle=obstacle))
    assert data["exercises"][0]["findings"][0]["html"].startswith(f"<p>{expected}")


def test_an_exercise_that_is_graded_alone_waits_for_one_that_is_not_graded():
    found = result(3, CORRECT, NOT_YET, given=Raised("NotImplementedError", STUB))
    alone = replace(found, exercises=found.exercises[1:], only="3.2")
    assert sentence(alone) == "Write exercise 3.1, which another one needs."
    done = replace(found, exercises=found.exercises[:1], only="3.1")
    assert sentence(done) == "Exercise 3.1 is correct. Go on with the text below it."
    assert render.short_next_message(done.next_step).text() == ""
    assert "Then save the notebook, and run the check" in terminal.as_text(alone)
    assert terminal.as_text(done).endswith("Go on with the text below it.")
