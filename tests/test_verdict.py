# SPDX-License-Identifier: MIT
"""A verdict is data that survives JSON, and one renderer puts it into words."""

import copy
import html
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from support import verdict_of

from grading import result_json
from judge.asking.probe import probes_of
from judge.notebooks.cells import Check, Exercise
from judge.run.answers import (
    Culprit,
    Missing,
    NotAttempted,
    Place,
    PlainTuple,
    PlainValue,
    Raised,
    Unending,
    Unexpected,
    plain_answer,
)
from judge.run.messages import Sentence, in_words, sentence
from judge.verdicts import naming, render
from judge.verdicts.card import (
    ASKED,
    EMPTY,
    EXPECTED,
    GAVE,
    MADE_BY,
    MISTAKE,
    RAN_LAST,
    READ,
    REMEMBER,
    Part,
    as_html,
    as_lines,
    as_message,
    has_more,
)
from judge.verdicts.results import OTHER_CELL, OWN_CELL, CellStopped, CheckResult, ExerciseResult, NotRun, Stop
from judge.verdicts.verdict import CORRECT, NOT_ATTEMPTED, NOT_YET, Question, Verdict, VerdictError
from judge.verdicts.wording import causes
from judge.verdicts.wording.explained import explained, filled
from judge.verdicts.wording.given import misfit


def through_json(verdict):
    return Verdict.from_json(json.loads(json.dumps(verdict.as_json(), allow_nan=False)))


VERDICTS = {
    "correct": lambda: verdict_of("day1-value-add"),
    "a number": lambda: verdict_of("day1-value-multiply", ("self.data * other.data", "self.data + other.data")),
    "a graph": lambda: verdict_of("day2-value-accumulate", ("other.grad += out.grad", "other.grad = out.grad")),
    "a cut": lambda: verdict_of("day3-value-backward-graphs", ("reversed(", "list(", "day3-value")),
    "an error": lambda: verdict_of("day1-trace-nodes", add="def trace(root):\n    return {}['nodes']"),
    "a stub": lambda: verdict_of("day1-trace-nodes", add="def trace(root):\n    raise NotImplementedError('Ha.')"),
    "paper": lambda: verdict_of("day2-chain-w2", add="chain['dL/dw2'] = 84.5"),
    "a kind": lambda: verdict_of("day2-chain-times", add="chain['times'] = 3.0"),
    "nan": lambda: verdict_of("day1-value-add", ("self.data + other.data", "float('nan')")),
}


@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_survives_json(name):
    verdict = VERDICTS[name]()
    again = through_json(verdict)
    assert again.as_json() == verdict.as_json()
    assert render.message(again).text() == render.message(verdict).text()
    assert again.outcome == {"correct": CORRECT, "a stub": NOT_ATTEMPTED}.get(name, NOT_YET)


def test_a_verdict_carries_its_data():
    verdict = VERDICTS["a number"]()
    data = verdict.as_json()
    assert data["question"]["inputs"].keys() == {"a", "b"}
    assert data["expected"] == {"kind": "value", "value": verdict.expected.value}
    assert data["given"]["value"] != data["expected"]["value"]
    assert data["misconceptions"] == ["day1-multiply-adds"]
    assert data["section"] == "Exercise 1.1: write the class"
    assert data["next"] == "read"
    assert VERDICTS["correct"]().next == "go on"
    assert VERDICTS["a stub"]().next == "write"
    assert VERDICTS["an error"]().next == "mend"
    assert Verdict("day1-trace-nodes", NOT_YET, given=Missing("trace")).next == "define"
    assert Verdict("day1-trace-nodes", NOT_YET, given=Missing("trace")).missing == "trace"
    place = Place("f", 3, "return x")
    assert Verdict("day1-trace-nodes", NOT_YET, given=Raised("KeyError", "a", place)).as_json()["place"] == vars(place)


def test_an_answer_that_is_the_learners_to_find_is_not_in_it():
    verdict = VERDICTS["paper"]()
    assert verdict.expected is None
    assert "-84.5" not in json.dumps(verdict.as_json())
    assert "-84.5" not in render.message(verdict).text()


