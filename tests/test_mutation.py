# SPDX-License-Identifier: MIT
"""Mutants: each kind makes its change, each mutant gets its outcome, and none of a sample survives."""

import ast
import json
import shutil
import sys

import pytest
from support import ROOT

from judge.notebooks import course, reference
from judge.notebooks.schemas import read_toml
from judge.verdicts import catalogue, processes
from verification import catalogued, grader_faults, mutation
from verification.__main__ import main
from verification.mutants import Mutant, mutants, mutants_of_cell
from verification.mutation import EQUIVALENT, NAMED, SURVIVED, UNNAMED, judge_mutant
from verification.reports import Report

DAYS = [day.number for day in course.assignments()]


@pytest.mark.parametrize("case", read_toml(ROOT / "tests" / "data" / "mutations.toml")["mutation"], ids=str)
def test_each_kind_of_mutation_makes_what_it_says(case):
    made = [one.id for one in mutants_of_cell("day0-try", case["line"]) if one.kind == case["kind"]]
    assert [name.partition(" => ")[2] for name in made] == case["made"]


CELL = '''def f(self, n=1):
    """Return 1 + 1."""
    one = 1
    ### BEGIN SOLUTION
    if n < 0:
        raise ValueError(f"{n} is less than 0.")
    self.total += n
    return self.total
    ### END SOLUTION
'''


def test_what_a_learner_does_not_write_stays():
    for mutant in mutants_of_cell("day0-try", CELL):
        head = ast.parse(mutant.source).body[0]
        assert (ast.unparse(head.args), ast.unparse(head.body[1])) == ("self, n=1", "one = 1")
        assert ast.get_docstring(head) == "Return 1 + 1."


def test_the_wording_of_an_error_is_no_mutation():
    for mutant in mutants_of_cell("day0-try", CELL):
        assert "is less than 0." in mutant.source or "raise" in mutant.id or "if n < 0" in mutant.id, mutant.id


def test_the_id_of_a_mutant_outlives_a_change_of_other_lines():
    changed = CELL.replace("n < 0", "n <= 0").replace("one = 1", "two = 2")
    before, after = (
        {mutant.id for mutant in mutants_of_cell("day0-try", text) if mutant.id.startswith("f: self.total")}
        for text in (CELL, changed)
    )
    assert len(before) > 3
    assert before == after


def test_two_alike_changes_of_one_function_have_two_ids():
    text = "def f():\n    y = 1\n    y = 1\n    return y"
    ids = [mutant.id for mutant in mutants_of_cell("day0-try", text)]
    assert "f: y = 1 => y = 2" in ids
    assert "f: y = 1 => y = 2 (2)" in ids


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", DAYS)
def test_every_listed_equivalence_is_a_mutant_of_today(number):
    there = {(mutant.exercise, mutant.id) for mutant in mutants(number)}
    assert len(there) > 100
    listed = {key for key in mutation.equivalents() if course.assignment(key[0]).number == number}
    assert listed - there == set()


def made(old, new, exercise="day1-value"):
    source = reference.solutions(exercise)[exercise]
    assert source.count(old) == 1
    return Mutant(exercise, "by hand", f"{old} => {new}", source.replace(old, new))


def test_a_catalogued_mistake_is_killed_and_named():
    judged = judge_mutant(made("self.data * other.data", "self.data + other.data"))
    assert (judged.outcome, judged.check, judged.names) == (NAMED, "day1-value-multiply", ("day1-multiply-adds",))


def test_an_uncatalogued_mistake_is_killed_without_a_name():
    judged = judge_mutant(made("self.data + other.data", "self.data + other.data + 0.125"))
    assert (judged.outcome, judged.check, judged.names) == (UNNAMED, "day1-value-add", ())


def test_a_right_program_survives():
    mutant = made("        self.grad = 0.0\n", "        self.grad = 0.0 * 2\n")
    assert judge_mutant(mutant).outcome == SURVIVED


def test_a_survivor_with_a_reason_is_equivalent():
    key = ("day1-stretch", "__pow__: if isinstance(exponent, Value): => (dropped)")
    assert "itself raises a TypeError" in mutation.equivalents()[key]
    mutant = next(one for one in mutants(1, "day1-stretch") if one.id == key[1])
    assert judge_mutant(mutant).outcome == EQUIVALENT


def test_a_cell_that_does_not_run_is_killed():
    assert judge_mutant(Mutant("day1-trace", "by hand", "", "trace = undefined")).outcome == UNNAMED
    assert judge_mutant(Mutant("day1-trace", "by hand", "", "while True:\n    pass")).outcome == UNNAMED


@pytest.mark.exhaustive
def test_a_process_that_hangs_is_replaced(monkeypatch):
    # Nothing in C counts lines: `any` of zeros without end.
    endless = Mutant("day1-trace", "by hand", "endless", "def trace(root):\n    return any(iter(int, 1))")
    named = made("self.data * other.data", "self.data + other.data")
    monkeypatch.setattr(processes, "SECONDS", 5.0)
    judged = mutation.run([endless, named])
    assert {(one.mutant.id, one.outcome, one.stopped) for one in judged} == {
        ("endless", UNNAMED, True),
        (named.id, NAMED, False),
    }


