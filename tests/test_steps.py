# SPDX-License-Identifier: MIT
"""Help in steps for answers found on paper; no first verdict on a check for thinking says what decides the question."""

import functools
import json
from types import SimpleNamespace

import pytest
import tomllib
from support import ROOT, answers_of
from test_thinking import TYPING, rows

import gradtools
import language
from building.editions import speaking
from building.translations import texts
from companion import hints, kernel, mistakes, steps
from grading import result_json
from judge.asking.ask import count
from judge.asking.probe import probes_of
from judge.notebooks import course
from judge.run.messages import sentence
from judge.run.words import say
from judge.verdicts.alike import answers_of as answers_of_mistake
from judge.verdicts.card import EITHER, LIKELY, OR, REMEMBER, Part, as_message, in_steps
from judge.verdicts.catalogue import general_names, suspects
from judge.verdicts.decide import decide
from judge.verdicts.marking import grade_file

SEED = 4
CHAIN = "day2-chain"
RIGHT = {"dL/dw2": -84.5, "dL/dw1": 26.0, "times": 9.0, "x": 0.0}


@pytest.fixture
def asked(learner):
    """Return what the grader says of exercise 2.4 with some entries changed, as JSON."""

    def ask(**wrong):
        answer = f"chain = {RIGHT | wrong!r}"
        result = grade_file(learner(2, {**answers_of(2), CHAIN: answer}), only="2.4")
        return json.loads(json.dumps(result_json.as_json(result)))

    return ask


def card(found, path):
    """Return what a learner reads of the one cause in a result, as ``check()`` shows it."""
    mistakes.note(found, path)
    (exercise,) = steps.in_steps(found, mistakes.steps_of(path))["exercises"]
    (finding,) = exercise["findings"]
    return finding["message"]


KIND = "The number is too small, or its sign is wrong"
TITLE = "Only one effect of `w2` is counted"
RELATION = "Write `dL/dw1` as a product"
STEP = "count every factor on the path"


def test_a_different_wrong_answer_gets_the_next_step_over_restarts(asked, tmp_path):
    path = tmp_path / mistakes.FILE
    first, second, third = (asked(times=times) for times in (-3.0, 3.0, 1.0))
    for found in (first, first):  # The same answer again is no other try.
        said = card(found, path)
        assert KIND in said
        assert TITLE not in said
        assert RELATION not in said
        assert STEP not in said
        assert 'hint("2.4")' in said
        assert said.endswith('`again("2.4")`, asks it with other numbers.')
    said = card(second, path)
    assert KIND not in said
    assert TITLE in said
    assert RELATION in said
    assert STEP not in said
    said = card(third, path)
    assert RELATION in said
    assert STEP in said
    assert 'hint("2.4")' not in said
    # What was seen stays, and in a class everything is said.
    assert STEP in card(first, path)
    assert STEP in first["exercises"][0]["findings"][0]["message"]


def test_a_hint_gives_the_next_step_until_there_is_none(asked, tmp_path):
    path = tmp_path / mistakes.FILE
    found = asked(times=-3.0)
    (exercise,) = found["exercises"]
    mistakes.note(found, path)
    assert RELATION in steps.next_step(exercise, path)["message"]
    assert STEP in steps.next_step(exercise, path)["message"]
    assert steps.next_step(exercise, path) == {}
    unnamed = tmp_path / "other.json"
    (exercise,) = asked(times=1234.0)["exercises"]
    assert STEP in steps.next_step(exercise, unnamed)["message"]


def test_two_mistakes_of_one_kind_are_one_in_the_first_step():
    kind = sentence("A sign is wrong.")
    parts = [Part(label, (sentence("Its name."),), kind) for label in (EITHER, OR)]
    first, second, _ = in_steps([*parts, Part.of(REMEMBER, sentence("The relation."))])
    assert first == [Part.of(LIKELY, kind)]
    assert second == parts


def test_a_file_from_before_hints_is_whole(tmp_path):
    path = tmp_path / mistakes.FILE
    path.write_text(json.dumps({"counts": {"one": 1}, "open": {}}), "utf-8")
    assert mistakes.most(path) == ([("one", 1)], "")
    assert mistakes.steps_of(path) == {}


# The checks that either reader calls thinking. Paper answers most of them: their right answer is never said.
THINKING = [check for check, _, *reasons in rows() if any(why and not why.startswith(TYPING) for why in reasons)]
ON_PAPER = [check for check in THINKING if any(not probe.reveal for probe in probes_of(check))]