@pytest.mark.parametrize(
    "posing",
    ['{"raised": "ZeroDivisionError"}', '{"kind": "raised", "type": "ZeroDivisionError"}', '{"not attempted": "ha"}'],
)
def test_a_learners_data_does_not_pose_as_an_error_or_as_an_empty_answer(posing):
    lying = f"Value.__truediv__ = lambda self, other: type('Out', (), dict(data={posing}, _prev=(self,), _op='/'))()"
    for check in ("day1-stretch-divide", "day1-trace-nodes"):
        add = lying if check == "day1-stretch-divide" else f"def trace(root):\n    return [{posing}], []"
        assert verdict_of(check, add=add).outcome == NOT_YET


def changed(**changes):
    data = VERDICTS["a number"]().as_json()
    return {**copy.deepcopy(data), **changes}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "correct",
        {},
        {"outcome": "correct"},
        changed(outcome="right"),
        changed(outcome=["correct"]),
        changed(check=3),
        changed(seed="4"),
        changed(seed=True),
        changed(misconceptions=7),
        changed(misconceptions=[["x"]]),
        changed(misfit="other"),
        changed(misfit=0),
        changed(card="x"),
        changed(card=[{"label": "Expected", "sentences": [{"template": "{a}"}]}]),
        changed(card=[{"label": "Praise", "sentences": []}]),
        changed(card=[{"label": ["Expected"], "sentences": []}]),
        changed(names=[{"title": 1, "exercise": "", "symptom": ""}]),
        changed(given={"kind": "value"}),
        changed(expected=5),
        changed(question={"probe": "data"}),
        changed(next="go on"),
        changed(more=1),
        {key: value for key, value in changed().items() if key != "graph"},
    ],
)
def test_nothing_else_is_taken_for_a_verdict(data):
    with pytest.raises(VerdictError):
        Verdict.from_json(data)


def test_a_verdict_whose_arguments_do_not_fit_is_shown_all_the_same():
    sentences = [{"template": "{a} and {b}.", "arguments": {"a": "1"}}, {"template": "So.", "arguments": {}}]
    data = changed(card=[{"label": "", "sentences": sentences}])
    text = render.message(Verdict.from_json(data)).text()
    assert text == "A sentence can't be shown: its arguments do not fit its template, '{a} and {b}.'. So."


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", VERDICTS)
def test_a_verdict_from_before_cards_keeps_all_its_words(name, version):
    verdict = VERDICTS[name]()
    sentences = tuple(one for part in verdict.card for one in part.sentences)
    known = {
        key: value for key, value in verdict.as_json().items() if key != "card" and (version > 2 or key != "share")
    }
    data = {**known, "sentences": [one.as_json() for one in sentences], "version": version}
    again = Verdict.from_json(json.loads(json.dumps(data)))
    expected = replace(verdict, card=(Part("", sentences),) if sentences else ())
    assert again.as_json() == expected.as_json()
    if verdict.outcome != CORRECT:
        assert render.message(again).text() == in_words(sentences).text()
    with pytest.raises(VerdictError):
        Verdict.from_json({**data, "more": 1})


@pytest.mark.parametrize("share", [1.0, -0.5, 1, "0.5", float("nan")])
def test_a_share_that_no_judge_gives_is_no_verdict(share):
    with pytest.raises(VerdictError):
        Verdict.from_json(changed(outcome=NOT_YET, share=share))


def test_a_right_answer_has_no_share():
    with pytest.raises(VerdictError):
        Verdict.from_json(changed(outcome=CORRECT, share=0.5))


