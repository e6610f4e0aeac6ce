# SPDX-License-Identifier: MIT
"""What cards say is in words: questions name more than an entry, code is marked, terms are those of the days."""

import re

import pytest

from building.editions import speaking
from judge.asking.probe import probes_of
from judge.notebooks import course
from judge.notebooks.cells import exercises
from judge.run.words import say
from judge.verdicts.catalogue import misconceptions
from judge.verdicts.marking import source_notebook

CHECKS = [
    check.grade_id
    for day in course.assignments()
    for exercise in exercises(source_notebook(day))
    for check in exercise.checks
]
CODE_MARKS, FIELD, WORD = re.compile(r"`[^`]*`"), re.compile(r"\{[^}]*\}"), re.compile(r"[^\W\d_]{2}")
# A call, or an argument with its name.
CODE = re.compile(r"\w\(\)|\b[a-z]{2,} = ")


@pytest.mark.parametrize("spoken", ["en", "es"])
def test_a_question_is_asked_in_words_and_its_calls_are_marked_as_code(spoken):
    """A card that asks for `cause` alone says nothing to whoever does not have the exercise in view."""
    with speaking(spoken):
        probes = [probe for check in CHECKS for probe in probes_of(check)]
        asked = [say(probe.ask) for probe in probes if not probe.reveal]
        said = [say(text) for probe in probes for text in (probe.ask, probe.because)]
    assert [text for text in asked if not WORD.search(FIELD.sub("", CODE_MARKS.sub("", text)))] == []
    assert [text for text in said if CODE.search(CODE_MARKS.sub("", text))] == []


def test_verdicts_say_it_in_words_that_the_days_define():
    """The days say that a node is used twice, or has two children."""
    entries = [entry for day in course.assignments() for entry in misconceptions(day.number)]
    said = {one.id: f"{one.title} {one.verdict} {one.symptom}" for one in entries}
    assert [name for name, text in said.items() if re.search("[Ss]hared (node|step)", text)] == []
