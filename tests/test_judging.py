# SPDX-License-Identifier: MIT
"""The judge: three outcomes, names only for answers that are alike, and messages that quote the question."""

import json
import re
from collections import Counter
from dataclasses import replace
from unittest.mock import Mock

import pytest
from support import message_of, sampled

from judge.asking.ask import answer_to, ask, questions
from judge.asking.folders import exercises_of
from judge.asking.probe import Probe, probes_of
from judge.notebooks import course, reference
from judge.notebooks.reference import Edit
from judge.run.answers import Place, PlainValue, Raised, Several, Table, Unexpected, same, to_json
from judge.verdicts import catalogue, naming, render
from judge.verdicts.alike import expected
from judge.verdicts.asker import Alone, Asker, believed, here
from judge.verdicts.decide import decide
from judge.verdicts.judge import NotYet, judge
from judge.verdicts.questions import read
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, VERDICT_MIME, Verdict
from verification import catalogued, kept

DAYS = [day.number for day in course.assignments()]


def mistaken(*edits, day=1):
    return reference.load(day, [Edit(*edit) for edit in edits])


def test_two_mistakes_at_once_are_not_named_as_one():
    namespace = mistaken(
        ("return self * -1", "return Value(-self.data)"), ("return Value(other) - self", "return self - other")
    )
    check = "day1-stretch-negate-subtract"
    verdict = decide(check, ask(check, namespace, 1), 1)
    assert verdict.in_general or not verdict.misconceptions


@pytest.mark.parametrize("seed", [5, 6])
def test_judge_draws_from_the_seed_that_it_is_given(seed):
    namespace = mistaken(("self.data * other.data", "self.data + other.data"))
    check = "day1-value-multiply"
    with pytest.raises(NotYet) as caught:
        judge(check, namespace, seed=seed)
    assert caught.value._render_traceback_() == [str(caught.value)], "no traceback"
    asker = here(check, namespace, seed)
    assert str(caught.value) == message_of(decide(check, ask(check, namespace, seed), seed, asker=asker))


def test_judge_draws_anew_without_a_seed(monkeypatch):
    namespace = mistaken(("self.data * other.data", "self.data + other.data"))
    displayed = Mock()
    monkeypatch.setattr("IPython.display.display", displayed)
    for _ in range(2):
        with pytest.raises(NotYet):
            judge("day1-value-multiply", namespace)
    # The numbers that are shown are the simplest wrong ones, so that the words of two seeds may be the same.
    one, other = (call.args[0][VERDICT_MIME]["seed"] for call in displayed.call_args_list)
    assert one != other


def test_judge_is_silent_but_for_the_outcome_when_correct(capsys):
    judge("day1-value-add", reference.load(1), seed=1)
    assert "day1-value-add: correct." in capsys.readouterr().out


def test_an_edit_that_fits_nowhere_is_refused():
    with pytest.raises(course.CourseError, match="stands 0 times"):
        mistaken(("no such text", "x"))
    with pytest.raises(course.CourseError, match="stands 2 times"):
        mistaken(("other if isinstance(other, Value) else Value(other)", "x"))


@pytest.mark.parametrize("number", DAYS)
def test_the_right_answers_are_those_that_were_kept(number):
    found, before = kept.right_answers(course.assignment(number)), kept.answers(course.assignment(number))
    changed = [check for check in {**found, **before} if not same(found.get(check), before.get(check))]
    assert changed == [], f"run `make snapshot DAY={number} RENEW=1` if what is asked was meant to change"


def _id(row):
    return f"{row.check}-{row.mistake or row.code[:20]}"


@pytest.mark.one_in(6)
@pytest.mark.parametrize("row", kept.verdicts(), ids=_id)
def test_a_wrong_answer_reads_as_it_did(row):
    if not row.here:
        pytest.skip(f"quotes an error in the words of Python {row.python}")
    assert row.renewed() == row, "run `make snapshot RENEW=1` if the words were meant to change"


def test_the_kept_verdicts_are_of_all_exercises_and_few_of_them_depend_on_python():
    rows = kept.verdicts()
    exercises = {name for day in course.assignments() for name in exercises_of(day.name)}
    assert {name for name in exercises if any(row.check.startswith(f"{name}-") for row in rows)} == exercises
    assert sum(bool(row.python) for row in rows) < len(rows) / 4


# Signs of Markdown, LaTeX or a program that stand outside of code: a list behind a name, or a bold word.
RAW = re.compile(r"`|\*\*|\$|\*\d+\.|\w = \[|gradient \[")


def test_no_kept_verdict_and_no_mistake_shows_raw_marks_outside_of_code():
    texts = [row.text for row in kept.verdicts()]
    for number in DAYS:
        texts += [text for entry in catalogue.misconceptions(number) for text in (entry.title, entry.verdict)]
    assert [text for text in texts if RAW.search(re.sub(r"`[^`]+`", "", text))] == []