@pytest.mark.parametrize("version", [None, 1, 5, "3", [], {}])
def test_a_verdict_of_another_version_keeps_its_outcome_and_says_to_grade_again(version):
    basics = {"check": "day1-value-add", "seed": 4, "misconceptions": ["x"], "section": "5. More", "outcome": NOT_YET}
    again = Verdict.from_json({**basics, "version": version, "anything": object()})
    assert (again.outcome, again.misconceptions, again.section) == (NOT_YET, ("x",), "5. More")
    assert "Grade it again" in render.message(again).text()
    right = Verdict.from_json({**basics, "version": version, "outcome": CORRECT})
    assert render.message(right).text() == "Correct."
    with pytest.raises(VerdictError):
        Verdict.from_json({**basics, "version": version, "outcome": "right"})


# Words


def words_of(right, given):
    """Return what is said of a wrong answer to a question of Day 1."""
    [probe] = [probe for probe in probes_of("day1-value-add") if probe.name == "data"]
    verdict = Verdict("day1-value-add", NOT_YET, 1, Question("data", {"a": 1.5, "b": 2.5}), right, given)
    return as_message(explained(verdict, probe, right, [])).text()


def test_a_question_and_a_reason_stand_alone():
    # Another language bends no word of a sentence for what is put into it: names, numbers, or texts behind a colon.
    for verdict in (made() for made in VERDICTS.values()):
        for one in (one for part in verdict.card if part.label != ASKED for one in part.sentences):
            quoted = [name for name, part in one.arguments.items() if isinstance(part, Sentence) and part.arguments]
            assert all(f": {{{name}}}." in one.template for name in quoted if name != "value")
    for many in (verdict_of("day1-trace-nodes", add="def trace(root):\n    return [root], []"), VERDICTS["a number"]()):
        assert [part.label for part in many.card[:3]] == [ASKED, EXPECTED, GAVE]
        assert render.message(many).text().startswith("Asked: ")


PLACE = Place("f", 2, "g(x)")
NO_LIST = "'int' object is not iterable"
RAISES = "You gave: TypeError: x\nWhere: Line 2, in `f`: `g(x)`.\nMistake: "
NO_PREV = "'int' object has no attribute '_prev'"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (Raised("ValueError", "no.", PLACE), "You gave: ValueError: no\nWhere: Line 2, in `f`: `g(x)`."),
        (Raised("ValueError", "", Place("", 2, "g(x)")), "You gave: ValueError\nWhere: Line 2: `g(x)`."),
        (Raised("KeyError", "'a'"), "You gave: no entry 'a'"),
        (
            Raised("TypeError", NO_LIST, reading=True),
            "You gave: an object of type int in a place where a collection is needed",
        ),
        (
            Raised("TypeError", "too odd", reading=True),
            "You gave: an answer of another kind than is asked for: too odd",
        ),
        (
            Raised("AttributeError", NO_PREV, reading=True),
            "You gave: an object of type int, which has no `_prev`",
        ),
        (
            Raised("TypeError", "x", PLACE, culprit=Culprit("a.b", "NoneType")),
            RAISES + "`a.b` is None there: is a `return`",
        ),
        (
            Raised("TypeError", "x", PLACE, culprit=Culprit("a.reverse()", "NoneType")),
            RAISES + "`a.reverse()` is None there: `reverse` changes a list and gives nothing back.",
        ),
        (
            Raised("TypeError", "x", PLACE, culprit=Culprit("a.reversed()", "NoneType")),
            RAISES + "`a.reversed()` is None there: is a `return`",
        ),
        (Raised("TypeError", "x", PLACE, culprit=Culprit("a.b", "float")), RAISES + "`a.b` is of type float there."),
        (
            Raised("TypeError", "x", PLACE, culprit=Culprit("sum", "int", True)),
            RAISES + "`sum` is of type int there: it has the name of Python's own `sum`.",
        ),
        (PlainValue(PlainTuple([3.0])), "You gave: (3.0,)"),
        (Unending("9 lines had run"), "You gave: no answer: your code was stopped after 9 lines"),
        (Unexpected("Liar"), "You gave: an object of type Liar"),
        (NotAttempted("later"), "You gave: nothing: a method that this needs is not written yet"),
        (PlainValue(None), "You gave: None\nMistake: Is a `return` missing"),
        (PlainValue([1.0, 2.0]), "You gave: [1.0, 2.0]"),
        (PlainValue({"w": 1.0, "b": 2.0}), "You gave: {'w': 1.0, 'b': 2.0}"),
    ],
)
def test_what_was_given_is_put_into_words(given, expected):
    assert expected in words_of(PlainValue(4.0), given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((6, 5), "(6, 5), two numbers with a comma between them. Python writes 6.5 with a point."),
        ((6,), "(6,): the comma at the end makes a tuple of the number. Leave it out."),
    ],
)
def test_a_comma_where_a_number_is_asked_for_is_said(given, expected):
    [probe] = [probe for probe in probes_of("day1-value-add") if probe.name == "data"]
    found = misfit(probe, PlainValue(4.0), PlainValue(PlainTuple(given)))
    assert found.message().text() == expected


