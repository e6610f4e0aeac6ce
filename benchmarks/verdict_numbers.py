# SPDX-License-Identifier: MIT
"""Count the numbers that verdicts on code show: how many verdicts have only whole ones up to 10.

Counted are the question, the right answer and the learner's, of each catalogued mistake in each check that it fails.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import judge  # noqa: F401  (before nbformat)
from judge.asking.probe import probes_of
from judge.notebooks import course
from judge.run.messages import in_words
from judge.verdicts.card import ASKED, EXPECTED, GAVE
from judge.verdicts.verdict import CORRECT, Verdict
from verification.catalogued import SEED, judged_catalogue

# The largest number that a reader adds and multiplies without paper.
LARGEST = 10
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)")
# Numbers that nobody computes with: of lines and of exercises.
NAMES = re.compile(r"line \d+ of its cell: `.*`|\b[Ee]xercises? \d\.\d+(?:,? and \d\.\d+)?")
# What the worst number of a verdict is: the easiest first.
KINDS = NONE, WHOLE, LARGE, SHORT, LONG = (
    "no number", f"whole, at most {LARGEST}", "whole, larger", "at most two decimals", "more decimals"
)  # fmt: skip
EASY = (NONE, WHOLE)


def numbers(verdict: Verdict) -> list[str]:
    """Return the numbers of the question and the two answers, as they are written."""
    shown = (in_words(part.sentences).text() for part in verdict.card if part.label in (ASKED, EXPECTED, GAVE))
    return [found for text in shown for found in NUMBER.findall(NAMES.sub("", text))]


def kind(found: Sequence[str]) -> str:
    """Return which of ``KINDS`` the worst of some numbers is."""
    return max((_kind_of(one) for one in found), key=KINDS.index, default=NONE)


def _kind_of(number: str) -> str:
    if float(number).is_integer():
        return WHOLE if abs(float(number)) <= LARGEST else LARGE
    return SHORT if len(number.partition(".")[2]) <= 2 else LONG


def verdicts(days: Sequence[course.Assignment], one_in: int) -> Iterator[tuple[str, Verdict]]:
    """Yield the verdicts on code, each with the mistake's id."""
    for day in days:
        for entry, by_check in judged_catalogue(day, SEED, one_in):
            for check, verdict in by_check.items():
                asked = verdict.question.probe if verdict.question else ""
                on_code = any(probe.name == asked and probe.reveal for probe in probes_of(check))
                if verdict.outcome != CORRECT and on_code:
                    yield entry.id, verdict


def main() -> None:
    """Print how many verdicts have numbers of each kind; with ``--list``, each question that shows hard ones."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdict_numbers", description=__doc__)
    parser.add_argument("days", nargs="*", help="such as day1; all by default")
    parser.add_argument("--one-in", type=int, default=1, help="count one mistake in so many")
    parser.add_argument("--list", action="store_true", help="list the questions whose verdicts show hard numbers")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    hard: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    days = [course.assignment(day) for day in options.days] or course.assignments()
    for entry, verdict in verdicts(days, options.one_in):
        worst = kind(numbers(verdict))
        counts[worst] += 1
        if worst not in EASY and verdict.question:
            hard[verdict.check, verdict.question.probe, worst].append(entry)
    total = counts.total()
    for name in KINDS:
        print(f"{name:24}{counts[name]:6}{counts[name] / total:7.0%}")
    print(f"{'easy':24}{sum(counts[name] for name in EASY):6}{sum(counts[name] for name in EASY) / total:7.0%}")
    listed = sorted(hard.items(), key=lambda each: -len(each[1])) if options.list else []
    for (check, probe, worst), entries in listed:
        print(f"{len(entries):5} {check} {probe}: {worst} ({', '.join(entries[:3])})")


if __name__ == "__main__":
    main()