@pytest.mark.one_in(5)
@pytest.mark.parametrize("number", DAYS)
def test_no_mutant_of_a_sample_survives_unexplained(number, record_property, monkeypatch):
    # The sample has no endless mutants, so it needs no separate processes.
    monkeypatch.setattr(mutation, "run", lambda made, *_: map(judge_mutant, made))
    part = mutation.mutate(course.assignment(number), sample=1)
    record_property("verified", ["mutants, a sample", f"day{number}", part.counts])
    assert part.holds, part.text
    assert "mutants" in part.text


# The command


@pytest.mark.exhaustive
def test_an_exercise_is_verified_by_its_name(capsys):
    assert main(["prove", "day2-max", "--seeds", "1,2", "--sample", "2"]) == 0
    printed = capsys.readouterr().out
    assert "day2: reference: 2 of 2 checks correct" in printed
    assert "day2: blank: 2 of 2 checks not attempted" in printed
    assert "day2-max: verified" in printed
    assert "day2-value" not in printed


def test_a_failed_verification_is_reported_and_sets_the_exit_code(monkeypatch, capsys):
    bad = catalogued.JudgedVariant("day2-x", "day2-max", {"wrong name": ["two"], "no name": ["one"]})
    good = catalogued.JudgedVariant("day2-y", "day2-max", {})
    monkeypatch.setattr(catalogued, "record", lambda *_: Report("", True))
    monkeypatch.setattr(catalogued, "verify_variants", lambda *_: [bad, good])
    assert main(["prove", "day2-max", "--sample", "1"]) == 1
    printed = capsys.readouterr().out
    assert "day2-x: wrong name: two; no name: one" in printed
    assert "day2-max: not verified" in printed
    assert bad.outcome == "wrong name"
    assert good.outcome == "right name"


@pytest.mark.exhaustive
def test_failed_checks_are_recorded_and_costs_elsewhere_refused(day2_max, monkeypatch):
    # None of these is endless, so they need no separate processes.
    monkeypatch.setattr(catalogued, "in_processes", lambda tasks, work, lost: map(work, tasks))
    said = catalogued.record(course.assignment(2), exercise="day2-max")
    assert (said.text, said.holds) == ("", True)
    written = day2_max.read_text("utf-8")
    before = json.loads(written)
    key, checks = next(iter(before.items()))
    name, first = catalogued.variants_of(course.assignment(2), "day2-max")[0]
    assert key == catalogue.key_of(first)
    (called,) = (one for one in before if one.startswith("day2-max-called "))
    del before[called]
    day2_max.write_text(json.dumps(before | {key: ["day2-max-gone"]}), "utf-8")
    said = catalogued.record(course.assignment(2), exercise="day2-max")
    assert f"{name}: +{checks[0]}, -day2-max-gone" in said.text
    assert "day2-max-called: +day2-max-routes (crash)" in said.text
    assert said.holds
    assert day2_max.read_text("utf-8") == written
    changes = dict(
        catalogued._written("day2-max", [(name, first, {**dict.fromkeys(checks, False), "day2-chain-w1": False})])
    )
    assert [elsewhere for line, elsewhere in changes.items() if catalogued.STAND_IN in line] == [True]


@pytest.fixture
def day2_max(tmp_path, monkeypatch):
    copy = tmp_path / "checks.json"
    shutil.copy(catalogue.checks_file("day2-max"), copy)
    monkeypatch.setattr(catalogue, "checks_file", lambda _: copy)
    return copy


def test_a_blank_that_passes_is_reported(monkeypatch):
    day = course.assignment(2)
    monkeypatch.setattr(catalogued, "blank", lambda _: reference.load(2))
    monkeypatch.setattr(catalogued, "verify_variants", lambda *_: [])
    part = catalogued.verify(day, exercise="day2-max")
    assert not part.holds
    count = len(catalogued.checks_of(day, "day2-max"))
    assert f"day2: blank: 0 of {count} checks not attempted" in part.text
    assert "  blank, seed 1: day2-max-routes is correct" in part.text


def test_a_survivor_and_a_stale_equivalent_are_reported(monkeypatch):
    survivor = made("        self.grad = 0.0\n", "        self.grad = 0.0 * 2\n")
    monkeypatch.setattr(mutation, "mutants", lambda *_: [survivor])
    monkeypatch.setattr(mutation, "run", lambda made, *_: map(judge_mutant, made))
    monkeypatch.setattr(mutation, "equivalents", lambda: {("day1-value", "gone"): "It is right."})
    part = mutation.mutate(course.assignment(1))
    assert not part.holds
    assert f"  survived: day1-value: {survivor.id} [by hand]" in part.text
    assert "  listed as equivalent, but no mutant of this text: day1-value: gone" in part.text


def test_faults_of_the_grader_are_tried_only_with_tests_that_pass_without_one(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["grader_faults", "--count", "1"])
    monkeypatch.setattr(grader_faults, "caught_by", lambda *_: "tests/test_next_step.py::test_a")
    with pytest.raises(SystemExit, match="2"):
        grader_faults.main()
    assert "Without a fault a test fails" in capsys.readouterr().err


def test_files_in_the_list_of_faults_of_the_grader_exist_and_a_stale_row_is_found():
    modules = [*grader_faults.MODULES, *(row["module"] for row in grader_faults.DATA["survivor"])]
    tests = [word for chosen in grader_faults.ROUNDS for word in chosen if word.endswith(".py")]
    assert [name for name in modules + tests if not (grader_faults.ROOT / name).is_file()] == []
    module, there = "judge/run/garbage.py", "not_looked_for: gc.freeze() => (dropped)"
    assert grader_faults.gone([(module, "gone"), (module, there)]) == [(module, "gone")]