def test_a_sign_stands_in_quotes_and_a_nodes_name_as_code():
    text = render.message(verdict_of("day1-value-add", ('(self, other), "+")', '(self, other), "add")'))).text()
    assert "`(x + y)._op`\nExpected: '+': " in text
    assert "You gave: 'add'\n" in text
    verdict = verdict_of("day1-stretch-power", ("(self,), ", "(), "))
    assert "Expected: `x`: " in render.message(verdict).text()


@pytest.mark.parametrize(
    ("edit", "vague"),
    [
        (("self.data = float(data)", "self.data = 0.0"), True),
        # The product of the first question may be 0, and the others tell it from all else.
        (("self.data = float(data)", "self.data = int(data)"), False),
        (("self.data * other.data", "self.data + other.data"), False),
    ],
)
def test_answers_that_many_programs_give_are_not_said_to_have_one_cause(edit, vague):
    verdict = verdict_of("day1-value-construct" if "float" in edit[0] else "day1-value-multiply", edit)
    introduction = "Likely mistake: " if vague else "\nMistake: "
    assert len(verdict.misconceptions) == 1
    assert introduction in render.message(verdict).text()
    assert through_json(verdict) == verdict


@pytest.mark.parametrize(
    ("answer", "little"),
    [
        (PlainValue(5.0), False),
        (PlainValue(False), False),
        (PlainValue(["a"]), False),
        (Raised("TypeError", "no"), False),
        (PlainValue(0.0), True),
        (PlainValue([0.0, [0]]), True),
        (PlainValue([]), True),
        (PlainValue(None), True),
        (PlainValue(""), True),
        (Unending("9 lines had run"), True),
    ],
)
def test_answers_that_say_little(answer, little):
    assert naming.says_little(answer) is little


NUMBERS = [float(number) for number in range(110)]


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        (
            [*NUMBERS[:57], -1.0, *NUMBERS[58:]],
            ["[..., 55.0, 56.0, -1.0, 58.0, 59.0, ...]\nCompare: The first difference is at entry 58"],
        ),
        ([*NUMBERS[:57], -1.0, *NUMBERS[58:]], ["Expected: [..., 55.0, 56.0, 57.0, 58.0, 59.0, ...]: "]),
        (
            NUMBERS[:3],
            ["You gave: [0.0, 1.0, 2.0]\n", "Expected: [..., 1.0, 2.0, 3.0, 4.0, 5.0, ...]: ", "at entry 4 of 110."],
        ),
        ([], ["You gave: []", "Expected: [0.0, 1.0, 2.0, ...]: "]),
        (5.0, ["You gave: 5.0", "Expected: [0.0, 1.0, 2.0, ...]: "]),
        ({f"w{n}": n for n in range(99)}, ["..."]),
    ],
)
def test_a_long_answer_shows_its_first_difference(given, parts):
    text = words_of(PlainValue(NUMBERS), PlainValue(given))
    assert len(text) < 700
    for part in parts:
        assert part in text


def test_a_long_answer_on_paper_and_a_long_error_are_cut():
    text = render.message(verdict_of("day2-chain-w2", add="chain['dL/dw2'] = list(range(900))")).text()
    assert len(text) < 900
    text = render.message(
        verdict_of("day1-trace-nodes", add="def trace(root):\n    raise ValueError('ha' * 999)")
    ).text()
    assert len(text) < 900