@functools.cache
def deciding():
    """Return by check the phrases and numbers that decide its question."""
    found = {}
    for path in sorted((ROOT / "exercises").glob("*/proof/steps.toml")):
        found |= tomllib.loads(path.read_text("utf-8"))
    return found


LANGUAGES = ("en", "es")


@functools.cache
def text_of_day(name, language_name):
    """Return what a day's notebook says, in a language: hints and sections, to which code is left."""
    translated = language.catalogue(language_name, "days") if language_name != "en" else {}
    return " ".join(translated.get(text, text) for text, _ in texts.of_day(course.assignment(name))).lower()


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_decides_is_listed_for_each_question_for_thinking(spoken):
    """Of each list, something is said in later steps or, where the answer is code, in the notebook."""
    assert sorted(deciding()) == sorted(THINKING)
    for check in THINKING:
        of_mistakes = [text for one in suspects(check) for text in (one.title, one.verdict)]
        with speaking(spoken):
            said = " ".join(map(say, [*(probe.because for probe in probes_of(check)), *of_mistakes])).lower()
        said = said if check in ON_PAPER else text_of_day(course.assignment(check).name, spoken)
        phrases = [phrase for phrase in deciding()[check] if phrase.lower() in said]
        assert phrases, f"{check}: none of its phrases is ever said"


def first_parts(check):
    """Return by named mistake of a check the parts of the card that a learner reads first.

    A mistake's answers are those by which the judge knows it: they are asked for once.
    """
    found = {}
    for entry in {one.id: one for one in reversed(suspects(check))}.values():
        mistaken = answers_of_mistake(entry, check, SEED)
        verdict = decide(check, [mistaken[place] for place in range(count(check))], SEED)
        found[entry.id] = next(iter(in_steps(verdict.card)), verdict.card)
    return found


@pytest.mark.parametrize("check", THINKING)
def test_no_first_verdict_says_what_decides(check):
    """It has what is asked, what was given, and what kind of thing is wrong, whether the mistake has a name or not.

    Where the answer is code, there is one verdict, which also has what was expected, and why. Each mistake is asked
    about once, and its verdict is read in each language.
    """
    parts = first_parts(check)
    for spoken in LANGUAGES:
        with speaking(spoken):
            said = [*said_first(check, parts)]
        lower = [(name, text.lower()) for name, text in said]
        found = [(name, phrase) for phrase in deciding()[check] for name, text in lower if phrase.lower() in text]
        assert found == [], spoken


def said_first(check, parts_of_mistakes):
    """Yield by its name each text that a learner may read of a check before the second step, in the spoken language."""
    is_code = check not in ON_PAPER
    yield from ((name, as_message(parts).text()) for name, parts in parts_of_mistakes.items())
    yield from (("asked", say(probe.ask)) for probe in probes_of(check) if is_code or not probe.reveal)
    yield from (("expected", say(probe.because)) for probe in probes_of(check) if is_code)
    for one in suspects(check):
        texts_of_code = [text for text in (one.title, one.verdict) if text and is_code]
        yield from ((one.id, say(text)) for text in (*texts_of_code, *filter(None, [one.symptom])))
    yield from ((name, say(one.title)) for name, one in general_names().items())


@pytest.mark.parametrize("wrong", [{"times": -3.0}, {}], ids=["a wrong answer", "nothing wrong"])
def test_hint_shows_the_next_step_or_says_that_there_is_none(asked, tmp_path, monkeypatch, wrong):
    found, shown = asked(**wrong), []
    monkeypatch.delenv(kernel.RUNNING, raising=False)
    monkeypatch.setattr(hints, "as_on_the_page", lambda *_: tmp_path / "day2" / "day2_backward_pass.ipynb")
    monkeypatch.setattr(hints, "grade", lambda *_: found)
    monkeypatch.setattr(hints, "Line", lambda: SimpleNamespace(end=lambda bundle: shown.append(bundle["text/plain"])))
    for _ in range(3):
        gradtools.hint("2.4")
    first, second, third = shown
    if wrong:
        assert RELATION in first
        assert STEP not in first
        assert STEP in second
        assert third.startswith("You have seen every step")
    else:
        assert {first, second, third} == {first}
        assert first.startswith("Exercise 2.4 has no wrong answer")
