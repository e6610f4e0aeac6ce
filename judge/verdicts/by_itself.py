# SPDX-License-Identifier: MIT
"""What a learner's code gives by itself, where right code stood in for a part of it while a check was asked.

A verdict says "your answer", so it is true of the learner's own code, or it says what stood in for what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from judge.asking.ask import ask, ask_simply, parts_stood_in, ran_last
from judge.asking.standing_in import by_itself
from judge.run.answers import Answer, Place
from judge.verdicts.alike import Answered


@dataclass(frozen=True)
class ByItself:
    """Ways to ask one check of a learner's code by itself."""

    # Gives the answers to the check; None where right code stood in for nothing.
    answers: Callable[[], list[Answer] | None]
    # Gives the names of the parts for which right code stands in while a question is asked, by its probe and inputs.
    parts: Callable[[str, dict[str, Any]], tuple[str, ...]]
    # Gives the learner's own lines that run last for a question then.
    trail: Callable[..., tuple[Place, ...]]
    # Gives its answers to a question with simple inputs, by the probe and the numbers of :func:`simple_inputs`.
    simply: Callable[[str, Sequence[int]], list[Answer]]


def believed(check: str, answers: list[Answer], seed: int, alone: ByItself) -> list[Answer]:
    """Return the answers on which a check is judged: those of the learner's code by itself where all these are right.

    Right code that stands in for a part may not get along with the rest, and what gives the right answers is right.
    """
    if Answered(check, answers, seed).is_correct:
        return answers
    own = alone.answers()
    return own if own is not None and Answered(check, own, seed).is_correct else answers


def here(check: str, namespace: Mapping[str, Any], seed: int) -> ByItself:
    """Return the ways to ask a check in this process."""

    def answers() -> list[Answer]:
        with by_itself():
            return ask(check, namespace, seed)

    def trail(probe: str, inputs: dict[str, Any], made: str = "") -> tuple[Place, ...]:
        with by_itself():
            return ran_last(check, namespace, probe, inputs, made=made)

    def parts(probe: str, inputs: dict[str, Any]) -> tuple[str, ...]:
        return parts_stood_in(check, namespace, probe, inputs)

    def simply(probe: str, numbers: Sequence[int]) -> list[Answer]:
        with by_itself():
            return ask_simply(check, namespace, seed, probe, numbers)

    return ByItself(cache(answers), parts, trail, simply)