def test_of_many_entries_those_that_differ_are_reported():
    right = {f"w{number}": float(number) for number in range(30)}
    text = words_of(PlainValue(right), PlainValue({**right, "w7": -1.0}))
    assert "Expected: (w7 7.0, ...): " in text
    assert "You gave: (w7 -1.0, ...)" in text


# Answers on paper that are written in another way


@pytest.mark.parametrize(
    ("check", "add", "expected"),
    [
        ("day2-chain-w2", "chain['dL/dw2'] = -84,5", "Python writes -84.5 with a point"),
        (
            "day1-predict-product",
            "prediction['(a*b)+c'] = {'nodes': (4, 5), 'edges': 4, 'value': 4}",
            "Python writes 4.5 with a point",
        ),
        (
            "day1-predict-product",
            "prediction['(a*b)+c'] = {'nodes': (5,), 'edges': 4, 'value': 4}",
            "(5,): the comma at the end makes a tuple",
        ),
    ],
)
def test_a_comma_in_a_number_is_reported(check, add, expected):
    assert expected in render.message(verdict_of(check, add=add)).text()


def test_a_half_filled_answer_is_not_called_empty():
    half = "prediction['(a*b)+c'] = {'nodes': 4, 'edges': None, 'value': None}"
    verdict = verdict_of("day1-predict-product", add=half)
    assert verdict.outcome == NOT_YET
    assert through_json(verdict) == verdict
    text = render.message(verdict).text()
    assert text.startswith(
        "Asked: the number of edges of `(a*b)+c`, at `a = 7`, where raising the leaf that `c` names by 1 "
        "raises the last node by 6\nYou gave: nothing yet"
    )
    assert "\nStill empty: " in text
    wrong = verdict_of("day1-predict-product", add=half.replace("4", "17"))
    assert "Still empty: the number of edges of" in render.message(wrong).text()
    none = verdict_of("day1-predict-product", add=half.replace("4", "None"))
    assert none.outcome == NOT_ATTEMPTED


def test_two_answers_that_look_alike_are_reported_in_full():
    verdict = verdict_of("day1-value-add", ("self.data + other.data", "self.data + other.data + 1e-7"))
    expected, given = (render.message(verdict).text().partition(text)[2] for text in ("Expected: ", "You gave: "))
    assert expected.partition(": ")[0] != given.partition("\n")[0]


@pytest.mark.parametrize(
    ("right", "given", "shown"),
    [
        # One difference is seen, and the first is not.
        ([0.5, 2.0], [0.5 + 1e-8, 3.0], "[0.50000001, 3.0]"),
        ({"w": 0.5, "b": 2.0}, {"w": 0.5 + 1e-8, "b": 3.0}, "w 0.50000001, b 3.0"),
        ([1.0, 2.0], ["1.0", 2.0], "['1.0', 2.0]"),
        ([1.0, 2.0], ["-1", "-2"], "['-1', '-2']"),
        ([1.0, 2.0], {"1.0": 2.0}, "{'1.0': 2.0}"),
        (1.0, "1.0", "'1.0'"),
        ("", " ", "' '"),
        (" ", "", "''"),
        ("+", " +", "' +'"),
        (["no error", 1.0], ["no error", "1.0"], "(no error, '1.0')"),
        (["a", "+"], ["a", ""], "(a, '')"),
    ],
)
def test_what_is_shown_tells_an_answer_from_the_right_one(right, given, shown):
    text = words_of(plain_answer(right), plain_answer(given))
    assert shown.strip("[]") in text, text


# Findings


def results(*checks):
    listed = tuple(checks)
    return ExerciseResult(Exercise("day1-value", "1.1", "write", 10, tuple(each.check for each in listed)), listed)


