# SPDX-License-Identifier: MIT
"""The simplest inputs with which a question goes wrong in the same way: small whole numbers, and few of them.

An answer is judged by numbers at which mistakes differ, such as -3.25. Once it is known what is wrong, the question is
asked again with simple inputs. What a verdict shows is the easiest of them to follow, if there

- the answer is wrong, and of the same kind: a number, or the same error in the same line;
- each mistake that is named gives that answer;
- no other mistake does that differs at the inputs by which the answer was judged.

Among these, an input at which the question's operation does not show comes last: 0 or 1, which hide what a product
does, and two equal numbers. Where none makes the numbers easy, another question of the check may that a named mistake
answers wrongly, too. Otherwise the question stays as it was asked.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from judge.asking.ask import simple_inputs
from judge.asking.inputs import from_above
from judge.asking.probe import Probe, probes_of
from judge.notebooks import course
from judge.notebooks.current import kept
from judge.run.answers import Answer, Missing, NotAttempted, PlainArray, Raised, Unending, same
from judge.run.messages import fields
from judge.verdicts import naming
from judge.verdicts.alike import Answered, answers_of, same_mistake, simple_answer
from judge.verdicts.asker import Simply
from judge.verdicts.cases import Case, Posed, case_at, narrowed
from judge.verdicts.catalogue import Misconception, suspects
from judge.verdicts.wording.given import misfit

# How many simple inputs are drawn. The right answers are found out to those with the smallest numbers, and what a
# mistake answers to the easiest of these. Where that is an error, its numbers do not matter.
DRAWN, ANSWERED, MISTAKEN, MISTAKEN_OF_ERROR = 64, 48, 20, 2
# With how many of these the learner's code is asked: fewer where the mistake has a name, so that its answer is known.
ASKED_OF_UNNAMED, ASKED_OF_NAMED = 8, 2
# How many answers of other mistakes are found out at most for a verdict, to see whether one of them gives the same.
MOST_OF_OTHERS = 400
# How many other questions are looked at where no inputs make the first one easy.
OTHER_QUESTIONS = 2
# The largest number with which a reader computes in the head.
LARGEST = 10

# A measure of how hard a case is to follow; the easiest has the least.
Difficulty = tuple[int, int, int, int, float, int]
# Easier than this is what has easy numbers alone.
HARDEST_EASY: Difficulty = (1, 0, 0, 0, 0.0, 0)
_NUMBER = re.compile(r"(?<![\w.])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Shown:
    """A question that was answered wrongly, as a verdict shows it."""

    probe: Probe
    case: Case


def simplest(
    answered: Answered, posed: Posed, shown: Shown, named: Sequence[Misconception], simply: Simply, *, other: bool
) -> Shown:
    """Return the easiest case that shows the same as this one; this one, if none is easier.

    Args:
        answered: The answers by which the check was judged.
        posed: Their questions.
        shown: What the verdict shows, if nothing is easier.
        named: The names of the mistake; general ones, that no edit makes, among them.
        simply: Gives the learner's answers to a question with simple inputs.
        other: Whether it may be a case of another question, where no inputs make this one easy.
    """
    search = _Search(answered, posed, shown, named, simply)
    found = search.easiest(shown, difficulty(shown.probe, shown.case))
    if not other or not search.of_edits or is_easy(found):
        return found
    return next(search.of_other_questions(), found)


class _Search:
    """Looks for the easiest cases of a check's questions, with a bound on the work that all of them take."""

    def __init__(self, answered: Answered, posed: Posed, first: Shown, named: Sequence[Misconception], simply: Simply):
        self._answered, self._posed, self._first, self._named, self._simply = answered, posed, first, named, simply
        self._others = _Others(answered, posed, first.probe, named)
        self.of_edits = tuple(entry for entry in named if entry.edits)

    def of_other_questions(self) -> Iterator[Shown]:
        """Yield easy cases of some other questions that the named mistakes answer wrongly, and in the same way."""
        for place, shown in itertools.islice(self._other_questions(), OTHER_QUESTIONS):
            easiest = self.easiest(shown, HARDEST_EASY)
            if is_easy(easiest) and (easiest is not shown or not self._others.give_as_asked(place)):
                yield easiest

    def _other_questions(self) -> Iterator[tuple[int, Shown]]:
        """Yield each other question that may be shown, and where it was first answered wrongly."""
        answered, seen = self._answered, {self._first.probe.name}
        for place in answered.wrong:
            probe = self._posed[place][0]
            if place < len(answered.answers) and probe.name not in seen:
                seen.add(probe.name)
                shown = Shown(probe, case_at(answered, self._posed, place))
                if self._may_stand_in(shown) and self._is_as_named_at(place):
                    yield place, shown

    def _may_stand_in(self, shown: Shown) -> bool:
        """Tell whether a question may be shown for the first one: one with easy numbers, or with simple inputs."""
        is_known = shown.probe.simpler and shown.probe.reveal and shown.probe.share is None
        is_alike = _is_of_one_kind(shown.case.given, self._first.case.given) and not _is_lost(shown.case.given)
        return is_known and is_alike and (is_easy(shown) or _may_be_simpler(shown.probe, shown.case))

    def _is_as_named_at(self, place: int) -> bool:
        """Tell whether each mistake that is named gives the answer at a place."""
        answered = self._answered
        named = (answers_of(entry, answered.check, answered.seed).at_a_glance(place) for entry in self.of_edits)
        return all(same_mistake(answered.answers[place], one, answered.expected[place]) for one in named)

    def easiest(self, shown: Shown, hardest: Difficulty) -> Shown:
        """Return the easiest case of a question that shows the same; as it is, if none is easier than ``hardest``."""
        if not _may_be_simpler(shown.probe, shown.case):
            return shown
        return next(self._easier(shown, hardest), shown)

    def _easier(self, shown: Shown, hardest: Difficulty) -> Iterator[Shown]:
        """Yield easier cases that show the same."""
        probe = shown.probe
        for numbers in self._groups(shown, hardest):
            for other, number in self._wrong_cases(probe, numbers):
                is_easier = _is_easier(difficulty(probe, other.case), hardest)
                is_alike = (
                    is_easier
                    and self._is_as_named(probe, other.answer, number)
                    and _is_alike(probe, shown.case, other.case, self._named)
                )
                if is_alike and (self.of_edits or not self._others.give(probe, other.answer, number)):
                    yield Shown(probe, other.case)

    def _groups(self, shown: Shown, hardest: Difficulty) -> Iterator[list[int]]:
        """Yield the numbers of the simple inputs with which the learner's code is asked, those of each message."""
        probe, seed = shown.probe, self._answered.seed
        drawn = _drawn(probe.check, probe.name, seed, self.of_edits, isinstance(shown.case.given, Raised))
        numbers = (number for hard, number in drawn if _is_easier(hard, hardest))
        if not self.of_edits:
            yield [*itertools.islice(numbers, ASKED_OF_UNNAMED)]
            return
        # What will be answered is known: what does not tell the mistakes apart need not be asked.
        entry = self.of_edits[0]
        able = (one for one in numbers if not self._others.give(probe, simple_answer(entry, probe, seed, one), one))
        yield from ([one] for one in itertools.islice(able, ASKED_OF_NAMED))

    def _is_as_named(self, probe: Probe, answer: Answer, number: int) -> bool:
        """Tell whether each mistake that is named gives an answer."""
        seed = self._answered.seed
        right = simple_answer(None, probe, seed, number)
        given = (simple_answer(entry, probe, seed, number) for entry in self.of_edits)
        return all(same_mistake(answer, one, right) for one in given)

    def _wrong_cases(self, probe: Probe, numbers: Sequence[int]) -> list[tuple[_Asked, int]]:
        """Ask with the simple inputs of some numbers, and return what is answered wrongly, the easiest first."""
        found, seed = [], self._answered.seed
        answers = self._simply(probe.name, numbers) if numbers else ()
        for number, given in zip(numbers, answers, strict=False):
            right = simple_answer(None, probe, seed, number)
            if not same(right, given):
                asked = _Asked(narrowed(probe, simple_inputs(probe, seed, number), right, given), given)
                found.append((difficulty(probe, asked.case), number, asked))
        return [(asked, number) for _, number, asked in sorted(found, key=itemgetter(0, 1))]


