# SPDX-License-Identifier: MIT
"""Generated programs are reproducible, right unless they have a fault, and judged as the contract says."""

import ast
import random
import shutil
from dataclasses import replace

import pytest

from exercises.shared.proof import met
from exercises.shared.proof.contract import Clause
from judge.notebooks import course, reference
from judge.verdicts import catalogue
from judge.verdicts.decide import general_name
from verification.generated import findings, general, programs
from verification.generated.faults import KINDS, make_fault
from verification.generated.findings import (
    EQUIVALENT,
    FALSE_ALARM,
    FALSE_NAME,
    FULL_MARKS,
    IN_GENERAL,
    MISSED,
    NAMED,
    NO_CLAUSE_BROKEN,
    PAID_TWICE,
    TROUBLES,
    UNNAMED,
    Finding,
    finding,
    judged,
)
from verification.generated.programs import (
    ONE_RIGHT_IN,
    Program,
    contract_of,
    fuzzed,
    program,
    right_program,
    uncovered,
)
from verification.generated.report import met_by, met_nowhere
from verification.reports import Report

# How many generated right programs of each exercise are checked against its contract.
RIGHT_PROGRAMS = 1

ANSWER = """
class Sum:
    def __init__(self, numbers):
        self.numbers = numbers
        self.total = 0.0

    def mean(self, weight):
        count = 0
        for place in range(len(self.numbers)):
            number = self.numbers[place]
            self.total += weight * number
            count += 1
        if count:
            self.total = self.total / count
            self.numbers.append(count)
        return self.total

    def doubled(self):
        found = []
        for number in self.numbers:
            found.append(2 * number)
        return found
"""


def made(old, new, exercise="day1-trace"):
    source = reference.solutions(exercise)[exercise]
    assert source.count(old) == 1
    return Program(exercise, 1, source.replace(old, new), "by hand", f"{old} => {new}")


RIGHT = Program("day1-trace", 1, reference.solutions("day1-trace")["day1-trace"])
TURNED = made("edges.append((parent, node))", "edges.append((node, parent))")


def test_the_wording_of_an_error_does_not_change_its_name():
    test = (
        'if len(x) != len(self.weights):\n            raise ValueError(f"This neuron takes {len(self.weights)} inputs'
    )
    found = finding(
        made(test, 'if x != len(self.weights):\n            raise ValueError(f"Wanted: {len(self.weights)}', "day4-mlp")
    )
    assert (found.outcome, found.names) == (NAMED, ("day4-length-always-refused",)), found


def test_some_programs_have_no_fault_and_most_have_one():
    drawn = [program("day1-trace", number) for number in range(60)]
    right = [each for each in drawn if not each.kind]
    assert 1 < len(right) < 60 / ONE_RIGHT_IN * 2.5
    assert all(each.fault for each in drawn if each.kind)
    assert len({each.kind for each in drawn}) > 10


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_fault_changes_a_program_in_one_place(kind):
    texts = set()
    for seed in range(12):
        text, words = make_fault(ANSWER, KINDS[kind], random.Random(seed)) or ("", "")
        if text:
            ast.parse(text)
            assert text != ast.unparse(ast.parse(ANSWER))
            assert " => " in words
            texts.add(text)
    assert texts


@pytest.mark.parametrize("exercise", fuzzed())
def test_reference_and_right_programs_meet_the_contract(exercise):
    generated = [right_program(exercise, random.Random(seed)) for seed in range(RIGHT_PROGRAMS)]
    for number, answer in enumerate([reference.solutions(exercise)[exercise], *generated]):
        namespace = reference.load(exercise, answers={exercise: answer})
        broken = [each.words for each in contract_of(exercise) if not each.accepts(each.answer(namespace))]
        assert broken == [], f"program {number - 1}"


@pytest.mark.parametrize("exercise", fuzzed())
def test_every_check_of_a_fuzzed_exercise_has_a_clause(exercise):
    assert uncovered(exercise).text == ""
    own = findings.catalogued.checks_of(course.assignment(exercise), exercise)
    assert {clause.check for clause in contract_of(exercise)} <= set(own), "a clause names a check that does not exist"


def test_a_check_that_no_clause_covers_is_reported(monkeypatch):
    left = [clause for clause in contract_of("day1-trace") if clause.check != "day1-trace-edges"]
    monkeypatch.setattr(programs, "contract_of", lambda exercise: tuple(left))
    file = "exercises/day1_trace/proof/contract.py"
    said = f'{file}: day1-trace-edges: no clause covers the check; write one: Clause("day1-trace-edges", ...).'
    assert uncovered("day1-trace") == Report(said, holds=False)


def test_a_right_program_has_full_marks():
    assert finding(RIGHT).outcome == FULL_MARKS
    assert finding(replace(RIGHT, kind="by hand", fault="none")).outcome == EQUIVALENT


def test_a_wrong_program_is_named_by_what_it_does():
    found = finding(made("if id(node) in seen:", "if False:"))
    assert found.outcome in (NAMED, UNNAMED)
    found = finding(TURNED)
    assert (found.outcome, len(found.names)) == (NAMED, 1)


