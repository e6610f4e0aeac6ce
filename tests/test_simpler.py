# SPDX-License-Identifier: MIT
"""What a verdict shows: the simplest inputs that go wrong in the same way, and nothing else differs for it."""

from dataclasses import replace

import pytest

from benchmarks.verdict_numbers import EASY, kind, numbers
from judge.asking.ask import answer_to, ask, simple_inputs
from judge.asking.probe import probes_of
from judge.notebooks import course, reference
from judge.run.answers import NotAttempted, Raised, Unending
from judge.verdicts import alike, catalogue, render, simpler
from judge.verdicts.asker import Asker, here
from judge.verdicts.decide import decide
from verification.catalogued import checks_of

DAYS = course.assignments()


def entry_of(name):
    day = course.assignment(name)
    return next(entry for entry in catalogue.misconceptions(day.name) if entry.id == name)


def verdict_on(entry, check, seed, *, simply=True):
    namespace = entry.namespace()
    asker = here(check, namespace, seed, lines=False, simpler=simply)
    return decide(check, ask(check, namespace, seed), seed, lambda other: ask(other, namespace, seed), asker)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("mistake", "check"),
    [
        ("day1-multiply-adds", "day1-value-multiply"),
        ("day2-max-always-first", "day2-max-routes"),
        ("day2-torch-sign", "day2-complex-torch"),
        ("day4-entropy-start-not-zero", "day4-cross-entropy-extreme"),
        ("day5-hooks-children-alone", "day5-hooks-norms"),
        ("day1-nested-values", "day1-value-multiply"),  # its answer is an object
        ("day3-changed-first-parent", "day3-changed-refuse"),
        ("day3-order-one-level", "day3-topological-order-deep"),
        ("day4-entropy-log-left-out", "day4-cross-entropy-gradient"),  # a variant of it gives the same at 0
    ],
)
def test_what_is_shown_can_be_computed_in_the_head(mistake, check, seed):
    found = verdict_on(entry_of(mistake), check, seed)
    without_reason = [number for number in numbers(found) if number not in ("16",)]  # digits of a float64
    assert kind(without_reason) in EASY
    assert found.misconceptions == (mistake,)


@pytest.mark.parametrize(
    ("mistake", "check"),
    [
        ("day1-data-truncated", "day1-value-construct"),  # a whole number stays what it is
        ("day3-sigmoid-overflows", "day3-value-functions-tanh-sigmoid"),
    ],
)
def test_what_shows_with_awkward_numbers_alone_keeps_them(mistake, check):
    judged_by = verdict_on(entry_of(mistake), check, 1, simply=False)
    shown = verdict_on(entry_of(mistake), check, 1)
    assert shown.question == judged_by.question
    assert kind(numbers(shown)) not in EASY


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("mistake", "check", "from_above"),
    [
        ("day1-multiply-adds", "day1-value-multiply", ()),
        ("day2-multiply-takes-self", "day2-value-multiply", ("u",)),
        ("day2-add-skips-right", "day2-value-add", ("u",)),
        ("day3-function-slope-one", "day3-value-operators-times-divide", ("upstream",)),
    ],
)
def test_an_operation_shows_at_the_inputs_and_the_gradient_from_above_is_1_where_that_is_enough(
    mistake, check, from_above, seed
):
    inputs = dict(verdict_on(entry_of(mistake), check, seed).question.inputs)
    above = [inputs.pop(name) for name in from_above if name in inputs]
    sizes = [abs(number) for number in inputs.values()]
    assert min(sizes) > 1
    assert len(set(sizes)) == len(sizes)
    assert all(number in (1, 2, 3) for number in above)


@pytest.mark.parametrize(
    ("mistake", "check"),
    [
        ("day2-add-skips-right", "day2-value-add"),  # more than a hundred mistakes are told apart there
        ("day4-sizes-forget-inputs", "day4-mlp-parameters"),  # few simple inputs tell it from others
    ],
)
@pytest.mark.parametrize("most", [0, 10, simpler.MOST_OF_OTHERS])
def test_a_verdict_finds_out_no_more_answers_to_simple_inputs_than_it_may(mistake, check, most, monkeypatch):
    monkeypatch.setattr(simpler, "MOST_OF_OTHERS", most)
    known = set()

    def counted(entry, probe, seed, number):
        known.add((entry, number))
        return alike.simple_answer(entry, probe, seed, number)

    monkeypatch.setattr(simpler, "simple_answer", counted)
    verdict_on(entry_of(mistake), check, 5)
    of_each = simpler.ANSWERED + simpler.MISTAKEN
    assert 0 < len(known) <= (1 + simpler.OTHER_QUESTIONS) * of_each + most


def test_how_many_lines_ran_before_an_answer_was_stopped_is_no_number_to_compute_with():
    found = verdict_on(entry_of("day3-order-never-ends"), "day3-topological-order-nodes", 1)
    assert "20,000 lines" in render.message(found).text()
    assert kind(numbers(found)) in EASY


def test_exercises_are_no_numbers_to_compute_with():
    found = verdict_on(entry_of("day3-tests-no-reuse"), "day3-tests-told", 1)
    assert "exercise 3.2 or 3.3" in render.message(found).text()
    assert kind(numbers(found)) in EASY


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_rows_show_a_count_in_place_of_a_share(seed):
    found = verdict_on(entry_of("day6-accuracy-count"), "day6-accuracy-share", seed)
    _, digits = found.question.inputs["given"]
    assert len(digits) == 2


def test_another_question_is_shown_where_no_inputs_make_the_first_one_easy():
    entry, check = entry_of("day5-init-kind-is-no-class"), "day5-init-net"
    judged_by, found = (verdict_on(entry, check, 1, simply=simply) for simply in (False, True))
    assert kind(numbers(judged_by)) not in EASY
    assert kind(numbers(found)) in EASY
    assert found.question.probe != judged_by.question.probe
    assert (found.given.kind, found.misconceptions) == (judged_by.given.kind, judged_by.misconceptions)


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_simple_inputs_change_nothing_but_what_is_shown(day):
    for entry in catalogue.misconceptions(day.name)[3::80]:
        for check in entry.checks[:1]:
            shown, asked = (verdict_on(entry, check, 2, simply=simply) for simply in (True, False))
            case = {"question": None, "expected": None, "given": None, "card": (), "graph": None}
            assert replace(shown, **case) == replace(asked, **case), (entry.id, check)


@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.name)
def test_every_question_has_a_right_answer_to_simple_inputs(day):
    for check in checks_of(day):
        names = reference.load(check)
        for probe in probes_of(check):
            for number in range(3 if probe.drawers and probe.reveal else 0):
                answer = answer_to(probe, names, simple_inputs(probe, 1, number))
                is_odd = isinstance(answer, (NotAttempted, Unending)) or (isinstance(answer, Raised) != probe.raises)
                assert not is_odd, (check, probe.name, number, answer)


def test_who_answers_more_or_less_than_was_asked_is_shown_what_was_judged():
    entry = entry_of("day1-multiply-adds")
    check, answers = "day1-value-multiply", ask("day1-value-multiply", entry.namespace(), 1)
    judged_by = decide(check, answers, 1)
    for simply in (lambda probe, numbers: answers[:1] * len(numbers), lambda probe, numbers: answers[:1]):
        assert decide(check, answers, 1, asker=Asker(simply=simply)) == judged_by