# `make prove` judges all mistakes in all variants, asks all checks of the day, and draws more inputs.
ONE_MISTAKE_IN = 192


@pytest.mark.parametrize("number", DAYS)
def test_catalogued_mistakes_fail_where_declared_each_with_its_own_name_alone(number, record_property):
    day = course.assignment(number)
    found = catalogued.judged_catalogue(day, catalogued.SEED, one_in=ONE_MISTAKE_IN)
    judged = [catalogued.judged_variant(entry.id, entry, verdicts) for entry, verdicts in found]
    assert judged, f"day{number} has no catalogue"
    outcomes = Counter({outcome: 0 for outcome in catalogued.OUTCOMES})
    outcomes.update(one.outcome for one in judged)
    record_property("verified", [f"catalogued, one in {ONE_MISTAKE_IN}", day.name, dict(outcomes)])
    assert [one for one in judged if one.wrong] == []


# Few variants are asked for everywhere: a mistake must cost nothing in another exercise.
ONE_IN = 540


@pytest.mark.parametrize("number", DAYS)
def test_a_sample_of_variants_costs_nothing_elsewhere(number):
    day = course.assignment(number)
    judged = catalogued.verify_variants(day, catalogued.SEED, catalogued.variants_of(day)[::ONE_IN])
    assert [one for one in judged if one.wrong] == []


@pytest.mark.parametrize("number", DAYS)
def test_the_reference_gets_full_marks(number):
    verdicts = catalogued.judged(course.assignment(number), reference.load(number), catalogued.SEED)
    assert {check: message_of(one) for check, one in verdicts.items() if one.outcome != CORRECT} == {}


@pytest.mark.parametrize("number", DAYS)
def test_a_released_notebook_is_not_attempted_in_any_check(number):
    day = course.assignment(number)
    verdicts = catalogued.judged(day, catalogued.blank(day), 1)
    assert {verdict.outcome for verdict in verdicts.values()} == {NOT_ATTEMPTED}


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 100), marks=pytest.mark.exhaustive)], ids=str)
@pytest.mark.parametrize("number", DAYS)
def test_every_check_draws_its_inputs_to_the_end(number, seeds):
    # A walk of additions and products can reach a value from which no next step is small enough.
    for check in catalogued.checks_of(course.assignment(number)):
        for seed in seeds:
            posed = [inputs for _, inputs in questions(check, seed)]
            # A confined process is sent them as JSON, and has to get what was drawn.
            assert posed
            assert json.loads(json.dumps(posed)) == posed


def test_what_is_printed_or_written_counts_as_written_and_is_not_shown(capsys):
    namespace = reference.load(1)
    trace = namespace["trace"]

    def tell(root):
        import sys

        print("noise")
        assert sys.stdout.write("noise") == sys.stderr.write("noise") == 5
        return trace(root)

    namespace["trace"] = tell
    assert decide("day1-trace-nodes", ask("day1-trace-nodes", namespace, 1), 1).outcome == CORRECT
    assert "noise" not in "".join(capsys.readouterr())


# Names


def test_an_answer_with_more_than_two_causes_has_no_name(monkeypatch):
    entry = next(one for one in catalogue.misconceptions(1) if one.id == "day1-multiply-adds")
    namespace = mistaken(("self.data * other.data", "self.data + other.data"))
    answers = ask("day1-value-multiply", namespace, 1)
    for count, names in ((1, 1), (2, 2), (3, 0), (8, 0)):
        alike = tuple(replace(entry, id=f"day1-cause-{number}") for number in range(count))
        monkeypatch.setattr(naming, "suspects", lambda check, alike=alike: alike)
        verdict = decide("day1-value-multiply", answers, 1)
        assert len(verdict.misconceptions) == names
        assert verdict.section


def test_two_variants_of_one_cause_are_one_name(monkeypatch):
    entry = next(one for one in catalogue.misconceptions(1) if one.id == "day1-multiply-adds")
    monkeypatch.setattr(naming, "suspects", lambda check: (entry,) * 3)
    namespace = mistaken(("self.data * other.data", "self.data + other.data"))
    verdict = decide("day1-value-multiply", ask("day1-value-multiply", namespace, 1), 1)
    assert verdict.misconceptions == ("day1-multiply-adds",)


