# SPDX-License-Identifier: MIT
"""Print the minutes of the days by the rule and by trial, and the factor that fits the trials best.

The rule is :mod:`building.reading_time` for reading, and the minutes on the cards for exercises. The cards were set by
the trials, so one factor, for reading, is fitted by least squares. What each trial's text asked for is kept here, since
the texts change: minutes of reading before the factor, and of the cards as they were after the trial.

**Six trials prove very little.** Two of them timed the extra parts, too, so there are eight numbers. Two trials of the
same text, Day 2, are 35 minutes apart. The factor could as well be 1 or 1.5, as its interval says. A factor for text
and another for exercises can't be told apart. Minutes were noted by those who did the days, whole days at a time. None
of them was timed by a clock that somebody else read, Days 3 and 4 were not tried in this way, and none of today's
texts was.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass

import judge  # noqa: F401  (before nbformat)
from building import points, reading_time
from gradtools.output import text_table
from judge.notebooks import course, master


@dataclass(frozen=True)
class Trial:
    """What one reader took for a day, or for a part of it, in minutes."""

    day: int
    what: str  # ``core``, ``extra`` or ``all``
    reading: int  # by the rule, before the factor
    cards: int  # of the exercises in it
    took: int

    @property
    def estimate(self) -> float:
        """The minutes by the rule as it is now."""
        return reading_time.CALIBRATION * self.reading + self.cards


TRIALS = (
    Trial(1, "all", 70, 93, 160),
    Trial(2, "core", 65, 85, 150),
    Trial(5, "core", 59, 90, 146),
    Trial(6, "core", 56, 105, 171),
    Trial(2, "core", 65, 85, 185),
    Trial(2, "extra", 5, 24, 45),
    Trial(6, "core", 50, 101, 205),
    Trial(6, "extra", 19, 11, 45),
)
# Student's t for 95 % and one number fewer than there are trials.
T_95 = 2.365


def fitted(trials: Sequence[Trial] = TRIALS) -> tuple[float, float]:
    """Return the factor for reading that fits the trials best, and half the width of its 95 % interval."""
    squares = sum(one.reading**2 for one in trials)
    factor = sum(one.reading * (one.took - one.cards) for one in trials) / squares
    rest = sum((one.took - one.cards - factor * one.reading) ** 2 for one in trials)
    return factor, T_95 * math.sqrt(rest / (len(trials) - 1) / squares)


def report() -> str:
    """Return the trials beside the rule, the factor, and the days as they are now."""
    tried = [
        [f"Day {one.day}, {one.what}", f"{one.reading + one.cards}", f"{one.estimate:.0f}", f"{one.took}"]
        for one in TRIALS
    ]
    factor, half = fitted()
    days = []
    for day in course.assignments():
        minutes = points.values(master.read(day.master))["minutes"]
        days.append([f"Day {day.number}", f"{minutes['core']:g}", f"{minutes['extra']:g}"])
    return "\n\n".join([
        text_table(["Trial", "Rule before the factor", "Rule now", "Trial took"], tried),
        f"The best factor for reading is {factor:.2f} (95 % of the time between {factor - half:.2f} and "
        f"{factor + half:.2f}); the rule uses {reading_time.CALIBRATION:g}.\n"
        "Six trials prove very little: see the beginning of benchmarks/minutes.py.",
        text_table(["Now", "Core", "Extra"], days),
    ])  # fmt: skip


def main() -> None:
    """Print what is asked for on the command line."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(report())


if __name__ == "__main__":
    main()
