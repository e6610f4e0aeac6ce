# SPDX-License-Identifier: MIT
"""The questions that a learner can predict the answer of: what each asks for, and how near a number has to be."""

import math
from dataclasses import dataclass

from ..text import say


@dataclass(frozen=True)
class Question:
    """What a prediction asks for."""

    words: tuple[str, str] | tuple[()] = ()  # to choose from; empty where a number is asked for
    within: float = 0.0  # how far a number may be from what comes

    def asked(self) -> str:
        """Return what is asked for, such as ``a number`` or ``"yes" or "no"``."""
        return say('"{one}" or "{other}"', one=self.words[0], other=self.words[1]) if self.words else say("a number")

    def read(self, value: object) -> float | str | None:
        """Return a guess, or what came, as a number or one of the words; None where it is neither."""
        if not self.words:
            return number(value)
        said = " ".join(value.split()).casefold() if isinstance(value, str) else ""
        return next((word for word in self.words if word.casefold() == said), None)

    def agree(self, guess: float | str, came: float | str) -> bool:
        """Return whether a guess is as good as what came. Both are what :meth:`read` returned."""
        if isinstance(guess, str) or isinstance(came, str):
            return guess == came
        # A guess of 0.3 is within 0.05 of 0.35, whatever the last digit of the difference says.
        return math.isclose(guess, came, rel_tol=1e-9, abs_tol=self.within * (1 + 1e-9) + 1e-12)


def number(value: object) -> float | None:
    """Return a finite number of any kind as a float; None of anything else."""
    if isinstance(value, bool):
        return None
    try:
        read = float(value)  # type: ignore[arg-type]
    except Exception:  # A learner's object may raise anything.
        return None
    return read if math.isfinite(read) else None


YES_OR_NO = Question(words=("yes", "no"))
COUNT = Question()

QUESTIONS: dict[str, Question] = {
    "day1-grandparent": YES_OR_NO,
    "day1-brackets": COUNT,
    "day1-raise-shared": COUNT,
    "day1-torch-uses": COUNT,
    "day2-tiny-step": YES_OR_NO,
    "day2-cube": COUNT,
    "day2-second-pass": COUNT,
    "day2-fan-out": COUNT,
    "day2-tie": COUNT,
    "day3-three-doublings": COUNT,
    "day3-loop-calls": COUNT,
    "day3-third-call": COUNT,
    "day4-neuron-nodes": COUNT,
    "day4-twice-as-wide": YES_OR_NO,
    "day4-after-the-step": Question(within=0.05),
    "day4-no-bend": Question(within=0.05),
    "day4-ten-classes": Question(within=0.05),
    "day4-coins": Question(within=10),
    "day5-powers-between": Question(within=1),
    "day5-hook-gone": COUNT,
    "day5-hundred-coins": Question(within=0.5),
    "day5-turned": Question(within=2),
    "day5-three-neurons": Question(within=0.01),
    "day5-linear-layers": COUNT,
}