@pytest.mark.parametrize(
    ("times", "names"),
    [
        # For nodes alone, `*` adds; for a number it is right, and a mistake in `*` is wrong there, too.
        ("Value((self.data + old.data if isinstance(old, Value) else self.data * other.data)", ()),
        # What is wrong elsewhere in a way that nothing explains may come of another mistake, which looks alike here.
        ("Value((self.data + other.data)", ()),
    ],
)
def test_a_right_answer_elsewhere_rules_a_mistake_out(times, names):
    namespace = mistaken(
        ("    def __mul__(self, other):", "    def __mul__(self, other, old=None):\n        old = other"),
        ("Value(self.data * other.data", times),
        ("return Value(self.data + other.data", "return Value(self.data + other.data + (other._prev == () and 7.0)"),
    )
    answers = ask("day1-value-multiply", namespace, 1)
    verdict = decide("day1-value-multiply", answers, 1, lambda other: ask(other, namespace, 1))
    elsewhere = ask("day1-value-constants", namespace, 1)
    assert decide("day1-value-constants", elsewhere, 1).outcome == NOT_YET
    assert verdict.misconceptions == names


def test_a_second_mistake_that_is_known_takes_its_name_from_nobody():
    namespace = mistaken(
        ("Value(self.data + other.data", "Value(self.data - other.data"),
        ("Value(self.data * other.data", "Value(self.data + other.data"),
    )
    names = {"day1-value-multiply": "day1-multiply-adds", "day1-value-add": "day1-add-subtracts"}
    for check, name in names.items():
        verdict = decide(check, ask(check, namespace, 1), 1, lambda other: ask(other, namespace, 1))
        assert verdict.misconceptions == (name,)
    elsewhere = decide("day1-value-constants", ask("day1-value-constants", namespace, 1), 1)
    assert elsewhere.misconceptions == ()


# What the learner's code gives by itself

PRODUCT = "day1-value-multiply"


def products(*edits):
    return ask(PRODUCT, mistaken(*edits), 1)


ADDS, ODD, TWICE = (
    products(("self.data * other.data", wrong))
    for wrong in ("self.data + other.data", "self.data * other.data + 0.125", "2 * self.data * other.data")
)


# The constructor raises an error, and so no product is made; or `*` does.
UNMADE, STOPPED = (
    [Raised("TypeError", "by hand", Place(function, 3, "self.data = data()"))] * len(ADDS)
    for function in ("__init__", "__mul__")
)


def alone(answers):
    parts = ("__add__", "backward")
    return Alone(lambda: answers, lambda probe, inputs: parts)


def test_what_gives_the_right_answers_by_itself_is_right():
    right = products()
    for given, own, counts in ((ODD, right, right), (ODD, ADDS, ODD), (ODD, None, ODD), (right, ODD, right)):
        assert believed(PRODUCT, given, 1, alone(own)) is counts


@pytest.mark.parametrize(
    ("given", "own", "shown", "says"),
    [
        # A mistake that is named says what stood in; nothing has to be said where the code by itself gives the same.
        (ADDS, ODD, ADDS, True),
        (ADDS, ADDS, ADDS, False),
        (ADDS, None, ADDS, False),
        # Without a catalogued name it is the code by itself that is judged.
        (ODD, ADDS, ADDS, False),
        (ODD, TWICE, TWICE, False),
        (TWICE, ODD, ODD, False),
        # What right code makes of nodes that can't be made shows no mistake of the learner's.
        (ADDS, UNMADE, UNMADE, False),
        (ADDS, STOPPED, ADDS, True),
    ],
)
def test_your_answer_is_that_of_your_code_or_the_verdict_says_what_stood_in(given, own, shown, says):
    verdict = decide(PRODUCT, given, 1, asker=Asker(alone=alone(own)))
    assert verdict.given in shown
    said = "Assumed: Right code stands in for your `__add__`, `backward`: another check asks for it."
    assert (said in message_of(verdict)) == says


@pytest.mark.parametrize("number", DAYS)
def test_the_reference_answers_every_question_with_plain_data(number):
    # An error in a probe is one of the reference's, too: then every answer that raises it would count as right.
    seed = catalogued.SEED
    odd = [
        (check, probe.name, answer)
        for check in catalogued.checks_of(course.assignment(number))
        for (probe, _), answer in zip(questions(check, seed), expected(check, seed), strict=True)
        if isinstance(answer, Raised) != probe.raises or not isinstance(answer, (PlainValue, Several, Raised))
    ]
    assert odd == []


