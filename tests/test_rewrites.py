# SPDX-License-Identifier: MIT
"""One mistake gets one name, however it is written.

Every catalogued mistake is rewritten by :mod:`rewriting`, in two ways, from its syntax tree. Common mistakes are also
made by hand in other right solutions: the rewrites.toml of an exercise lists them.
The ordinary run takes a sample; ``--all`` takes all.

Some mistakes depend on the design: a wrong slope of `**` is a wrong slope of `/` only where division is a power. The
catalogue has such mistakes as `variants`, which are tried here, too.
"""

from functools import cache

import pytest
from rewriting import REWRITERS
from support import message_of

from judge.asking.ask import ask
from judge.asking.folders import exercises_of
from judge.notebooks import course, reference
from judge.verdicts import catalogue
from judge.verdicts.decide import decide
from judge.verdicts.verdict import CORRECT, NOT_YET
from verification import catalogued
from verification.right_solutions import rewrites

SEED = 1
ONE_IN = 300
# Of the rewrites made by hand.
ONE_HAND_WRITTEN_IN = 6
# Of the variants; test_judging takes another sample.
ONE_VARIANT_IN = 400

ENTRIES = {entry.id: entry for day in course.assignments() for entry in catalogue.misconceptions(day.number)}


def mistaken(entry):
    """Return the sources of the answer cells in which a catalogued mistake is made, by grade_id."""
    right = reference.solutions(entry.exercise)
    answers = dict(right)
    for edit in entry.edits:
        for name in [edit.cell] if edit.cell else list(answers):
            answers[name] = answers[name].replace(edit.old, edit.new)
    return {name: source for name, source in answers.items() if source != right[name]}


def names_in(entry, namespace, seed=SEED):
    """Return for each check that a mistake should fail the names given, or else the outcome."""

    @cache
    def answers(check):
        return ask(check, namespace, seed)

    names_by_check = {}
    for check in entry.checks:
        verdict = decide(check, answers(check), seed, answers)
        names_by_check[check] = verdict.misconceptions if verdict.outcome == NOT_YET else (verdict.outcome,)
    return names_by_check


def rewritten(entry, rewriter):
    answers = {name: REWRITERS[rewriter](source) for name, source in mistaken(entry).items()}
    return reference.load(entry.exercise, answers=answers)


def hand_written():
    return [
        rewrite for day in course.assignments() for exercise in exercises_of(day.name) for rewrite in rewrites(exercise)
    ]


def misnamed(names_by_check, entry):
    """Return the checks in which a mistake does not get its name; all checks if others fail than declared."""
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


@pytest.mark.parametrize("rewriter", REWRITERS)
def test_a_mistake_in_other_words_gets_the_same_name(mistake, rewriter):
    entry = ENTRIES[mistake]
    assert misnamed(names_in(entry, rewritten(entry, rewriter)), entry) == {}


def test_a_mistake_in_another_engine_gets_its_name(rewrite):
    entry = ENTRIES[rewrite.named]
    assert misnamed(names_in(entry, reference.load(entry.exercise, answers=rewrite.answers())), entry) == {}


def test_a_mistake_in_another_design_gets_its_name(variant):
    entry = ENTRIES[variant[0]]
    other = entry.variants[variant[1]]
    names_by_check = {
        check: verdict.misconceptions
        for check, verdict in catalogued.judged(course.assignment(entry.exercise), other.namespace(), SEED).items()
        if verdict.outcome != CORRECT
    }
    assert names_by_check == dict.fromkeys(other.checks, (entry.id,))


def test_at_least_30_mistakes_are_written_by_hand():
    assert len(hand_written()) >= 30
    assert len({rewrite.solution for rewrite in hand_written()}) >= 5


@pytest.mark.parametrize("rewriter", REWRITERS)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_rewriting_does_not_change_what_a_program_does(number, rewriter):
    right = reference.solutions(number)
    answers = {name: REWRITERS[rewriter](source) for name, source in right.items()}
    assert all(answers[name] != source for name, source in right.items())
    verdicts = catalogued.judged(course.assignment(number), reference.load(number, answers=answers), SEED)
    assert {check: message_of(verdict) for check, verdict in verdicts.items() if verdict.outcome != CORRECT} == {}
