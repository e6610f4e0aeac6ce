# SPDX-License-Identifier: MIT
"""A part of an answer that does harm costs its own points: none of another exercise, and no more than an error does."""

import ast

import pytest
from support import run_as_cell, sampled

from judge.asking.ask import ask
from judge.notebooks import course, reference
from judge.verdicts import catalogue
from judge.verdicts.asker import believed, here
from judge.verdicts.decide import is_correct
from verification import catalogued

SEED = 1
AN_ERROR = "raise RuntimeError('broken')"
HARMS = {
    "has no end": "while True: pass",
    "ends the program": "raise SystemExit(1)",
    "calls itself": "return harmful(*arguments, **keywords)",
    "fills the memory": "return [0] * 10**14",
}
# Puts what does harm in the place of one part of the answers.
CELL = """
def make(own):
    def harmful(*arguments, **keywords):
        {harm}
    return harmful

{place} = {kind}(make({place}))
"""


def parts():
    """Return the functions and methods of all answers: the day and exercise of each, its place and what it is."""
    found = {}
    for day in course.assignments():
        for exercise, source in reference.solutions(day.number).items():
            for place, function in functions_in(source):
                kinds = [ast.unparse(one) for one in function.decorator_list]
                if not {"property", f"{function.name}.setter"} & {*kinds}:
                    found[f"{day.name} {place}"] = day, exercise, place, "".join(kinds)
    return found


def functions_in(source):
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            # Day 1 gives such functions to its class afterwards.
            yield f"Value.{node.name}" if node.name.startswith("__") else node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


def names_with(day, place, kind, harm):
    names = reference.load(day.number)
    run_as_cell(CELL.format(harm=harm, place=place, kind=kind), names)
    return names


def is_right(check, names):
    try:
        answers = believed(check, ask(check, names, SEED), SEED, here(check, names, SEED).alone)
        return is_correct(check, answers, SEED)
    except SystemExit:
        return False


# Of the others, `--all` tries each.
ORDINARY = ("day1 Value.__add__", "day4 MLP.parameters")


@pytest.mark.parametrize(("day", "exercise", "place", "kind"), sampled(parts(), *ORDINARY))
def test_a_part_that_does_harm_costs_its_own_points_alone(day, exercise, place, kind):
    checks = catalogued.checks_of(day)
    broken = names_with(day, place, kind, AN_ERROR)
    costs = {check for check in checks if not is_right(check, broken)}
    # A check that needs a part of another exercise is declared by the mistakes that it fails.
    declared = {
        one for entry in catalogue.misconceptions(day.number) if entry.exercise == exercise for one in entry.checks
    }
    assert costs <= {*catalogued.checks_of(day, exercise), *declared}
    for title, harm in HARMS.items():
        harmed = names_with(day, place, kind, harm)
        assert not [check for check in checks if check not in costs and not is_right(check, harmed)], f"it {title}"
