# SPDX-License-Identifier: MIT
"""Answers that were once judged wrongly, or nearly, lose what their case says: ``verification/odd_answers.py``."""

import gc
import re
from fnmatch import fnmatchcase
from functools import cache, partial

import pytest
from support import message_of
from test_fairness import run_visible

from judge.asking.ask import ask
from judge.notebooks import course, reference
from judge.run import words
from judge.verdicts.asker import believed, here
from judge.verdicts.decide import decide, is_correct
from judge.verdicts.verdict import NOT_YET
from verification import catalogued, odd_answers
from verification.right_solutions import read


def parameters():
    for day in course.assignments():
        of_exercises = {exercise: odd_answers.of_exercise(exercise) for exercise in reference.solutions(day.number)}
        for owner, owned in {**of_exercises, day.name: odd_answers.of_several(day)}.items():
            for case in owned:
                marks = [pytest.mark.exhaustive] * case.get("exhaustive", False)
                yield pytest.param(day, case, id=f"{owner}: {case['name']}", marks=marks)


def namespace_of(day, case):
    answers = dict(read(f"{day.name}/{case['solution']}")) if "solution" in case else None
    edits = [reference.Edit(**edit) for edit in case.get("edit", ())]
    namespace = reference.load(day.number, edits, answers)
    exec(compile(case.get("code", ""), "<answer>", "exec", dont_inherit=True), namespace)
    return namespace


@pytest.fixture
def no_collections():
    """Once a budget is used up, finalizers of what other tests left can't run: that is not collected meanwhile."""
    gc.disable()
    yield
    gc.enable()


TRANSLATED = "«translated»"


@cache
def typed(day):
    """Return the words that a learner types in the answer cells of a day: keys, and texts to choose."""
    sources = "\n".join(reference.solutions(day.number).values())
    words_ = re.findall(r"""(?<!\w)["']([A-Za-z][\w -]+)["']""", sources)
    return [([word], TRANSLATED) for word in {*words_}]


@pytest.fixture
def typed_is_translated(day, monkeypatch):
    """Speak a language that has a word of its own for each that a learner types."""
    monkeypatch.setattr(words, "_answers", lambda spoken: typed(day))


def asked_fairly(check, namespace, seed):
    return believed(check, ask(check, namespace, seed), seed, here(check, namespace, seed).alone)


@pytest.mark.one_in(20)
@pytest.mark.parametrize(("day", "case"), list(parameters()))
@pytest.mark.usefixtures("no_collections", "typed_is_translated")
def test_a_case_loses_what_it_should_and_nothing_else(day, case):
    patterns = case.get("asked", ["*"])
    asked = [check for check in catalogued.checks_of(day) if any(fnmatchcase(check, one) for one in patterns)]
    for seed in range(1, 1 + case.get("seeds", 1)):
        namespace = namespace_of(day, case)
        answers = cache(partial(asked_fairly, namespace=namespace, seed=seed))
        lost = {check for check in asked if not is_correct(check, answers(check), seed)}
        said = f"{case['name']!r} loses {sorted(lost)}. If that is right, change its `lost`; if not, the check"
        assert not [check for check in lost if not any(fnmatchcase(check, one) for one in case["lost"])], said
        assert not [one for one in case["lost"] if not any(fnmatchcase(check, one) for check in lost)], said
        for check in set(asked) - lost if case.get("visible") else ():
            run_visible(check, day.number, namespace)
        if case.keys() & {"named", "reported", "silent", "outcome"}:
            asker = {check: here(check, namespace, seed, lines=False, simpler=False) for check in lost}
            verdicts = {check: decide(check, answers(check), seed, answers, asker[check]) for check in lost}
            assert {verdict.outcome for verdict in verdicts.values()} == {case.get("outcome", NOT_YET)}
            if "named" in case:
                assert {verdict.misconceptions for verdict in verdicts.values()} == {tuple(case["named"])}
            said = "\n".join(message_of(verdict) for verdict in verdicts.values())
            assert not re.search(r"\{\w+(:\w+)?\}", said), said  # an argument that its sentence lacks
            assert TRANSLATED not in said, f"a key is to be shown as it is typed, in quotes or as code: {said}"
            assert [one for one in case.get("reported", ()) if not re.search(one, said)] == [], said
            assert [one for one in case.get("silent", ()) if re.search(one, said)] == [], said
