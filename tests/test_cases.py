# SPDX-License-Identifier: MIT
"""Answers that were once judged wrongly, or nearly: ``tests/data/cases/dayN.toml`` says what each one loses.

A ``[[case]]`` is the reference with some code run after it:

- ``code``: what is run. ``edit``: changes of the reference, or of the right ``solution`` that is named.
- ``asked``: the checks that are asked, as patterns; all of the day without it.
- ``lost``: the checks that are not correct, as patterns. Each pattern fits some of them, and no other check is lost.
- ``named``: the misconceptions that each of these names. ``reported``: what a learner reads in one of them, as
  regular expressions; ``silent``: what in none. ``outcome``: of each of these, if not ``not yet``.
- ``visible``: what a learner sees of the checks that are not lost has to pass, too.
- ``seeds``: that many are tried (1). ``exhaustive``: left out of an ordinary run.
"""

import gc
import re
from fnmatch import fnmatchcase
from functools import cache, partial

import pytest
from support import ROOT, message_of
from test_fairness import run_visible

from judge.asking.ask import ask
from judge.notebooks import course, reference
from judge.notebooks.schemas import read_toml
from judge.run import words
from judge.verdicts.decide import decide, is_correct
from judge.verdicts.verdict import NOT_YET
from verification import catalogued
from verification.right_solutions import read

KEYS = {"name", "code", "edit", "solution", "asked", "lost", "named", "reported", "silent", "outcome", "seeds"}
KEYS |= {"visible", "exhaustive"}


def cases():
    for file in sorted((ROOT / "tests" / "data" / "cases").glob("*.toml")):
        for case in read_toml(file)["case"]:
            assert case.keys() <= KEYS, case
            marks = [pytest.mark.exhaustive] * case.get("exhaustive", False)
            yield pytest.param(course.day(file.stem), case, id=f"{file.stem}: {case['name']}", marks=marks)


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


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("day", "case"), list(cases()))
@pytest.mark.usefixtures("one_torch_thread", "no_collections", "typed_is_translated")
def test_a_case_loses_what_it_should_and_nothing_else(day, case):
    patterns = case.get("asked", ["*"])
    asked = [check for check in catalogued.checks_of(day) if any(fnmatchcase(check, one) for one in patterns)]
    for seed in range(1, 1 + case.get("seeds", 1)):
        namespace = namespace_of(day, case)
        answers = cache(partial(ask, namespace=namespace, seed=seed))
        lost = {check for check in asked if not is_correct(check, answers(check), seed)}
        place = f"tests/data/cases/{day.name}.toml"
        said = f"{place}: {case['name']!r} loses {sorted(lost)}. If that is right, change its `lost`; if not, the check"
        assert not [check for check in lost if not any(fnmatchcase(check, one) for one in case["lost"])], said
        assert not [one for one in case["lost"] if not any(fnmatchcase(check, one) for check in lost)], said
        for check in set(asked) - lost if case.get("visible") else ():
            run_visible(check, day.number, namespace)
        if case.keys() & {"named", "reported", "silent", "outcome"}:
            verdicts = {check: decide(check, answers(check), seed, answers) for check in lost}
            assert {verdict.outcome for verdict in verdicts.values()} == {case.get("outcome", NOT_YET)}
            if "named" in case:
                assert {verdict.misconceptions for verdict in verdicts.values()} == {tuple(case["named"])}
            said = "\n".join(message_of(verdict) for verdict in verdicts.values())
            assert not re.search(r"\{\w+(:\w+)?\}", said), said  # an argument that its sentence lacks
            assert TRANSLATED not in said, f"a key is to be shown as it is typed, in quotes or as code: {said}"
            assert [one for one in case.get("reported", ()) if not re.search(one, said)] == [], said
            assert [one for one in case.get("silent", ()) if re.search(one, said)] == [], said
