# SPDX-License-Identifier: MIT
"""Each sentence of *Out* and *Must hold* on a card has a question: ``proof/asked.toml`` of its exercise says which."""

import re

import pytest

from judge.notebooks import course, reference
from judge.verdicts.verdict import CORRECT
from verification import cards, catalogued
from verification.lint import day_text, masters
from verification.right_solutions import folder, read

CARDS = {exercise: (day, card) for day in course.assignments() for exercise, card in cards.cards(day).items()}

CARD = """### Exercise 1.9: an example (about 5 min)

*In, for `f`:* a number. Any number.

*Out:* a list. It holds "both." Many are right:
- `a`, the first;
- `b`, the second, which
  goes on here. **Twice.**

| a | table |
|---|---|

*Must hold, for `f`:* it ends at 0.5 s, and so on.

*Out of scope:* what comes later.
"""


@pytest.mark.parametrize("day", course.assignments(), ids=lambda day: day.name)
def test_cards_are_short_and_refute_one_claim_a_day(day):
    assert [str(fault) for fault in masters.of_cards(day_text.read(day))] == []


def test_long_cards_and_a_second_claim_to_refute_are_said():
    (day,) = (day for day in course.assignments() if day.number == 6)
    text = day_text.read(day)
    claim = 'A friend says "always". They say so twice.'
    for cell in text.cells:
        if "### Exercise 6.1:" in cell.source:
            cell.source += f"\n\n{claim}\n\n{'word ' * 220}"
        if "### Exercise 6.4:" in cell.source or "### Exercise 6.8:" in cell.source:
            cell.source += f"\n\nRefute it.\n\n{'word ' * 60}"
    long, median, refuted = (str(fault) for fault in masters.of_cards(text))
    assert re.search(r"exercise 6\.1: its card has 3\d\d words, and 220 are the most", long)
    assert re.search(r"its cards have 1\d\d words in the median, and 130 are the most", median)
    assert "its cards have 3 claims to refute (6.1, 6.4, 6.8), and one a day is the most" in refuted


def test_a_card_says_that_it_is_extra_in_part_two_and_only_there():
    (day,) = (day for day in course.assignments() if day.number == 6)
    text = day_text.read(day)
    for cell in text.cells:
        cell.source = cell.source.replace("6.1: which lines change? (", "6.1: which lines change? (extra, ")
        cell.source = cell.source.replace("6.5: the loss that stays (extra, ", "6.5: the loss that stays (")
    core, extra = (str(fault) for fault in masters.of_cards(text))
    assert "exercise 6.1: its card says that it is extra" in core
    assert "exercise 6.5: its card does not say that it is extra" in extra


def test_sentences_are_those_of_out_and_must_hold_alone():
    assert cards.sentences(CARD) == [
        "a list.",
        'It holds "both."',
        "Many are right:",
        "`a`, the first;",
        "`b`, the second, which goes on here.",
        "**Twice.**",
        "it ends at 0.5 s, and so on.",
    ]


@pytest.mark.parametrize("exercise", CARDS)
def test_each_sentence_of_a_card_has_a_row_and_no_row_is_left_over(exercise):
    _, card = CARDS[exercise]
    said = [row["says"] for row in cards.rows(exercise)]
    assert said == cards.sentences(card), f"{folder(exercise) / cards.FILE} lists what the card of {exercise} says"


@pytest.mark.parametrize("exercise", CARDS)
def test_each_row_names_questions_that_there_are(exercise):
    day, _ = CARDS[exercise]
    known = [question for question in cards.questions(day) if question.startswith(f"{exercise}-")]
    for row in cards.rows(exercise):
        assert row.get("asked") or row.get("shown"), f"nothing asks for: {row['says']}"
        assert cards.unknown(row, known) == [], row["says"]
        for name in row.get("shown", ()):
            assert (folder(exercise) / "solutions" / f"{name}.py").exists(), (name, row["says"])


SHOWN = sorted({(one, name) for one in CARDS for row in cards.rows(one) for name in row.get("shown", ())})


@pytest.mark.parametrize(("exercise", "name"), SHOWN)
def test_a_solution_that_shows_a_freedom_loses_nothing(exercise, name):
    day, _ = CARDS[exercise]
    namespace = reference.load(day.number, answers=read(f"{day.name}/{name}"))
    verdicts = catalogued.judged(day, namespace, catalogued.SEED, catalogued.checks_of(day, exercise))
    assert [check for check, verdict in verdicts.items() if verdict.outcome != CORRECT] == []


def test_a_row_that_names_a_question_which_there_is_not_is_found():
    known = ["day1-trace-nodes: nodes_diamond"]
    row = {"asked": ["day1-trace-nodes: nodes_*", "day1-trace-nodes: nodes_of_old"]}
    assert cards.unknown(row, known) == ["day1-trace-nodes: nodes_of_old"]
