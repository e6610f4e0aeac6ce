# SPDX-License-Identifier: MIT
"""Ways to put a check to a learner's code once more, for what a verdict says beside its outcome.

Right code may stand in for a part of the learner's while a check is asked. A verdict says "your answer", so it is true
of the learner's own code, or it says what stood in for what: so the code is asked by itself as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

from judge.asking.ask import ask, ask_simply, parts_stood_in, ran_last
from judge.asking.standing_in import by_itself
from judge.run.answers import Answer, Place
from judge.verdicts.alike import Answered

# Puts one question once more, by the probe's name and with these inputs; gives the learner's own lines that ran last
# for it: :func:`judge.asking.ask.ran_last`. A third argument is what the entries of an array are, where the line that
# makes the first such array is asked for.
Trail = Callable[..., tuple[Place, ...]]

# Gives the answers to one question with simple inputs, by the probe's name and the numbers of
# :func:`judge.asking.ask.simple_inputs`.
Simply = Callable[[str, Sequence[int]], list[Answer]]


@dataclass(frozen=True)
class Asker:
    """Asks one check again. Of a way that is None, the verdict says nothing."""

    trail: Trail | None = None
    simply: Simply | None = None
    alone: Alone | None = None  # asks the learner's code by itself


@dataclass(frozen=True)
class Alone:
    """Asks one check of a learner's code by itself."""

    # Gives the answers to the check; None where right code stood in for nothing.
    answers: Callable[[], list[Answer] | None]
    # Gives the names of the parts for which right code stands in while a question is asked, by its probe and inputs.
    parts: Callable[[str, dict[str, Any]], tuple[str, ...]]
    asker: Asker = Asker()


def believed(check: str, answers: list[Answer], seed: int, alone: Alone | None) -> list[Answer]:
    """Return the answers on which a check is judged: those of the learner's code by itself where all these are right.

    Right code that stands in for a part may not get along with the rest, and what gives the right answers is right.
    """
    if alone is None or Answered(check, answers, seed).is_correct:
        return answers
    own = alone.answers()
    return own if own is not None and Answered(check, own, seed).is_correct else answers


def here(check: str, namespace: Mapping[str, Any], seed: int, *, lines: bool = True, simpler: bool = True) -> Asker:
    """Return what asks a check in this process: for lines that ran last, and with simpler inputs, unless not wanted."""

    def asker(how: Callable[[], AbstractContextManager[Any]], alone: Alone | None = None) -> Asker:
        def trail(probe: str, inputs: dict[str, Any], made: str = "") -> tuple[Place, ...]:
            with how():
                return ran_last(check, namespace, probe, inputs, made=made)

        def simply(probe: str, numbers: Sequence[int]) -> list[Answer]:
            with how():
                return ask_simply(check, namespace, seed, probe, numbers)

        return Asker(trail if lines else None, simply if simpler else None, alone)

    def answers() -> list[Answer]:
        with by_itself():
            return ask(check, namespace, seed)

    def parts(probe: str, inputs: dict[str, Any]) -> tuple[str, ...]:
        return parts_stood_in(check, namespace, probe, inputs)

    return asker(nullcontext, Alone(cache(answers), parts, asker(by_itself)))
