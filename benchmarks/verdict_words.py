# SPDX-License-Identifier: MIT
"""Count the words of prose in the verdicts on all catalogued mistakes, and the verdicts in numbers for one's head.

Counted is what a card says before anything is unfolded, without its labels and the name of the section to read. The
words of the whole card, with both, are counted beside.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections.abc import Sequence

import judge  # noqa: F401  (before nbformat)
from judge.notebooks import course
from judge.run.messages import CODE, Message
from judge.verdicts import render
from judge.verdicts.card import open_message
from judge.verdicts.verdict import CORRECT, Verdict
from verification.catalogued import SEED, judged_catalogue

# What the issue on verdicts asks for: the most words of the median verdict, and of the longest in twenty.
MEDIAN, LONGEST = 45, 80
# The largest number that a reader adds and multiplies without paper.
LARGEST = 10
# A word has a letter; a number has none, and neither is code.
WORD = re.compile(r"\S*[^\W\d_]\S*")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)")


def words(message: Message) -> int:
    """Return how many words of prose a message has."""
    return sum(len(WORD.findall(text)) for kind, text in message.parts if kind != CODE)


def has_small_numbers(message: Message) -> bool:
    """Tell whether all numbers that a message shows are whole and at most 10, whatever their sign."""
    numbers = [float(found) for found in NUMBER.findall(message.text())]
    return all(number.is_integer() and abs(number) <= LARGEST for number in numbers)


def verdicts(days: Sequence[course.Assignment], one_in: int) -> list[tuple[str, Verdict]]:
    """Return the verdicts that are not correct on the mistakes of some days, each with the mistake's id."""
    return [
        (entry.id, verdict)
        for day in days
        for entry, by_check in judged_catalogue(day, SEED, one_in)
        for verdict in by_check.values()
        if verdict.outcome != CORRECT
    ]


def report(judged: Sequence[tuple[str, Verdict]]) -> str:
    """Return both distributions in a few lines, with the longest verdicts."""
    messages = [(entry, verdict.check, open_message(verdict.card)) for entry, verdict in judged]
    counts = sorted(words(message) for *_, message in messages)
    whole = sorted(words(render.message(verdict)) for _, verdict in judged)
    deciles = statistics.quantiles(counts, n=20)
    small = sum(has_small_numbers(message) for *_, message in messages)
    longest = sorted(((words(message), entry, check) for entry, check, message in messages), reverse=True)[:20]
    return "\n".join([
        f"{len(counts)} verdicts",
        f"words of prose: median {statistics.median(counts):g} (at most {MEDIAN}), "
        f"longest in twenty from {deciles[-1]:g} (at most {LONGEST}), most {counts[-1]}",
        "by twentieths: " + " ".join(f"{one:g}" for one in deciles),
        f"whole cards, with labels: median {statistics.median(whole):g}, "
        f"longest in twenty from {statistics.quantiles(whole, n=20)[-1]:g}, most {whole[-1]}",
        f"all numbers whole and at most {LARGEST}: {small / len(counts):.0%}",
        *(f"  {count} {entry} {check}" for count, entry, check in longest),
    ])  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("days", nargs="*", help="such as day1; all by default")
    parser.add_argument("--one-in", type=int, default=1, help="count one mistake in so many")
    given = parser.parse_args()
    chosen = [course.assignment(name) for name in given.days] or course.assignments()
    print(report(verdicts(chosen, given.one_in)))
