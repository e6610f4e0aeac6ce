# SPDX-License-Identifier: MIT
"""Count the numbers that verdicts on code show: how many verdicts have only whole ones up to 10.

Counted are the question, the right answer and the learner's, of each catalogued mistake in each check that it fails.

Not every mistake has such a case: tanh(2) is no whole number, and a mistake that cuts off decimals is right about whole
ones. So there is a second count, of the verdicts for which a search without bounds finds one, among 400 simple
inputs and all questions of the check. What is left then is for the search of a verdict, which is bounded.

With ``--cost`` there are no such counts, but the processor time that the search takes for a verdict. Each begins with
no answer to simple inputs found out before, as it does in a learner's notebook.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from time import process_time
from typing import Any
from unittest.mock import patch

import judge  # noqa: F401  (before nbformat)
from judge.asking.probe import probes_of
from judge.notebooks import course
from judge.notebooks.current import at_rest
from judge.run.messages import in_words
from judge.verdicts import alike, decide, simpler
from judge.verdicts.card import ASKED, EXPECTED, GAVE
from judge.verdicts.catalogue import Misconception
from judge.verdicts.verdict import CORRECT, Verdict
from verification.catalogued import SEED, judged, judged_catalogue

# The largest number that a reader adds and multiplies without paper.
LARGEST = 10
NUMBER = re.compile(r"(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?(?![\w.]*\w)")
# Numbers that nobody computes with: of lines, of exercises, and after how many lines the grader has stopped an answer.
NAMES = re.compile(
    r"line \d+ of its cell: `.*`|\b[Ee]xercises? \d\.\d+(?:,? (?:and|or) \d\.\d+)?|stopped after [\d,]+ lines"
)
# What the worst number of a verdict is: the easiest first.
KINDS = NONE, WHOLE, LARGE, SHORT, LONG = (
    "no number", f"whole, at most {LARGEST}", "whole, larger", "at most two decimals", "more decimals"
)  # fmt: skip
EASY = (NONE, WHOLE)
# How long the search of a verdict may take.
MOST_SECONDS = 0.15

# The bounds of a verdict's search, and what they are where no case may be missed.
WITHOUT_BOUNDS = {
    "DRAWN": 400, "ANSWERED": 400, "MISTAKEN": 400, "MISTAKEN_OF_ERROR": 400, "ASKED_OF_NAMED": 400,
    "MOST_OF_OTHERS": 10**9, "OTHER_QUESTIONS": 100,
}  # fmt: skip


def numbers(verdict: Verdict) -> list[str]:
    """Return the numbers of the question and the two answers, as they are written."""
    shown = (in_words(part.sentences).text() for part in verdict.card if part.label in (ASKED, EXPECTED, GAVE))
    return [found.replace(",", "") for text in shown for found in NUMBER.findall(NAMES.sub("", text))]


def kind(found: Sequence[str]) -> str:
    """Return which of ``KINDS`` the worst of some numbers is."""
    return max((_kind_of(one) for one in found), key=KINDS.index, default=NONE)


def _kind_of(number: str) -> str:
    if float(number).is_integer():
        return WHOLE if abs(float(number)) <= LARGEST else LARGE
    return SHORT if len(number.partition(".")[2]) <= 2 else LONG


def is_easy(verdict: Verdict) -> bool:
    """Tell whether a verdict shows only whole numbers up to 10."""
    return kind(numbers(verdict)) in EASY


def verdicts(day: course.Assignment, one_in: int) -> Iterator[tuple[Misconception, Verdict]]:
    """Yield the verdicts on code, each with the mistake."""
    for entry, by_check in judged_catalogue(day, SEED, one_in):
        for check, verdict in by_check.items():
            asked = verdict.question.probe if verdict.question else ""
            on_code = any(probe.name == asked and probe.reveal for probe in probes_of(check))
            if verdict.outcome != CORRECT and on_code:
                yield entry, verdict


def with_a_case(day: course.Assignment, hard: Sequence[tuple[Misconception, Verdict]]) -> int:
    """Return for how many verdicts with hard numbers a search without bounds finds easy ones."""
    with ExitStack() as bounds:
        for name, value in WITHOUT_BOUNDS.items():
            bounds.enter_context(patch.object(simpler, name, value))
        course.current().forget()  # what the bounded search has kept
        again = [judged(day, entry.namespace(), SEED, [verdict.check])[verdict.check] for entry, verdict in hard]
    course.current().forget()
    return sum(map(is_easy, again))


def costs(day: course.Assignment, one_in: int) -> list[tuple[float, str]]:
    """Return the processor time of each search for simple inputs, in seconds, with its check and the mistake's name."""
    found = []
    of_simple_inputs = alike._simple_answer, simpler._kept_drawn, simpler._with_easy_answers

    def timed(answered: Any, posed: Any, shown: Any, named: Any, *arguments: Any, **options: Any) -> simpler.Shown:
        for function in of_simple_inputs:
            course.current()._kept.pop(function.__wrapped__, None)
        start = process_time()
        with at_rest():  # as in a notebook and in a class
            easiest = simpler.simplest(answered, posed, shown, named, *arguments, **options)
        if shown.probe.reveal:
            found.append((process_time() - start, f"{answered.check} {'/'.join(entry.id for entry in named)}"))
        return easiest

    with patch.object(decide, "simplest", timed):
        judged_catalogue(day, SEED, one_in)
    course.current().forget()  # what was kept of the verdicts
    return found


