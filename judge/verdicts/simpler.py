# SPDX-License-Identifier: MIT
"""The simplest inputs with which a question goes wrong in the same way: small whole numbers, and few of them.

An answer is judged by numbers at which mistakes differ, such as -3.25. Once it is known what is wrong, the question is
asked again with simple inputs. What a verdict shows is the easiest of them to follow, if there

- the answer is wrong, and of the same kind: a number, or the same error in the same line;
- each mistake that is named gives that answer;
- no other mistake does that differs at the inputs by which the answer was judged.

Among these, an input at which the question's operation does not show comes last: 0 or 1, which hide what a product
does, and two equal numbers. Otherwise the question stays as it was asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from judge.asking.ask import simple_inputs
from judge.asking.inputs import from_above
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

# How many simple inputs are drawn; of them, the ones with the smallest numbers whose right answers are found out. Where
# the answer is an error, its numbers do not matter.
DRAWN, ANSWERED, ANSWERED_OF_ERROR = 64, 20, 2
# With how many of these the learner's code is asked: fewer where the mistake has a name, so that its answer is known.
ASKED_OF_UNNAMED, ASKED_OF_NAMED = 8, 2
# How many answers of other mistakes are found out at most, to see whether one of them gives the same.
MOST_OF_OTHERS = 240
# The largest number with which a reader computes in the head.
LARGEST = 10

# A measure of how hard a case is to follow; the easiest has the least.
Difficulty = tuple[int, int, int, int, float, int]
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
    seed, hardest = answered.seed, difficulty(probe, case)
    of_edits = tuple(entry for entry in named if entry.edits)
    others = _Others(answered, posed, probe)
    drawn = _drawn(probe.check, probe.name, seed, of_edits, isinstance(case.given, Raised))
    numbers = (number for hard, number in drawn if _is_easier(hard, hardest))
    if of_edits:
        # What will be answered is known: what does not tell the mistakes apart need not be asked.
        able = (one for one in numbers if not others.give(simple_answer(of_edits[0], probe, seed, one), one))
        groups: Iterable[list[int]] = ([one] for one in itertools.islice(able, ASKED_OF_NAMED))
    else:
        groups = [[*itertools.islice(numbers, ASKED_OF_UNNAMED)]]
    for group in groups:
        for other, number in _wrong_cases(probe, seed, group, simply):
            right = simple_answer(None, probe, seed, number)
            given = [simple_answer(entry, probe, seed, number) for entry in of_edits]
            as_named = all(same_mistake(other.answer, one, right) for one in given)
            is_easier = _is_easier(difficulty(probe, other.case), hardest)
            is_alike = is_easier and as_named and _is_alike(probe, case, other.case, named)
            if is_alike and (of_edits or not others.give(other.answer, number)):
                return other.case
    return case


@dataclass(frozen=True)
class _Asked:
    """A question with simple inputs that was answered wrongly."""

    case: Case
    answer: Answer  # the whole one, which the case may show a part of


def _wrong_cases(
    probe: Probe, seed: int, numbers: Sequence[int], simply: Callable[[str, Sequence[int]], list[Answer]]
) -> list[tuple[_Asked, int]]:
    """Ask with the simple inputs of some numbers, and return what is answered wrongly, the easiest first."""
    found = []
    for number, given in zip(numbers, simply(probe.name, numbers) if numbers else (), strict=False):
        right = simple_answer(None, probe, seed, number)
        if not same(right, given):
            asked = _Asked(narrowed(probe, simple_inputs(probe, seed, number), right, given), given)
            found.append((difficulty(probe, asked.case), number, asked))
    return [(asked, number) for _, number, asked in sorted(found, key=itemgetter(0, 1))]


def difficulty(probe: Probe, case: Case) -> Difficulty:
    """Return how hard a case of a question is to follow.

    That is its worst number, how many are not easy, how many inputs hide what is asked, how many numbers there are, and
    how large they are.
    """
    shown = {name: value for name, value in case.inputs.items() if name != "expression"}
    text = " ".join(map(_text, (shown, case.right, case.given)))
    numbers = _numbers(text)
    hardness = [*map(_hardness, numbers)]
    awkward = sum(map(bool, hardness))
    hiding = _hiding(probe, case.asked)
    return max(hardness, default=0), awkward, hiding, len(numbers), _total(numbers), len(text)


def _is_easier(one: Difficulty, other: Difficulty) -> bool:
    """Tell whether a case is worth showing for another: not if its numbers are only somewhat smaller."""
    return one[:4] < other[:4]


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _NUMBER.findall(text)]


def _total(numbers: list[float]) -> float:
    """Return how large some numbers are together, where a sign counts as much as two more."""
    return sum(abs(number) + 2 * (number < 0) for number in numbers)


def _hiding(probe: Probe, inputs: dict[str, Any]) -> int:
    """Return how many inputs hide what an operation does: 0 and 1 as a factor, and those that are equal."""
    plain = {name: value for name, value in inputs.items() if type(value) in (int, float)}
    sizes = [abs(value) for name, value in plain.items() if probe.drawers.get(name) is not from_above]
    return sum(size <= 1 for size in sizes) + len(sizes) - len(set(sizes))


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
    is_full = isinstance(case.given, Raised) and case.given.kind == "MemoryError"
    lost = isinstance(case.given, (Missing, NotAttempted, Unending, Unexpected)) or is_full
    is_said = not probe.drawers.keys().isdisjoint(fields(probe.ask))
    return probe.simpler and probe.reveal and is_said and probe.share is None and not lost


def _drawn(
    check: str, probe: str, seed: int, named: tuple[Misconception, ...], is_error: bool
) -> tuple[tuple[Difficulty, int], ...]:
    """Return the numbers of the simple inputs that show a mistake, the easiest first, with how hard they are.

    Without a name it is not known what will be answered: then it is those that are easiest for the right answer.
    """
    return _kept_drawn(check, probe, seed, named, ANSWERED_OF_ERROR if is_error else ANSWERED, course.stamp(check))


@kept(most=4096)
def _kept_drawn(
    check: str, name: str, seed: int, named: tuple[Misconception, ...], most: int, stamp: int
) -> tuple[tuple[Difficulty, int], ...]:
    probe = next(each for each in probes_of(check) if each.name == name)
    found = []
    for number in _with_small_numbers(probe, seed)[:most]:
        right = simple_answer(None, probe, seed, number)
        given = [simple_answer(entry, probe, seed, number) for entry in named]
        if not any(same(right, one) for one in given):
            inputs = simple_inputs(probe, seed, number)
            shown = narrowed(probe, inputs, right, given[0]) if given else Case(inputs, right, right, inputs)
            found.append((difficulty(probe, shown), number))
    return tuple(sorted(found))


def _with_small_numbers(probe: Probe, seed: int) -> list[int]:
    """Return the numbers of the simple inputs, each once: by turns one that shows what is asked, a small one, any."""
    sizes: dict[str, tuple[int, int, float, int]] = {}
    for number in range(DRAWN):
        inputs = simple_inputs(probe, seed, number)
        found = _numbers(text := _text(inputs))
        sizes.setdefault(text, (_hiding(probe, inputs), len(found), _total(found), number))
    orders = sorted(sizes.values()), sorted(sizes.values(), key=itemgetter(1, 2, 3)), sizes.values()
    return list(dict.fromkeys(number for turn in zip(*orders, strict=True) for *_, number in turn))


class _Others:
    """The mistakes that can be told from the answers by a question, as it was judged."""

    def __init__(self, answered: Answered, posed: Posed, probe: Probe):
        self._answered, self._probe, self._seed = answered, probe, answered.seed
        self._places = [place for place, (asked, _) in enumerate(posed) if asked is probe]
        # Those that answer the question wrongly come first: that is known since the mistake was named.
        self._suspects = sorted(suspects(answered.check), key=self._is_right)
        self._left = MOST_OF_OTHERS

    def give(self, given: Answer, number: int) -> bool:
        """Tell whether one of them gives an answer to the simple inputs of a number, too.

        After too many answers it is taken for granted.
        """
        right = simple_answer(None, self._probe, self._seed, number)
        for place, entry in enumerate(self._suspects):
            if self._left == 0:
                return True
            self._left -= 1
            mistaken = simple_answer(entry, self._probe, self._seed, number)
            if same_mistake(given, mistaken, right) and self._differs(entry):
                # It often gives the same to the next inputs.
                self._suspects = [entry, *self._suspects[:place], *self._suspects[place + 1 :]]
                return True
        return False

    def _is_right(self, entry: Misconception) -> bool:
        first = next((place for place in self._places if place in self._answered.is_wrong), self._places[0])
        mistaken = answers_of(entry, self._answered.check, self._seed).at_a_glance(first)
        return same(self._answered.expected[first], mistaken)

    def _differs(self, entry: Misconception) -> bool:
        """Tell whether a mistake answers otherwise to the question, as it was judged."""
        answered, mistaken = self._answered, answers_of(entry, self._answered.check, self._seed)
        asked = [place for place in self._places if place < len(answered.answers)]
        return any(
            not same_mistake(answered.answers[place], mistaken.at_a_glance(place), answered.expected[place])
            for place in asked
        )


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
