# SPDX-License-Identifier: MIT
"""One mistake gets one name, however it is written.

Every catalogued mistake is written anew by :mod:`restyle`, twice, from its syntax tree. And common mistakes are made
by hand in right answers of other styles, which work in other ways than the reference: the rewrites.toml of an exercise
lists them.
The ordinary run takes a sample; ``--all`` takes all.

Some mistakes show otherwise in another design of a right answer: a wrong slope of `**` is a wrong slope of `/` only
where division is built as a power. The catalogue has such mistakes in both designs (`variants`), and so has this test.
"""

from functools import cache

import pytest
from restyle import RESTYLES
from support import message_of

from grading.exercises.asking.ask import ask
from grading.exercises.shared.folders import exercises_of
from grading.judging import catalogue
from grading.judging.decide import decide
from grading.judging.verdict import CORRECT, NOT_YET
from grading.notebooks import course, reference
from verification import catalogued
from verification.right_solutions import rewrites

pytestmark = pytest.mark.usefixtures("one_torch_thread")

SEED = 1
ONE_IN = 300
# Of those that are made by hand in other styles.
ONE_HAND_WRITTEN_IN = 6
# The same of variants, which test_judging takes a sample of, too.
ONE_VARIANT_IN = 400

ENTRIES = {entry.id: entry for day in course.days() for entry in catalogue.misconceptions(day.number)}


def mistaken(entry):
    """Return the sources of the answer cells in which a catalogued mistake is made, by grade_id."""
    right = reference.solutions(entry.exercise)
    answers = dict(right)
    for edit in entry.edits:
        for name in [edit.cell] if edit.cell else list(answers):
            answers[name] = answers[name].replace(edit.old, edit.new)
    return {name: source for name, source in answers.items() if source != right[name]}


def names_in(entry, namespace, seed=SEED):
    """Return what is told of a namespace in each check in which a mistake shows: the names, or else the outcome."""

    @cache
    def answers(check):
        return ask(check, namespace, seed)

    names_by_check = {}
    for check in entry.checks:
        verdict = decide(check, answers(check), seed, answers)
        names_by_check[check] = verdict.misconceptions if verdict.outcome == NOT_YET else (verdict.outcome,)
    return names_by_check


def restyled(entry, restyle):
    answers = {name: RESTYLES[restyle](source) for name, source in mistaken(entry).items()}
    return reference.load(entry.exercise, answers=answers)


def hand_written():
    return [rewrite for day in course.days() for exercise in exercises_of(day.name) for rewrite in rewrites(exercise)]


def misnamed(names_by_check, entry):
    """Return what a mistake is told where it is not told its name; all of it where it shows elsewhere than declared."""
    shows = {check: names for check, names in names_by_check.items() if names != (CORRECT,)}
    if shows.keys() not in [set(variant.checks) for variant in (entry, *entry.variants)]:
        return names_by_check
    return {check: names for check, names in shows.items() if entry.id not in names}


def pytest_generate_tests(metafunc):
    everything = metafunc.config.getoption("--all")
    if "mistake" in metafunc.fixturenames:
        metafunc.parametrize("mistake", list(ENTRIES)[:: 1 if everything else ONE_IN])
    if "rewrite" in metafunc.fixturenames:
        metafunc.parametrize(
            "rewrite",
            hand_written()[:: 1 if everything else ONE_HAND_WRITTEN_IN],
            ids=lambda rewrite: f"{rewrite.named}-in-{rewrite.solution}",
        )
    if "variant" in metafunc.fixturenames:
        variants = [(entry.id, place) for entry in ENTRIES.values() for place in range(len(entry.variants))]
        metafunc.parametrize(
            "variant",
            variants[:: 1 if everything else ONE_VARIANT_IN],
            ids=lambda variant: f"{variant[0]}-{variant[1] + 2}",
        )


@pytest.mark.parametrize("restyle", RESTYLES)
def test_a_mistake_in_other_words_gets_the_same_name(mistake, restyle):
    entry = ENTRIES[mistake]
    assert misnamed(names_in(entry, restyled(entry, restyle)), entry) == {}


def test_a_mistake_in_another_engine_gets_its_name(rewrite):
    entry = ENTRIES[rewrite.named]
    assert misnamed(names_in(entry, reference.load(entry.exercise, answers=rewrite.answers())), entry) == {}


def test_a_mistake_in_another_design_gets_its_name(variant):
    entry = ENTRIES[variant[0]]
    other = entry.variants[variant[1]]
    names_by_check = {
        check: verdict.misconceptions
        for check, verdict in catalogued.judged(course.day(entry.exercise), other.namespace(), SEED).items()
        if verdict.outcome != CORRECT
    }
    assert names_by_check == dict.fromkeys(other.checks, (entry.id,))


def test_at_least_30_mistakes_are_written_by_hand():
    assert len(hand_written()) >= 30
    assert len({rewrite.solution for rewrite in hand_written()}) >= 5


@pytest.mark.parametrize("restyle", RESTYLES)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_restyling_changes_the_words_and_not_what_is_done(number, restyle):
    right = reference.solutions(number)
    answers = {name: RESTYLES[restyle](source) for name, source in right.items()}
    assert all(answers[name] != source for name, source in right.items())
    verdicts = catalogued.judged(course.day(number), reference.load(number, answers=answers), SEED)
    assert {check: message_of(verdict) for check, verdict in verdicts.items() if verdict.outcome != CORRECT} == {}