def failed(name, points=1.0, obstacle=None, **verdict):
    check = Check(f"day1-value-{name}", points, "A claim.")
    return CheckResult(check, NOT_YET, Verdict(check.grade_id, NOT_YET, **verdict), obstacle)


def groups(result):
    return [
        [check.check.grade_id.removeprefix("day1-value-") for check in finding.checks] for finding in result.findings
    ]


def test_one_cause_is_reported_once_with_the_checks_that_it_costs():
    named = {"misconceptions": ("day1-x",)}
    result = results(failed("a", 2.0, **named), failed("b"), failed("c", **named), failed("d"))
    assert groups(result) == [["a", "c"], ["b"], ["d"]]
    assert result.findings[0].lost == 3.0
    assert (
        render.costs_message(result.findings[0]).text() == "2 checks fail for this reason. Together they cost 3 points."
    )


@pytest.mark.parametrize(
    ("code", "text", "written"),
    [
        ('"a": 42,25,', "':' expected after dictionary key", "42,25"),
        ("x = 0,05", "leading zeros in decimal integer literals are not permitted; use an 0o prefix", "0,05"),
        ("f(0,05,3)", "leading zeros in decimal integer literals are not permitted; use an 0o prefix", ""),
        ('"a": 42,25,', "invalid syntax", ""),
    ],
)
def test_a_decimal_comma_that_python_cannot_read_is_reported(code, text, written):
    stop = Stop("2.2", "SyntaxError", text, 3, code)
    assert stop.decimal_comma == written
    text = render.check_message(failed("a", obstacle=CellStopped(OWN_CELL, stop, "f"))).text()
    assert ("A decimal mark is a point" in text) is bool(written)


def test_a_cell_that_stopped_and_a_missing_name_are_causes():
    stop = Stop("1.1", "NameError", "no x")
    halted = [failed("a", obstacle=CellStopped(OWN_CELL, stop, "f")), failed("b", obstacle=CellStopped(OWN_CELL, stop))]
    waiting = [failed("c", obstacle=CellStopped(OTHER_CELL, Stop("1.2", "NameError", "no x"), "f"))]
    missing = [failed(name, given=Missing("Value")) for name in ("d", "e")]
    raising = [failed(name, given=Raised("TypeError", "x", Place("f", 1, "g()"))) for name in ("f", "g")]
    unlike = [failed(name, given=PlainValue(1.0)) for name in ("h", "i")]
    not_run = [CheckResult(Check("day1-value-j", 1.0, ""), NOT_YET, None, NotRun())]
    result = results(*halted, *waiting, *missing, *raising, *unlike, *not_run)
    assert groups(result) == [["a", "b"], ["c"], ["d", "e"], ["f", "g"], ["h"], ["i"], ["j"]]


def test_the_json_holds_data_and_sentence():
    words = (sentence("Here `{name}` is not defined.", name="x"),)
    result = results(failed("add", 2.0, misconceptions=("day1-multiply-adds",), section="5. More", given=Missing("x"),
                            card=(Part("", words),)))  # fmt: skip
    data = result_json._exercise(result, {})
    [check], [finding] = data["checks"], data["findings"]
    assert check["verdict"]["given"] == {"kind": "missing", "name": "x"}
    assert "`x` is not defined" in check["message"]
    assert finding["checks"] == ["day1-value-add"]
    assert finding["points_lost"] == 2.0
    assert finding["message"] == f'{check["message"]}\nRead: "5. More"'
    assert finding["section"] == "5. More"


# A card in each medium

CARD = (
    Part.of(EXPECTED, sentence("{value}", value="<2>")),
    Part.of(MISTAKE, sentence("It *adds*."), sentence("Copied lines do. Look at `*`.")),
    Part.of(RAN_LAST, sentence("Line 1."), sentence("Line 2.")),
    Part.of(READ, sentence("{section:section}", section="5. More")),
)


