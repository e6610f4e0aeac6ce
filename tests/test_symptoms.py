# SPDX-License-Identifier: MIT
"""The card of a mistake leads to its row among the common errors."""

import json
import re
from dataclasses import replace
from functools import partial

import pytest

from building import notebooks
from companion.check import report
from grading import result_json, terminal
from judge.notebooks import course
from judge.notebooks.cells import CARD, SYMPTOMS, Check, Exercise, exercises, is_grade, sections, table_of
from judge.run.answers import PlainValue
from judge.verdicts import feedback_page, render
from judge.verdicts.card import ERRORS, as_message
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.results import (
    CHECK_CELL,
    OTHER_CELL,
    OWN_CELL,
    CellStopped,
    CheckResult,
    ExerciseResult,
    NotRun,
    Result,
    Stop,
)
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Name, Verdict

TABLE = "Symptom and cause in 1.1"
LINK = "#Symptom-and-cause-in-1.1"
CHECK = Check("day1-value-add", 2.0, "A claim.")
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS.*?### END HIDDEN TESTS", re.DOTALL)
STOP = Stop("1.1", "NameError", "name 'Value' is not defined")


def result(outcome=NOT_YET, table=TABLE, obstacle=None, mistakes=(), check=CHECK):
    known = {entry.id: entry for entry in misconceptions(1)}
    names = tuple(Name(known[one].title, known[one].exercise, known[one].symptom) for one in mistakes)
    verdict = Verdict(check.grade_id, outcome, 1, given=PlainValue(1.0), misconceptions=mistakes, names=names)
    exercise = Exercise("day1-value", "1.1", "write the class", 20, (check,), table)
    # Without a question, as where the answer cell stopped: the words of the verdict itself are not looked at here.
    checked = CheckResult(check, outcome, None if obstacle else verdict, obstacle)
    return Result(course.assignment(1), "Day 1", (ExerciseResult(exercise, (checked,)),), ())


def errors(found):
    """Return what the card of the first cause says of the common errors; "" where it says nothing."""
    card = render.finding_card(found.exercises[0].findings[0])
    return as_message([part for part in card if part.label == ERRORS]).text()


def test_a_mistake_that_has_a_row_names_it_and_no_other_does():
    row = 'Common errors: "Symptom and cause in 1.1", the row "`_prev` is empty after `a + b`"'
    assert errors(result(mistakes=("day1-add-no-parents",))) == row
    for mistakes in ((), ("day1-add-subtracts",), ("day1-add-no-parents", "day1-add-returns-number")):
        assert errors(result(mistakes=mistakes)) == ""


def test_each_place_that_shows_a_card_shows_the_row():
    found = result(mistakes=("day1-add-no-parents",))
    data = json.loads(json.dumps(result_json.as_json(found)))
    assert f'<a href="{LINK}">Symptom and cause in 1.1</a>' in report(data, "day1.ipynb", 0.0, [])[0]
    assert '"Symptom and cause in 1.1"' in " ".join(terminal.as_text(found).split())
    # The page that a learner gets back is not the notebook, so the name alone stands there.
    assert "<em>Symptom and cause in 1.1</em>" in feedback_page._card(found.exercises[0].findings[0])


@pytest.mark.parametrize(
    "found",
    [
        partial(result, table="", mistakes=("day1-add-no-parents",)),
        partial(result, outcome=NOT_ATTEMPTED, mistakes=("day1-add-no-parents",)),
        partial(result, obstacle=CellStopped(OWN_CELL, STOP, "Value")),
        partial(result, obstacle=NotRun()),
        partial(result, obstacle=CellStopped(OTHER_CELL, replace(STOP, number="1.2"), "trace")),
        partial(
            result,
            obstacle=CellStopped(CHECK_CELL, Stop("", "NotImplementedError", "Exercise 1.2 is not written yet.")),
        ),
    ],
    ids=[
        "a course without such a table",
        "not attempted",
        "stopped",
        "not run",
        "waits for another",
        "waits for a stub",
    ],
)
def test_where_the_table_would_not_help_there_is_no_link(found):
    assert errors(found()) == ""


def test_what_is_correct_has_no_message():
    assert result(outcome=CORRECT).exercises[0].findings == ()


def test_an_exercise_without_a_table_of_its_own_leads_to_that_of_the_day():
    assert table_of("1.1", [SYMPTOMS, TABLE]) == TABLE
    assert table_of("1.2", [SYMPTOMS, TABLE]) == SYMPTOMS
    assert table_of("1.2", ["1. A section"]) == ""


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_the_links_of_a_day_lead_to_its_headings(day):
    notebook = notebooks.from_master(day)
    headings = {heading.replace(" ", "-") for heading in sections(notebook)}
    assert all(each.table.replace(" ", "-") in headings for each in exercises(notebook))
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    links = [place for text in texts for place in re.findall(r"\]\(#(Symptom[^)]*)\)", text)]
    assert set(links) <= headings
    tables = {heading for heading in headings if heading.startswith(SYMPTOMS.replace(" ", "-"))}
    assert tables <= set(links), "each table has a link that leads to it"


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_a_table_stands_behind_the_last_check_of_its_exercise(day):
    """Who has run a check finds it right beneath."""
    cells = notebooks.from_master(day).cells
    for place, cell in enumerate(cells):
        if cell.source.startswith(f"#### {SYMPTOMS} in "):
            assert is_grade(cells[place - 1])
            number = cell.source.split("\n")[0].split()[-1]
            cards = [found for above in cells[:place] for found in CARD.finditer(above.source)]
            assert cards[-1][1] == number