@dataclass(frozen=True)
class _Asked:
    """A question with simple inputs that was answered wrongly."""

    case: Case
    answer: Answer  # the whole one, which the case may show a part of


def is_easy(shown: Shown) -> bool:
    """Tell whether a case has only numbers with which a reader computes in the head, those in its words among them."""
    fixed = map(_hardness, _numbers(shown.probe.ask))
    return difficulty(shown.probe, shown.case)[0] == 0 and not any(fixed)


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
    return [float(number.replace(",", "")) for number in _NUMBER.findall(text)]


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
    is_said = not probe.drawers.keys().isdisjoint(fields(probe.ask))
    return probe.simpler and probe.reveal and is_said and probe.share is None and not _is_lost(case.given)


def _is_lost(given: Answer) -> bool:
    """Tell whether an answer says nothing of the inputs."""
    is_full = isinstance(given, Raised) and given.kind == "MemoryError"
    return isinstance(given, (Missing, NotAttempted, Unending)) or is_full


def _drawn(
    check: str, probe: str, seed: int, named: tuple[Misconception, ...], is_error: bool
) -> tuple[tuple[Difficulty, int], ...]:
    """Return the numbers of the simple inputs that show a mistake, the easiest first, with how hard they are.

    Without a name it is not known what will be answered: then it is those that are easiest for the right answer.
    """
    return _kept_drawn(check, probe, seed, named, MISTAKEN_OF_ERROR if is_error else MISTAKEN, course.stamp(check))