def test_a_terminal_shows_a_card_as_lines_with_the_labels_in_a_column():
    mistake = ["Mistake   It *adds*.", "          Copied lines do."]
    short = ["Expected  <2>", *mistake, "Ran last  Line 1.", "          Line 2."]
    assert list(as_lines(CARD, 100)) == [*short, 'Read      "5. More"']
    assert "          Copied lines do. Look at `*`." in list(as_lines(CARD, 100, whole=True))
    assert max(map(len, as_lines(CARD, 25, whole=True))) <= 25
    assert list(as_lines(CARD, 100, strong="<{}>".format))[1] == "Mistake   <It *adds*.>", "the name stands out"
    remember = [Part.of(REMEMBER, sentence("each leaf is a node.")), Part.of(REMEMBER, sentence("`x` is one."))]
    assert list(as_lines(remember, 100)) == ["Remember  Each leaf is a node.", "Remember  `x` is one."]
    code = [Part.of(ASKED, sentence("a word and `x = 1.0`, and more"))]
    assert list(as_lines(code, 25)) == ["Asked  a word and", "       `x = 1.0`, and", "       more"]
    assert has_more(CARD)
    assert not has_more(CARD[:1])


def test_the_rows_of_a_question_stand_on_a_line_each_in_every_medium():
    rows = Sentence("the sum, each row with its sign:{table:rows}", {"table": ("[1, 2], '+'", "[3, 4], '-'")})
    card = [Part.of(ASKED, rows), Part.of(GAVE, sentence("{value}", value="3"))]
    words = ["the sum, each row with its sign:", "`[1, 2], '+'`", "`[3, 4], '-'`"]
    assert list(as_lines(card, 100)) == [
        f"Asked     {words[0]}",
        *(f"          {word}" for word in words[1:]),
        "You gave  3",
    ]
    assert as_message(card).text() == "Asked: " + "\n".join(words) + "\nYou gave: 3"
    codes = [f"<code>{html.escape(word.strip('`'))}</code>" for word in words[1:]]
    assert f"<dt>Asked</dt><dd>{words[0]}<br>{codes[0]}<br>{codes[1]}</dd>" in as_html(card)
    assert Sentence.from_json(rows.as_json()) == rows


def test_a_table_of_a_question_is_shown_by_its_rows():
    said = filled("each row with its digit:{given:rows}", {"given": [[[1.0, 2.0], [3.0, 4.0]], [1, 0]]})
    assert said.message().text() == "each row with its digit:\n`[1.0, 2.0], 1`\n`[3.0, 4.0], 0`"


def test_a_page_shows_a_card_as_a_list_of_terms_and_folds_all_but_the_first_sentence_on_a_mistake():
    more = "<details><summary>More</summary>Look at <code>*</code>.</details>"
    mistake = f"<strong>It <em>adds</em>.</strong> Copied lines do. {more}"
    assert as_html(CARD, {"5. More": "#5.-More"}) == (
        f'<dl class="card"><dt>Expected</dt><dd>&lt;2&gt;</dd><dt>Mistake</dt><dd>{mistake}</dd>'
        '<dt>Ran last</dt><dd>Line 1.<br>Line 2.</dd><dt>Read</dt><dd><a href="#5.-More">5. More</a></dd></dl>'
    )
    assert "<dt>Read</dt><dd><em>5. More</em></dd>" in as_html(CARD)


def test_of_many_empty_questions_some_are_listed_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(causes, "MOST_QUESTIONS", 1)
    first, *others = probes_of("day1-trace-edges")
    verdict = SimpleNamespace(check=first.check)
    (part,) = causes.still_empty(verdict, first, [first.name, *(probe.name for probe in others)])
    assert part.label == EMPTY
    assert part.sentences[0].message().text().endswith(f", and {len(others) - 1} more")


@pytest.mark.parametrize(("makes_it", "label"), [(True, MADE_BY), (False, RAN_LAST)])
def test_one_line_is_said_to_make_an_answer_only_where_it_does(makes_it, label):
    line = Place(code="return a", line=1, function="f")
    verdict = SimpleNamespace(lines=(line,), given=PlainValue(1))
    assert [part.label for part in causes.last_lines(verdict, makes_it=makes_it)] == [label]