def print_costs(found: Sequence[tuple[float, str]]) -> None:
    """Print the median of some processor times, the one that 5 % exceed, and the longest with what they are of."""
    ordered = sorted(found, reverse=True)
    seconds = [time for time, _ in ordered]
    print(f"{len(seconds)} searches, {sum(time > MOST_SECONDS for time in seconds)} of more than {MOST_SECONDS} s")
    for name, share in (("median", 0.5), ("5 % take more than", 0.05), ("longest", 0)):
        print(f"{name:24}{seconds[int(share * len(seconds))]:7.3f} s")
    for time, what in ordered[:20]:
        print(f"{time:7.3f} s {what}")


def main() -> None:
    """Print how many verdicts have numbers of each kind; with ``--list``, each question that shows hard ones."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verdict_numbers", description=__doc__)
    parser.add_argument("days", nargs="*", help="such as day1; all by default")
    parser.add_argument("--one-in", type=int, default=1, help="count one mistake in so many")
    parser.add_argument("--list", action="store_true", help="list the questions whose verdicts show hard numbers")
    parser.add_argument("--cost", action="store_true", help="print the processor time of the searches in their place")
    options = parser.parse_args()
    days = [course.assignment(name) for name in options.days] or course.assignments()
    if options.cost:
        print_costs([one for day in days for one in costs(day, options.one_in)])
        return
    counts: Counter[str] = Counter()
    listed_by: defaultdict[tuple[str, str, str], list[str]] = defaultdict(list)
    possible = 0
    for day in days:
        found = list(verdicts(day, options.one_in))
        hard = [(entry, verdict) for entry, verdict in found if not is_easy(verdict)]
        counts.update(kind(numbers(verdict)) for _, verdict in found)
        possible += len(found) - len(hard) + with_a_case(day, hard)
        for entry, verdict in hard:
            listed_by[verdict.check, verdict.question.probe, kind(numbers(verdict))].append(entry.id)
        print(f"{day.name}: {len(found) - len(hard)} of {len(found)} easy", flush=True)
    total, easy = counts.total(), sum(counts[name] for name in EASY)
    for name in KINDS:
        print(f"{name:24}{counts[name]:6}{counts[name] / total:7.0%}")
    print(f"{'easy, of all':24}{easy:6}{easy / total:7.0%}")
    print(f"{'of those that can be':24}{possible:6}{easy / possible:7.0%}")
    listed = sorted(listed_by.items(), key=lambda each: -len(each[1])) if options.list else []
    for (check, probe, worst), entries in listed:
        print(f"{len(entries):5} {check} {probe}: {worst} ({', '.join(entries[:3])})")


if __name__ == "__main__":
    main()