@kept(most=4096)
def _kept_drawn(
    check: str, name: str, seed: int, named: tuple[Misconception, ...], most: int, stamp: int
) -> tuple[tuple[Difficulty, int], ...]:
    probe = next(each for each in probes_of(check) if each.name == name)
    found = []
    for number in _with_easy_answers(check, name, seed, stamp)[: max(1, most // probe.effort)]:
        right = simple_answer(None, probe, seed, number)
        given = [simple_answer(entry, probe, seed, number) for entry in named]
        if not any(same(right, one) for one in given):
            inputs = simple_inputs(probe, seed, number)
            shown = narrowed(probe, inputs, right, given[0]) if given else Case(inputs, right, right, inputs)
            found.append((difficulty(probe, shown), number))
    return tuple(sorted(found))


@kept(most=4096)
def _with_easy_answers(check: str, name: str, seed: int, stamp: int) -> list[int]:
    """Return the numbers of the simple inputs that come into question, those with an easy right answer first."""
    probe = next(each for each in probes_of(check) if each.name == name)

    def is_hard(number: int) -> bool:
        inputs, right = simple_inputs(probe, seed, number), simple_answer(None, probe, seed, number)
        return difficulty(probe, Case(inputs, right, right, inputs))[0] > 0

    return sorted(_with_small_numbers(probe, seed)[: ANSWERED // probe.effort], key=is_hard)


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
    """The mistakes that can be told from the answers, to the first question that was answered wrongly or to another."""

    def __init__(self, answered: Answered, posed: Posed, first: Probe, named: Sequence[Misconception]):
        self._answered, self._posed, self._first, self._seed = answered, posed, first, answered.seed
        # A variant of what is named has the same name, and says the same.
        own = {entry.id for entry in named}
        others = [entry for entry in suspects(answered.check) if entry.id not in own]
        # Those that answer the question wrongly come first: that is known since the mistake was named.
        self._suspects = sorted(others, key=self._is_right)
        self._left = MOST_OF_OTHERS

    def give(self, probe: Probe, given: Answer, number: int) -> bool:
        """Tell whether one of them gives an answer to a question with the simple inputs of a number, too.

        After too many answers it is taken for granted.
        """
        right = simple_answer(None, probe, self._seed, number)
        return self._one_gives(probe, given, right, lambda entry: simple_answer(entry, probe, self._seed, number))

    def give_as_asked(self, place: int) -> bool:
        """Tell whether one of them gives the answer at a place as well; after too many answers, it does."""
        answered = self._answered
        return self._one_gives(
            self._posed[place][0],
            answered.answers[place],
            answered.expected[place],
            lambda entry: answers_of(entry, answered.check, self._seed).at_a_glance(place),
        )

    def _one_gives(
        self, probe: Probe, given: Answer, right: Answer, answer_of: Callable[[Misconception], Answer]
    ) -> bool:
        for place, entry in enumerate(self._suspects):
            if self._left <= 0:
                return True
            self._left -= probe.effort
            if same_mistake(given, answer_of(entry), right) and self._differs(entry, probe):
                # It often gives the same to the next inputs.
                self._suspects = [entry, *self._suspects[:place], *self._suspects[place + 1 :]]
                return True
        return False

    def _is_right(self, entry: Misconception) -> bool:
        places = self._places(self._first)
        first = next((place for place in places if place in self._answered.is_wrong), places[0])
        mistaken = answers_of(entry, self._answered.check, self._seed).at_a_glance(first)
        return same(self._answered.expected[first], mistaken)

    def _differs(self, entry: Misconception, probe: Probe) -> bool:
        """Tell whether a mistake answers otherwise to the first question or to another one, as they were judged."""
        answered, mistaken = self._answered, answers_of(entry, self._answered.check, self._seed)
        places = dict.fromkeys([*self._places(self._first), *self._places(probe)])
        return any(
            not same_mistake(answered.answers[place], mistaken.at_a_glance(place), answered.expected[place])
            for place in places
            if place < len(answered.answers)
        )

    def _places(self, probe: Probe) -> list[int]:
        return [place for place, (asked, _) in enumerate(self._posed) if asked is probe]


def _is_of_one_kind(one: Answer, other: Answer) -> bool:
    """Tell whether two answers are both numbers, or the same error in the same line."""
    if isinstance(one, Raised) and isinstance(other, Raised):
        return replace(one, text="") == replace(other, text="")
    return type(one) is type(other)


def _is_alike(probe: Probe, case: Case, other: Case, named: Sequence[Misconception]) -> bool:
    """Tell whether two cases show the same but for their numbers: the same kind of answer, with the same name."""
    if type(case.right) is not type(other.right):
        return False
    if not _is_of_one_kind(case.given, other.given):
        return False
    faults = [misfit(probe, each.right, each.given) for each in (case, other)]
    if (faults[0] and faults[0].template) != (faults[1] and faults[1].template):
        return False
    is_general = not any(entry.edits for entry in named)
    return not is_general or naming.in_general(other, probe) == list(named)