# Why a verdict may say the right answer.
SAID_ALL_THE_SAME = {
    "day1-fewest-node-in-value": "the card says that a is the only leaf",
    "day1-fewest-plain-number": "the same",
    "day1-fewest-difference": "the same",
    "day1-fewest-returns-several": "the same",
    "day1-fewest-numbers-alone": "the same",
    "day2-still-bracket-zero": "the card asks for a gradient of 0, and what is to be found is the point",
    "day2-still-one-path": "the same",
    "day3-changed-other-factor": "a gradient is named, not the number that has changed",
    "day3-changed-owner-of-the-gradient": "the same",
}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.mark.parametrize("number", DAYS)
def test_no_verdict_gives_away_an_answer_that_is_to_be_found(number):
    day = course.assignment(number)
    looked_at, given_away = set(), {}
    for check, answers in kept.answers(day).items():
        found = list(to_be_found(check, answers))
        for entry in catalogue.misconceptions(number) if found else ():
            if check not in entry.checks:
                continue
            (verdict,) = catalogued.judged(day, entry.namespace(), catalogued.SEED, [check]).values()
            for probe, right in found:
                if message_of(verdict).startswith(f"Asked: {probe.ask}\n"):
                    looked_at.add(entry.id)
                    text = f"{probe.because}. {entry.title}. {entry.verdict}"
                    if gives_away(right, probe.ask, text):
                        given_away[entry.id] = f"{right}: {text}"
    assert len(looked_at) > 20
    own = {name for name in SAID_ALL_THE_SAME if name.startswith(f"day{number}-")}
    assert given_away.keys() == own, "\n".join(f"{name}: {given_away.get(name)}" for name in given_away.keys() ^ own)


def to_be_found(check, answers):
    """Yield the questions of a check whose right answer no verdict states, each with that answer."""
    probes = [probe for probe in probes_of(check) for _ in range(probe.rounds)]
    for probe, answer in zip(probes, answers, strict=True):
        if not probe.reveal:
            # Where the entries beside it decide, it is the last of two.
            right = answer.answers[-1].value if isinstance(answer, Several) else answer.value
            yield probe, right[0] if isinstance(right, list) and len(right) == 1 else right


def gives_away(right, ask, text):
    """Tell whether a text says the right answer to a question, in digits or words; a letter counts as a name only."""
    if isinstance(right, (int, float)):
        words = NUMBER_WORDS if isinstance(right, int) else []
        return right in numbers_in(text, words) - numbers_in(ask, words)
    if right in ("listed", "not listed"):
        return re.search(r"\b[B-I]\b|\bA (?:is|can)\b|`A`", f"{ask} {text}")
    if isinstance(right, str) and len(right) == 1 and right.isalpha():
        named = rf"\b(?:[Pp]ixel )?{right} (?:is|was|has|can)\b|\b(?!A){right.upper()}\b"
        return re.search(rf"`{right}`|{named}", text)
    return isinstance(right, str) and (re.search(rf"\b{re.escape(right)}\b", text) or f"`{right}`" in text)


def numbers_in(text, words):
    digits = re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", text)
    said = [number for number, word in enumerate(words) if re.search(rf"\b{word}\b", text)]
    return {float(number) for number in (*digits, *said)}


# What a learner may answer to anything, as it comes from the other process.
ODD = {
    "an array": {"array": [[1], [1.0]]},
    "an empty array": {"array": [[0, 7], []]},
    "a whole number beyond floats": {"int": hex(2**2000)},
    "braces": "{nobody} {0.__class__}",
    "a long text": "x" * 5_000,
    "a dictionary": {"entries": [["{a}", 1]]},
    "an object": {"unexpected": "ndarray"},
    "nothing": None,
    "infinite": {"float": "inf"},
}
# One check of each way to put an answer into words that an author wrote.
IN_WORDS = ("day1-trace-nodes", "day1-draw-1", "day2-complex-torch", "day5-predict-ranking", "day6-unbroadcast-rows")


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("check", sampled({check: check for check in IN_WORDS}, "day1-trace-nodes"))
def test_whatever_is_answered_has_a_verdict_that_can_be_read(check, odd):
    right = [to_json(answer) for answer in expected(check, 7)]
    part = right[0].get("value")
    inside = [[odd, *part[1:]], [odd] * len(part)] if isinstance(part, list) else []
    for value in (odd, *inside):
        first = {"kind": "value", "value": value}
        for reply in ([first, *right[1:]], [first] * len(right)):
            answers, _ = read(check, {"answers": json.loads(json.dumps(reply))})
            verdict = decide(check, answers, 7)
            assert verdict.outcome != CORRECT
            assert Verdict.from_json(json.loads(json.dumps(verdict.as_json()))).check == check
            assert render.message(verdict).text()


@pytest.mark.parametrize("shape", [[0, 10**18], [10**18, 0], [0, 10**300], [0, *[10**4] * 3], [0, 10**4, 2]])
def test_a_shape_with_a_length_of_0_hides_no_other(shape):
    forged = {"kind": "value", "value": {"array": [shape, []]}}
    check = "day6-unbroadcast-rows"
    count = len(expected(check, 7))
    answers, _ = read(check, {"answers": [forged] * count})
    assert answers == [Unexpected("", "others")] * count
    assert decide(check, answers, 7).outcome == NOT_YET


def test_a_table_of_a_question_is_handed_over_as_a_plain_list():
    kind_of = Probe("day6-tensor-shapes", "kind_of", "", "", lambda names, table: type(table).__name__, {})
    assert answer_to(kind_of, {}, {"table": Table([1.0, 2.0])}) == PlainValue("list")