def test_a_program_without_a_fault_must_be_right(monkeypatch):
    wrong = replace(RIGHT, source=TURNED.source)
    with pytest.raises(course.CourseError, match="program 1 has no fault and is not right"):
        finding(wrong)
    # A process reports it.
    monkeypatch.setattr(findings, "program", lambda exercise, number: wrong)
    found = findings.judged((wrong.exercise, 1))
    assert found.outcome == FALSE_ALARM
    assert "program 1 has no fault and is not right" in str(found)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("exercise", "old", "new"),
    [
        ("day4-train", "root = loss(predictions, ys)", "ys.extend(ys)\n        root = loss(predictions, ys)"),
        ("day4-mlp", "sizes = [nin, *nouts]", "nouts.insert(0, nin)\n        sizes = nouts"),
        (
            "day6-tensor",
            "self.data = ",
            "if isinstance(data, np.ndarray):\n            data *= 2\n        self.data = ",
        ),
    ],
)
def test_a_program_that_changes_its_arguments_changes_no_later_question(exercise, old, new):
    right = reference.solutions(exercise)[exercise]
    changes = right.replace(old, new)
    assert changes != right
    finding(Program(exercise, 1, changes, "by hand", "changed arguments"))
    assert finding(Program(exercise, 2, right)).outcome == FULL_MARKS


# Programs that a fuzz found to be missed, refused, paid twice or named falsely; the first of an exercise by default.
EARLIER = {
    "day1-value": (100045,),
    "day2-complex": (100628,),
    "day2-value": (100201,),
    "day3-changed": (800086,),
    "day3-tests": (100032, 100393),
    "day3-topological-order": (100111,),
    "day3-value": (100070, 100071, 100311, 300022, 300043, 300100),
    "day4-cross-entropy": (100290, 100320),
    "day4-loss": (100239,),
    "day4-mlp": (100299, 100411),
    "day5-clip": (100016,),
    "day5-per-layer": (700568,),
    "day5-skip": (700492,),
}


@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    ("exercise", "number"), [(exercise, number) for exercise, numbers in EARLIER.items() for number in numbers]
)
def test_a_program_of_an_earlier_fuzz_is_no_trouble(exercise, number):
    found = judged((exercise, number))
    assert found.outcome not in TROUBLES, found


def judged_as(monkeypatch, other):
    """Let the checks be asked of another program in place of each one."""
    failed, namespace = findings._failed, reference.load("day1-trace", answers={"day1-trace": other.source})
    monkeypatch.setattr(findings, "_failed", lambda _, __, checks: failed(other, namespace, checks))


def test_a_wrong_program_that_passes_is_missed(monkeypatch):
    judged_as(monkeypatch, RIGHT)
    assert finding(TURNED).outcome == MISSED


def test_a_right_program_that_fails_is_a_false_alarm(monkeypatch):
    judged_as(monkeypatch, TURNED)
    assert finding(RIGHT).outcome == FALSE_ALARM
    assert finding(replace(RIGHT, kind="by hand", fault="none")).outcome == NO_CLAUSE_BROKEN


def test_a_name_of_another_mistake_is_false(monkeypatch):
    judged_as(monkeypatch, made("nodes.append(node)", "pass"))
    assert finding(made("nodes.append(node)", "nodes.append(root)")).outcome == FALSE_NAME


def test_a_name_is_true_whichever_operations_the_program_calls():
    source = reference.solutions("day1-value")["day1-value"]
    for old, new in (("self.data + other.data", "self.grad + other.data"), ("self + other", "Value(other) + self")):
        assert source.count(f"return {old}") + source.count(f"Value({old}") == 1
        source = source.replace(f"return {old}", f"return {new}").replace(f"Value({old}", f"Value({new}")
    found = finding(Program("day1-value", 1, source, "by hand", "another number"))
    assert (found.outcome, "day1-add-wrong-number" in found.names) == (NAMED, True), found


def test_a_wrong_answer_that_follows_from_other_operations_breaks_a_clause():
    clause = Clause("check", "3 + x", lambda names: names["left"], 5.0, ways=(lambda names: names["right"],))
    follows, own = (clause.answer({"left": 4.0, "right": right}) for right in (4.0, 6.0))
    assert not clause.accepts(follows)
    assert clause.alike(follows, clause.answer({"left": 7.0, "right": 7.0}))
    assert clause.alike(follows, own)
    assert not clause.alike(own, clause.answer({"left": 7.0, "right": 7.0}))


def test_no_class_refuses_a_rule_that_a_later_exercise_sets_on_its_nodes():
    generated = [right_program("day2-value", random.Random(seed)) for seed in range(80)]
    assert any("__slots__" in text for text in generated)
    assert not [text for text in generated if "__slots__" in text and "def _backward(self)" in text]


