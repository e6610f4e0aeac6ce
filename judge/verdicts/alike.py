# SPDX-License-Identifier: MIT
"""Whether the answers to a check are right, and whether a catalogued mistake gives the same ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from judge.asking.ask import answer_to, ask, question, simple_inputs, was_stopped
from judge.asking.kept_away import RightModules
from judge.asking.probe import Probe, probes_of
from judge.notebooks import course, reference
from judge.notebooks.current import kept
from judge.run.answers import Answer, Raised, Several, Unending, same, unquoted
from judge.run.bounded import IN_EACH_OTHER
from judge.run.words import worded
from judge.verdicts.catalogue import Misconception, misconceptions, of_error
from judge.verdicts.relations import raised_there

# Errors whose text depends on where they happen: on the call with which the stack is full.
TEXT_VARIES = ("RecursionError", "MemoryError")

# Errors that Python raises where a number has no result: a learner's own `raise` is another thing.
RAISED_BY_PYTHON = ("ZeroDivisionError", "OverflowError")


def expected(check: str, seed: int) -> tuple[Answer, ...]:
    """Return the right answers to a check, which are computed once."""
    return _expected(check, seed, course.stamp(check))[0]


def right_code_used(check: str, seed: int) -> frozenset[str]:
    """Return the modules of right code that the questions of a check use where all answers are right."""
    return _expected(check, seed, course.stamp(check))[1]


@kept(most=4096)
def _expected(check: str, seed: int, stamp: int) -> tuple[tuple[Answer, ...], frozenset[str]]:
    with RightModules() as right:
        answers = tuple(ask(check, reference.load(check), seed))
    return answers, frozenset(right.used)


class Answered:
    """The answers to a check, held against the right ones; not always as many as were asked for."""

    def __init__(self, check: str, answers: list[Answer], seed: int):
        self.check, self.seed, self.answers = check, seed, answers
        self.expected = expected(check, seed)
        pairs = list(zip(self.expected, answers, strict=False))
        missing = range(len(pairs), len(self.expected))
        # The places of those that are not right, or are missing.
        self.wrong = [*(place for place, pair in enumerate(pairs) if not same(*pair)), *missing]
        self.is_wrong = frozenset(self.wrong)
        self.is_correct = not self.wrong and len(answers) == len(self.expected)


def answers_alike(entry: Misconception, answered: Answered) -> bool:
    """Tell whether a mistake gives all the answers to a check."""
    asked = len(answered.expected)
    return len(answered.answers) == asked and alike_at(entry, answered, range(asked))


def alike_at(entry: Misconception, answered: Answered, places: Sequence[int]) -> bool:
    """Tell whether a mistake gives these answers at some places; the first that differs ends the comparison."""
    mistaken = answers_of(entry, answered.check, answered.seed)
    # Most are right where another one is wrong, and that is quick to find out.
    first = next((place for place in places if place in answered.is_wrong), None)
    if first is not None and not same_mistake(
        answered.answers[first], mistaken.at_a_glance(first), answered.expected[first]
    ):
        return False
    pairs: list[tuple[Answer, Answer]] = []
    for place in places:
        pair = answered.answers[place], mistaken[place]
        if not same_mistake(*pair, answered.expected[place]):
            return False
        pairs.append(pair)
    return _end_alike(pairs)


def _end_alike(pairs: list[tuple[Answer, Answer]]) -> bool:
    """Return whether two programs that agree wherever both end also end alike, as far as can be seen."""
    # Two that differ in all of them may be a loop and a call: in one of them both have to fill the stack.
    endless = [pair for pair in pairs if all(map(_has_no_end, pair))]
    differ = any(type(answer) is not type(mistaken) for answer, mistaken in endless)
    return not differ or any(all(map(_fills_the_stack, pair)) for pair in endless)


def _fills_the_stack(answer: Answer) -> bool:
    """Tell whether an answer without end is one of calls, and not of a loop."""
    if isinstance(answer, Several):
        return any(map(_fills_the_stack, answer.answers))
    return isinstance(answer, Raised) or (isinstance(answer, Unending) and answer.after.endswith(IN_EACH_OTHER))


def _has_no_end(answer: Answer) -> bool:
    """Tell whether an answer is that of calls without end: they fill the stack, or use up their lines before."""
    if isinstance(answer, Several):
        return any(map(_has_no_end, answer.answers))
    return isinstance(answer, Unending) or (isinstance(answer, Raised) and answer.kind == "RecursionError")


def same_mistake(answer: Answer, mistaken: Answer, expected: Answer) -> bool:
    """Tell whether two answers are the same, wrong errors by their text too: many mistakes raise the same type."""
    if _has_no_end(answer) and _has_no_end(mistaken) and type(answer) is not type(mistaken):
        return True  # Which of the two it is depends on the machine, and on the moment.
    if isinstance(answer, Unending) and isinstance(mistaken, Unending):
        return _how_stopped(answer) == _how_stopped(mistaken)
    if isinstance(answer, Raised) and isinstance(mistaken, Raised) and not same(mistaken, expected):
        return answer.kind == mistaken.kind and (answer.kind in TEXT_VARIES or _said_alike(answer, mistaken))
    return same(unquoted(answer), unquoted(mistaken))


def _how_stopped(answer: Unending) -> str:
    """Return what there was too much of, without how much.

    After a first stop a question gets fewer lines, and whether that was one or an error depends on the moment.
    """
    return answer.after.partition(" ")[2].removesuffix(f", {IN_EACH_OTHER}")


def _said_alike(answer: Raised, mistaken: Raised) -> bool:
    """Tell whether two errors of one type say the same.

    What a learner's own ``raise`` says is in their own words, but the numbers in it are those of the mistake.
    """
    pythons = mistaken.kind in RAISED_BY_PYTHON or of_error(mistaken.kind, mistaken.text) is not None
    said, wanted = (set(re.findall(r"\d+", error.text)) for error in (answer, mistaken))
    in_own_words = raised_there(answer) and not pythons and (not said or wanted <= said)
    # Given code raises in the notebook's language.
    return in_own_words or _nameless(answer) in (_nameless(mistaken), worded(mistaken.text))


def _nameless(error: Raised) -> str:
    """Return an error's text without what depends on the line: a function's name, or what a collection is asked for."""
    if single := re.search(r"'(\w+)' (?:object is not (?:iterable|subscriptable)|has no len\(\))", error.text):
        return f"{single[1]} is no collection"
    wording = re.match(r"[\w.<>]+\(\) ((?:missing|takes|got) .*)", error.text)
    return re.sub(r"'\w+'", "''", wording[1]) if wording else error.text


class _MistakenAnswers:
    """The answers of a catalogued mistake to a check, each asked for when it is needed first."""

    def __init__(self, entry: Misconception, check: str, seed: int):
        self._entry, self._check, self._seed = entry, check, seed
        self._known: list[Answer] = []
        self._glances: dict[int, Answer] = {}

    def __getitem__(self, place: int) -> Answer:
        while len(self._known) <= place:
            short = any(map(was_stopped, self._known))
            self._known.append(self._answer(len(self._known), short=short))
        return self._known[place]

    def at_a_glance(self, place: int) -> Answer:
        """Return one answer without those before it: a mistake that remembers what it was asked may answer otherwise.

        It is asked in a namespace of its own, so that the answers in order stay what they are. One that takes long is
        stopped as soon as after a question without an end: most of a check's answers have one, and differ from it.
        """
        if place < len(self._known):
            return self._known[place]
        if place not in self._glances:
            self._glances[place] = self._answer(place, short=True, glance=True)
        return self._glances[place]

    def _answer(self, place: int, *, short: bool = False, glance: bool = False) -> Answer:
        probe, inputs = question(self._check, self._seed, place)
        return answer_to(probe, _namespace_of(self._entry, course.stamp(self._check), glance), inputs, short=short)


def answers_of(entry: Misconception, check: str, seed: int) -> _MistakenAnswers:
    """Return what a mistake answers to a check, by place; each answer is asked for when it is needed first."""
    return _kept_answers(entry, check, seed, course.stamp(check))


@kept(most=2**16)
def _kept_answers(entry: Misconception, check: str, seed: int, stamp: int) -> _MistakenAnswers:
    return _MistakenAnswers(entry, check, seed)


@kept(most=2048)
def _namespace_of(entry: Misconception, stamp: int, glance: bool) -> dict[str, Any]:
    return entry.namespace()


@kept(most=16)
def _reference_of(assignment: str, stamp: int) -> dict[str, Any]:
    # Running all answer cells again for each of some hundred answers takes longer than the answers do.
    return reference.load(assignment)


def simple_answer(entry: Misconception | None, probe: Probe, seed: int, number: int) -> Answer:
    """Return what a mistake answers to a question with the simple inputs of a number; without one, the right answer.

    A verdict shows no question without an end in another form, so a mistake that takes long is stopped soon.
    """
    return _simple_answer(entry, probe.check, probe.name, seed, number, course.stamp(probe.check))


@kept(most=2**16)
def _simple_answer(entry: Misconception | None, check: str, probe: str, seed: int, number: int, stamp: int) -> Answer:
    names = _reference_of(course.assignment(check).name, stamp) if entry is None else _namespace_of(entry, stamp, True)
    asked = next(each for each in probes_of(check) if each.name == probe)
    return answer_to(asked, names, simple_inputs(asked, seed, number), short=entry is not None)


def mistaken_ahead(assignment: course.Assignment, seed: int) -> Iterator[str]:
    """Find out what each mistake answers first in the checks that it fails, and yield which check it was."""
    for entry in misconceptions(assignment.name):
        for one in (entry, *entry.variants):
            for check in one.checks:
                answers_of(one, check, seed).at_a_glance(0)
                yield check
