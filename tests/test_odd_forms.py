# SPDX-License-Identifier: MIT
"""Whatever form an answer has, its verdict can be read, says what came, and names no class of the judge's own."""

import ast
import re

import pytest

from judge.asking.ask import ask
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.run import answers as answer_types
from judge.run.answers import Answer, PlainArray, PlainValue, Several, plain_answer, same
from judge.run.messages import in_words
from judge.run.words import speaking
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
    "no number": [float("nan"), None],
}
SPOKEN = {
    "en": r"Your answer|Your code|In your answer|There is no entry|[Nn]ot attempted|still empty",
    "es": r"[Tt]u respuesta|[Tt]u código|No hay ninguna entrada|[Ss]in intentar|vacía|Debajo de|Bajo",
}
# The names of the judge's own classes, but for those that are words as well.
WORDS = {"Missing", "Place", "Raised", "Several", "Table"}
OWN = {name for name, thing in vars(answer_types).items() if isinstance(thing, type)} - WORDS - {"Any", "Fraction"}
DAYS = [day.number for day in course.days()]


def texts_of(probe, inputs, right, given):
    """Return what a learner reads of an answer without a name, in each language."""
    verdict = Verdict(
        probe.check, NOT_YET, 1, Question(probe.name, inputs), right if probe.reveal else None, given
    )
    sentences = explained(verdict, probe, right, [], misfit(probe, right, given))
    texts = {}
    for spoken in SPOKEN:
        with speaking(spoken):
            texts[spoken] = in_words(sentences).text()
    return texts


def faults(probe, inputs, right, given):
    """Yield what is wrong with the texts that are read of an answer."""
    for spoken, text in texts_of(probe, inputs, right, given).items():
        if any(re.search(rf"\b{name}\b", text) for name in OWN):
            yield f"a class of the judge's: {text}"
        if re.search(r"\{\w+(:\w+)?\}", text) or "can't be shown" in text:
            yield f"an argument that its sentence lacks: {text}"
        if not re.search(SPOKEN[spoken], text):
            yield f"what came is not said ({spoken}): {text}"


@pytest.mark.parametrize("number", DAYS)
def test_every_question_has_a_readable_verdict_on_every_form(number):
    found = []
    for check, right_answers in kept.answers(course.day(number)).items():
        posed = [probe for probe in probes_of(check) for _ in range(probe.rounds)]
        shown = {probe.name: (probe, right) for probe, right in zip(posed, right_answers, strict=True)}
        for probe, right in shown.values():
            inputs = {name: 2.5 for name in probe.drawers}
            for form, value in FORMS.items():
                given = plain_answer(value)
                if not same(given, right):
                    found += [f"{check}, {probe.name}, {form}: {fault}" for fault in faults(probe, inputs, right, given)]
    assert found == []