def test_a_class_that_negates_its_numbers_is_paid_once():
    source = reference.solutions("day2-value")["day2-value"].replace("float(data)", "-1.0 * data")
    found = finding(Program("day2-value", findings.EVERYWHERE_IN, source, "by hand", "another sign"))
    assert found.outcome in (NAMED, IN_GENERAL), found


def test_a_rare_general_name_is_tried_on_programs_that_are_aimed_at_it():
    found = [general.Named(each, "", "by hand", each, {"numbers-half": True}) for each in ("day2-value", "day5-clip")]
    first = general._more("numbers-half", 198, found)
    assert {aim for *_, aim in first} == {"numbers-half"}
    assert {exercise for exercise, *_ in first} == {*fuzzed()} - {*general.SLOW}
    aimed = [general.Named(each, aim, "by hand", str(place)) for place, (each, _, aim) in enumerate(first)]
    having = [replace(one, names={"numbers-half": True}) for one in aimed if one.exercise == "day5-clip"]
    rest = [one for one in aimed if one.exercise != "day5-clip"]
    assert general._more("numbers-half", 100, [*found, *rest]) == []  # It cannot be made.
    more = general._more("numbers-half", 100, [*found, *rest, *having])
    assert more == [
        ("day5-clip", number, "numbers-half") for number in range(general.AIMED_FIRST, general.AIMED_FIRST + 120)
    ]


@pytest.mark.parametrize(("aim", "number"), [("numbers-half", 1), ("error-none-there", 0), ("answer-refused", 0)])
def test_a_program_aimed_at_a_name_has_it_and_what_the_name_says_is_verified(monkeypatch, aim, number):
    assert general.names_of(("day1-value", number, aim)).names[aim]
    monkeypatch.setattr(
        general,
        "general_name",
        lambda *given: ("numbers-twice" if general_name(*given)[0] else "", general_name(*given)[1]),
    )
    false = general.names_of(("day1-value", number, aim))
    assert false.names == {"numbers-twice": False}
    counts = general.met_by(general.counted([false]))
    assert counts["numbers-twice"] == met.OfGeneralName(1, 1, 1)
    faults = general.faults(counts)
    assert {"numbers-twice: only 1 programs answer so", "numbers-twice: false for 100.0%"} <= {*faults}


def test_a_name_without_a_cause_has_faults_that_are_aimed_at_it():
    for name in catalogue.general_names().keys() - general.CAUSES.keys():
        assert any(programs.aimed_program(exercise, 0, name) for exercise in fuzzed())


def test_a_mistake_that_fails_elsewhere_too_is_paid_twice(monkeypatch):
    failed = findings._failed

    def spills(drawn, namespace, checks):
        return failed(drawn, namespace, checks) if "day1-trace-nodes" in checks else {"day1-value-add": _Verdict()}

    monkeypatch.setattr(findings, "_failed", spills)
    monkeypatch.setattr(findings, "_first_of", lambda verdicts: next(iter(verdicts)))
    monkeypatch.setattr(findings, "EVERYWHERE_IN", 1)
    found = finding(TURNED)
    assert (found.outcome, found.words) == (PAID_TWICE, "day1-value-add")


class _Verdict:
    outcome, misconceptions = "not yet", ()


def test_programs_are_counted_by_the_names_that_they_got():
    named = finding(TURNED)
    found = [named, named, Finding(TURNED, UNNAMED), judged(("day3-value", 0))]
    assert met_by(found, "day1-trace") == met.OfExercise(3, 1, dict.fromkeys(named.names, 2))


def test_an_exercise_that_is_not_drawn_now_keeps_its_counts(monkeypatch, tmp_path):
    before = met.of_exercises()
    monkeypatch.setattr(met, "PATH", shutil.copy(met.PATH, tmp_path / met.PATH.name))
    drawn = met.OfExercise(3, 1, {"day1-trace-no-visited": 2})
    met.write_exercises({"day1-trace": drawn}, fuzzed())
    assert met.of_exercises() == {**before, "day1-trace": drawn}
    assert met.of_general_names()


def test_a_mistake_that_nothing_has_met_is_listed_unless_something_keeps_it(monkeypatch):
    before, counts = met_nowhere(), met.of_names()
    kept, symptom, paper = "day1-data-truncated", "day1-repr-missing", "day3-broken-engine-a"
    assert not {kept, symptom, paper} & {*before}
    for name in ("day1-trace-finds-nothing", symptom):
        del counts[name]
    monkeypatch.setattr(met, "of_names", lambda: counts)
    assert {*met_nowhere()} - {*before} == {"day1-trace-finds-nothing"}


def test_a_program_that_never_ends_while_it_is_loaded_has_an_outcome():
    assert finding(Program("day1-trace", 1, "while True:\n    pass", "by hand", "endless")).outcome == UNNAMED


@pytest.mark.one_in(6)
@pytest.mark.parametrize("exercise", fuzzed())
def test_a_program_of_each_exercise_is_no_trouble(exercise):
    found = judged((exercise, 0))
    assert found.outcome not in TROUBLES, found
