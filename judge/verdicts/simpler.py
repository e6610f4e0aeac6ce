# SPDX-License-Identifier: MIT
"""The simplest inputs with which a question goes wrong in the same way: small whole numbers, and few of them.

An answer is judged by numbers at which mistakes differ, such as -3.25. Once it is known what is wrong, the question is
asked again with simple inputs. What a verdict shows is the easiest of them to follow, if there

- the answer is wrong, and of the same kind: a number, or the same error in the same line;
- each mistake that is named gives that answer;
- no other mistake does that differs at the inputs by which the answer was judged.

Otherwise the question stays as it was asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

from judge.asking.ask import simple_inputs
from judge.asking.probe import Probe, probes_of
from judge.notebooks import course
from judge.notebooks.current import kept
from judge.run.answers import Answer, Missing, NotAttempted, PlainArray, Raised, Unending, Unexpected, same
from judge.run.messages import fields
from judge.verdicts import naming
from judge.verdicts.alike import Answered, answers_of, same_mistake, simple_answer
from judge.verdicts.cases import Case, Posed, narrowed
from judge.verdicts.catalogue import Misconception, suspects
from judge.verdicts.wording.given import misfit

# How many simple inputs are drawn; of them, the ones with the smallest numbers whose right answers are found out.
DRAWN, ANSWERED = 64, 24
# Of these, at how many it is looked whether another mistake gives the same answer, and with how many the learner's code
# is asked: fewer where the mistake has a name, since what it answers is known.
LOOKED_AT, ASKED_OF_UNNAMED, ASKED_OF_NAMED = 12, 8, 3
# The largest number with which a reader computes in the head.
LARGEST = 10

# A measure of how hard a case is to follow; the easiest has the least.
Difficulty = tuple[int, int, int]
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def simpler_case(
    answered: Answered,
    posed: Posed,
    probe: Probe,
    case: Case,
    named: Sequence[Misconception],
    simply: Callable[[str, Sequence[int]], list[Answer]],
) -> Case:
    """Return the easiest case that shows the same as this one; this one, if none is easier.

    Args:
        answered: The answers by which the check was judged.
        posed: Their questions.
        probe: The question that the case is of.
        case: What the verdict shows, if nothing is easier.
        named: The names of the mistake; general ones, that no edit makes, among them.
        simply: Gives the learner's answers to the question with simple inputs, by their numbers.
    """
    if not _may_be_simpler(probe, case):
        return case
    seed, hardest = answered.seed, difficulty(case)
    of_edits = tuple(entry for entry in named if entry.edits)
    others = _others(answered, posed, probe)

    def is_theirs(number: int, given: Answer) -> bool:
        """Tell whether another mistake than was seen before gives an answer to the simple inputs of a number, too."""
        right = simple_answer(None, probe, seed, number)
        return any(same_mistake(given, simple_answer(other, probe, seed, number), right) for other in others)

    drawn = _drawn(probe.check, probe.name, seed, of_edits)
    numbers = [number for hard, number in drawn if hard < hardest]
    if of_edits:
        # What will be answered is known: what does not tell the mistakes apart need not be asked.
        looked_at = numbers[:LOOKED_AT]
        able = (one for one in looked_at if not is_theirs(one, simple_answer(of_edits[0], probe, seed, one)))
        numbers = list(itertools.islice(able, ASKED_OF_NAMED))
    numbers = numbers[:ASKED_OF_UNNAMED]
    if not numbers:
        return case
    found = []
    for number, given in zip(numbers, simply(probe.name, numbers), strict=False):
        right = simple_answer(None, probe, seed, number)
        if not same(right, given):
            other = narrowed(probe, simple_inputs(probe, seed, number), right, given)
            found.append((difficulty(other), number, other, given))
    for hard, number, other, given in sorted(found, key=itemgetter(0, 1)):
        right = simple_answer(None, probe, seed, number)
        as_named = all(same_mistake(given, simple_answer(one, probe, seed, number), right) for one in of_edits)
        if hard < hardest and as_named and _is_alike(probe, case, other, named) and not is_theirs(number, given):
            return other
    return case


def difficulty(case: Case) -> Difficulty:
    """Return how hard a case is to follow: its worst number, then how many it has, then its length."""
    shown = {name: value for name, value in case.inputs.items() if name != "expression"}
    text = " ".join(map(_text, (shown, case.right, case.given)))
    numbers = [float(number) for number in _NUMBER.findall(text)]
    worst = max((_hardness(number) for number in numbers), default=0)
    return worst, len(numbers), len(text)


def _hardness(number: float) -> int:
    if not number.is_integer():
        return 2 if (4 * number).is_integer() else 3
    return int(abs(number) > LARGEST)


def _text(value: Any) -> str:
    """Return the numbers and texts of an answer, or of inputs, without the shapes of arrays."""
    if isinstance(value, PlainArray):
        return str(list(value.entries))
    if isinstance(value, dict):
        return " ".join(map(_text, value.values()))
    if isinstance(value, Raised):
        return value.text
    return _text(value.value) if hasattr(value, "value") else str(value)


def _may_be_simpler(probe: Probe, case: Case) -> bool:
    """Tell whether a question says inputs that are drawn, and has an answer that others may show as well."""
    endless = isinstance(case.given, Raised) and case.given.kind in ("MemoryError", "RecursionError")
    lost = isinstance(case.given, (Missing, NotAttempted, Unending, Unexpected)) or endless
    is_said = not probe.drawers.keys().isdisjoint(fields(probe.ask))
    return probe.simpler and probe.reveal and is_said and probe.share is None and not lost


def _drawn(check: str, probe: str, seed: int, named: tuple[Misconception, ...]) -> tuple[tuple[Difficulty, int], ...]:
    """Return the numbers of the simple inputs that show a mistake, the easiest first, with how hard they are.

    Without a name it is not known what will be answered: then it is those that are easiest for the right answer.
    """
    return _kept_drawn(check, probe, seed, named, course.stamp(check))


@kept(most=4096)
def _kept_drawn(
    check: str, name: str, seed: int, named: tuple[Misconception, ...], stamp: int
) -> tuple[tuple[Difficulty, int], ...]:
    probe = next(each for each in probes_of(check) if each.name == name)
    found = []
    for number in _with_small_numbers(probe, seed):
        right = simple_answer(None, probe, seed, number)
        given = [simple_answer(entry, probe, seed, number) for entry in named]
        if not any(same(right, one) for one in given):
            inputs = simple_inputs(probe, seed, number)
            shown = narrowed(probe, inputs, right, given[0]) if given else Case(inputs, right, right, inputs)
            found.append((difficulty(shown), number))
    return tuple(sorted(found))


def _with_small_numbers(probe: Probe, seed: int) -> list[int]:
    """Return the numbers of the simple inputs that are small and few, each of them once, the smallest first."""
    sizes = {}
    for number in range(DRAWN):
        text = _text(simple_inputs(probe, seed, number))
        found = [abs(float(one)) for one in _NUMBER.findall(text)]
        sizes.setdefault(text, (len(found), sum(found), number))
    return [number for *_, number in sorted(sizes.values())[:ANSWERED]]


def _others(answered: Answered, posed: Posed, probe: Probe) -> list[Misconception]:
    """Return the mistakes that can be told from the answers by this question, as it was judged."""
    places = [place for place, (asked, _) in enumerate(posed) if asked is probe and place < len(answered.answers)]

    def is_alike(entry: Misconception) -> bool:
        mistaken = answers_of(entry, answered.check, answered.seed)
        return all(
            same_mistake(answered.answers[place], mistaken.at_a_glance(place), answered.expected[place])
            for place in places
        )

    seen = {entry.id for entry in suspects(answered.check) if is_alike(entry)}
    return [entry for entry in suspects(answered.check) if entry.id not in seen]


def _is_alike(probe: Probe, case: Case, other: Case, named: Sequence[Misconception]) -> bool:
    """Tell whether two cases show the same but for their numbers: the same kind of answer, with the same name."""
    if any(type(one) is not type(two) for one, two in ((case.right, other.right), (case.given, other.given))):
        return False
    if isinstance(case.given, Raised) and replace(case.given, text="") != replace(other.given, text=""):
        return False
    faults = [misfit(probe, each.right, each.given) for each in (case, other)]
    if (faults[0] and faults[0].template) != (faults[1] and faults[1].template):
        return False
    is_general = not any(entry.edits for entry in named)
    return not is_general or naming.in_general(other, probe) == list(named)
