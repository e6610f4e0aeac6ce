# SPDX-License-Identifier: MIT
"""The wrong answer that a verdict shows: one question, narrowed to the smallest part that goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judge.asking.ask import questions
from judge.asking.probe import Probe
from judge.run.answers import Answer
from judge.verdicts.alike import Answered
from judge.verdicts.excerpts import parts_in

# The questions of a check with their inputs, in the order in which they are asked.
Posed = list[tuple[Probe, dict[str, Any]]]


@dataclass(frozen=True)
class Case:
    """A question that was answered wrongly, narrowed to the smallest part that shows it."""

    inputs: dict[str, Any]  # as the verdict shows them
    right: Answer  # the right answer to that part
    given: Answer  # the learner's
    asked: dict[str, Any]  # the inputs with which that part can be asked again


def case_at(answered: Answered, posed: Posed, place: int) -> Case:
    """Return the question at a place, narrowed to the smallest part that the answer gets wrong."""
    return narrowed(*posed[place], answered.expected[place], answered.answers[place])


def narrowed(probe: Probe, asked: dict[str, Any], right: Answer, given: Answer) -> Case:
    """Return a question with a wrong answer, narrowed to the smallest part that the answer gets wrong."""
    if probe.shrink is None:
        return Case(asked, right, given, asked)
    inputs, right, given = probe.shrink(asked, right, given)
    # What is cut out of a drawn expression is an expression again.
    smaller = {"drawn": inputs["expression"]} if "expression" in inputs and "drawn" in asked else {}
    return Case(inputs, right, given, {**asked, **smaller})


def simplest_first(answered: Answered, posed: Posed, wrong: list[int]) -> list[Case]:
    """Return all inputs that the first question with a wrong answer got wrong, the simplest first."""
    probe = posed[wrong[0]][0]
    places = [place for place in wrong if posed[place][0] is probe]
    return sorted((case_at(answered, posed, place) for place in places), key=_size)


def wrong_cases(check: str, answers: list[Answer], seed: int) -> list[tuple[Probe, Case]]:
    """Return each wrong answer with its question, narrowed to the smallest part that shows it, in the order asked."""
    answered, posed = Answered(check, answers, seed), questions(check, seed)
    places = [place for place in answered.wrong if place < len(answers)]
    return [(posed[place][0], case_at(answered, posed, place)) for place in places]


def _size(case: Case) -> tuple[int, int]:
    """Return how long a case's inputs are: how many numbers, then how many characters."""
    shown = {name: value for name, value in case.inputs.items() if name != "expression"}
    return parts_in(case.asked), len(str(shown))
