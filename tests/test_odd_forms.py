# SPDX-License-Identifier: MIT
"""Whatever form an answer has, its verdict can be read, says what came, and names no class of the judge's own."""

import ast
import itertools
import re

import numpy
import pytest

from judge.asking.ask import ask, questions
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.run import answers as answer_types
from judge.run.answers import NotAttempted, plain_answer, same
from judge.run.messages import ROWS, fields
from judge.run.words import speaking
from judge.verdicts.alike import expected
from judge.verdicts.card import as_message
from judge.verdicts.verdict import NOT_YET, Question, Verdict
from judge.verdicts.wording.explained import explained
from judge.verdicts.wording.given import misfit
from verification import catalogued, kept

# Twelve forms in which people answer, whatever is asked.
FORMS = {
    "a decimal comma": (0, 5),
    "a pair with a decimal comma": (0, 5, 1),
    "a comma at the end": (3,),
    "a number in quotes": "0,5",
    "numbers in quotes": ["-1", "-2"],
    "a list of letters": "B, D y E",
    "letters with strokes": "b/d/e",
    "a Spanish word": "directo",
    "a blank": " ",
    "a dictionary": {"a": 1.5, "b": "two"},
    "a set": {"a", 2},
    "no numbers": [float("nan"), None, {1}, numpy.zeros((2, 1))],
}
SPOKEN = {
    "en": r"You gave: ",
    "es": r"Tu respuesta: ",
}
# The names of the judge's own classes, but for those that are words as well.
WORDS = {"Missing", "Place", "Raised", "Several", "Table"}
OWN = {name for name, thing in vars(answer_types).items() if isinstance(thing, type)} - WORDS - {"Any", "Fraction"}
DAYS = [day.number for day in course.assignments()]


def text_of(probe, inputs, right, given):
    """Return what a learner reads of an answer that has no name."""
    verdict = Verdict(probe.check, NOT_YET, 1, Question(probe.name, inputs), right if probe.reveal else None, given)
    return as_message(explained(verdict, probe, right, [], misfit(probe, right, given))).text()


def faults_in(text, spoken):
    """Yield what is wrong with a text that is read of an answer."""
    if any(re.search(rf"\b{name}\b", text) for name in OWN):
        yield f"a class of the judge's: {text}"
    if re.search(r"\{[a-z_]\w*(:\w+)?\}", text) or "can't be shown" in text:
        yield f"an argument that its sentence lacks: {text}"
    if not re.search(SPOKEN[spoken], text):
        yield f"what came is not said ({spoken}): {text}"


def questions_of(number):
    """Yield each question of a day once, with its right answer."""
    for check, right_answers in kept.answers(course.assignment(number)).items():
        posed = [probe for probe in probes_of(check) for _ in range(probe.rounds)]
        once = {probe.name: (probe, right) for probe, right in zip(posed, right_answers, strict=True)}
        for name, pair in once.items():
            yield f"{check}, {name}", *pair


@pytest.mark.parametrize("number", DAYS)
def test_every_question_has_a_readable_verdict_on_every_form(number, pytestconfig):
    found, each = [], 1 if pytestconfig.getoption("--all") else 3
    for place, (name, probe, right) in enumerate(questions_of(number)):
        kinds = fields(probe.ask)
        inputs = {name: [[2.5], [2.5]] if kinds.get(name) == ROWS else 2.5 for name in probe.drawers}
        # An ordinary run has time for a third of the forms: the next question gets the next ones.
        for form, value in itertools.islice(FORMS.items(), place % each, None, each):
            given = plain_answer(value)
            if not same(given, right):
                text = text_of(probe, inputs, right, given)
                found += [f"{name}, {form}: {fault}" for fault in faults_in(text, "en")]
    assert found == []


@pytest.mark.one_in(3)
@pytest.mark.parametrize("number", DAYS)
def test_verdicts_on_odd_forms_are_readable_in_spanish(number):
    found, forms = [], itertools.cycle(FORMS.items())
    with speaking("es"):
        for name, probe, right in questions_of(number):
            form, value = next(forms)  # each form in its turn: a question has the same sentences in each language
            text = text_of(probe, dict.fromkeys(probe.drawers, 2.5), right, plain_answer(value))
            found += [f"{name}, {form}: {fault}" for fault in faults_in(text, "es")]
    assert found == []


def on_paper(number):
    """Yield the exercises of a day with the answers in them that are no code: a name, and its value."""
    for exercise, source in reference.solutions(number).items():
        names = {
            node.targets[0].id
            for node in ast.parse(source).body
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for name in sorted(names):
            yield exercise, name


def entries(value, path=()):
    """Yield the ways to all entries of an answer, each with what stands there."""
    yield path, value
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    for key, part in inside:
        yield from entries(part, (*path, key))


def with_entry(value, path, other):
    """Return an answer with another entry in one place."""
    if not path:
        return other
    changed = dict(value) if isinstance(value, dict) else list(value)
    changed[path[0]] = with_entry(value[path[0]], path[1:], other)
    return tuple(changed) if isinstance(value, tuple) else changed


@pytest.mark.parametrize("number", DAYS)
def test_an_odd_entry_on_paper_is_said_to_be_the_answer_and_no_code_is_blamed(number):
    found, names = [], reference.load(number)
    for exercise, name in on_paper(number):
        day = course.assignment(number)
        checks = [check for check in catalogued.checks_of(day, exercise) if asks_on_paper(check, name)]
        for path, value in entries(names[name]):
            for form in ((0, 5), "0,5", [value], {"a": value}, {3}):
                changed = {**names, name: with_entry(names[name], path, form)}
                for check in checks:
                    found += [f"{name}, {path}, {form}: {fault}" for fault in typed_faults(check, changed)]
    assert found == []


def asks_on_paper(check, name):
    """Tell whether a check has a question that no code answers, or one about an answer of that name."""
    return any(not probe.reveal or f"`{name}" in probe.ask for probe in probes_of(check))


def typed_faults(check, names):
    """Yield what is wrong with what is read of the first wrong answer."""
    for (probe, inputs), right, given in zip(
        questions(check, 7), expected(check, 7), ask(check, names, 7), strict=True
    ):
        if not same(given, right) and not isinstance(given, NotAttempted):
            text = text_of(probe, inputs, right, given)
            yield from faults_in(text, "en")
            if "Your code" in text:
                yield f"no code of the learner's runs: {text}"
            return
