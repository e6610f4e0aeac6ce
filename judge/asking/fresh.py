# SPDX-License-Identifier: MIT
"""Questions on paper with new numbers, for practice: what is asked, what is right, and what known mistakes give.

Such a question stands in the folder of its exercise, in ``again.py``, under the name ``QUESTIONS``. How it is shown,
and where it is kept which one is open, is no part of it. Nothing of it is sent to where submissions run, and no points
hang on it.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from judge.asking.folders import exercise_of, folder, package, root
from judge.asking.probe import Probe
from judge.asking.questions_package import imported
from judge.notebooks.course import CourseError
from judge.run.answers import Answer, plain_answer, raised, same
from judge.run.messages import Argument

FILE = "again.py"
# The module with questions of one line that no exercise asks.
OF_IDEAS = "shared.recall"
# Characters of a question that a reader takes in at once.
ONE_LINE = 180
MOST_OPTIONS = 4
# A draw is taken if all its answers differ. Of the questions that there are, the worst needs some thirty draws.
MOST_DRAWS = 1_000

Inputs = Mapping[str, Any]


def as_it_is(said: Any, **_: Any) -> Any:
    """Return an answer as it is, where it is compared so."""
    return said


@dataclass(frozen=True)
class Wrong:
    """What a catalogued mistake answers."""

    mistake: str  # its id
    answer: Callable[..., Any]  # takes the inputs by name; it returns None where the mistake gives no answer
    # Said in place of the mistake's explanation, which may be about the numbers of the exercise; "" for nothing.
    why: str | None = None


@dataclass(frozen=True, eq=False)
class Fresh:
    """A question of a check that can be asked with other numbers."""

    check: str  # the grade cell that asks it
    name: str  # unique within the exercise
    ask: str  # as in a probe, but a whole question with all that it needs; ``{a}`` stands for the input ``a``
    because: str  # what to think of, as in a probe
    draw: Callable[[Random], dict[str, Any]]  # draws the inputs
    right: Callable[..., Any]  # takes the inputs by name
    wrong: tuple[Wrong, ...]
    original: Inputs  # the inputs that the exercise has
    # Where a notebook keeps the answer to the exercise's own question, as Python names it; "" where it is a function.
    entry: str = ""
    # Takes an answer and the inputs, and returns what is compared: where many answers are right, what an answer does.
    settle: Callable[..., Any] = as_it_is
    choices: tuple[str, ...] = ()  # as in a probe
    phrase: Callable[[Any], Argument] | None = None  # as in a probe
    example: str = "7"  # an answer as it is typed
    predictions: tuple[str, ...] = ()  # what a notebook lets its reader predict about the same idea
    is_extra: bool = False  # whether a reader may have skipped what it asks about

    @property
    def probe(self) -> Probe:
        """The question in the form that a verdict's words are made of."""
        return Probe(
            self.check, self.name, self.ask, self.because, self.right, {},
            reveal=False, choices=self.choices, phrase=self.phrase,
        )  # fmt: skip


@dataclass(frozen=True)
class WithNumbers:
    """A question with its numbers."""

    fresh: Fresh
    inputs: Inputs
    right: Answer
    wrong: tuple[tuple[Wrong, Answer], ...]

    def answer(self, said: Any) -> Answer:
        """Return what is compared of an answer, which may be anything."""
        try:
            return plain_answer(self.fresh.settle(said, **self.inputs))
        except Exception as error:
            return raised(error)

    @property
    def is_clear(self) -> bool:
        """Whether each answer says which mistake was made, if any: no two mistakes give one, and none the right one.

        The example of how to write an answer is not the right one, either.
        """
        given = [self.answer(ast.literal_eval(self.fresh.example)), *(answer for _, answer in self.wrong)]
        if any(same(answer, self.right) for answer in given):
            return False
        return not any(
            one.mistake != other.mistake and same(first, second)
            for (one, first), (other, second) in itertools.combinations(self.wrong, 2)
        )


def of_exercise(exercise: str) -> tuple[Fresh, ...]:
    """Return the questions of an exercise that can be asked with new numbers, the easiest first; () without any."""
    place = folder(exercise)
    if not (place / FILE).is_file():
        return ()
    return tuple(imported(f"{package()}.{place.name}.{FILE.removesuffix('.py')}").QUESTIONS)


def of_check(check: str) -> tuple[Fresh, ...]:
    """Return the questions of a check that can be asked with new numbers; () for a check of no exercise, too."""
    try:
        exercise = exercise_of(check)
    except KeyError:
        return ()
    return tuple(one for one in of_exercise(exercise) if one.check == check)


def of_ideas() -> tuple[Fresh, ...]:
    """Return the questions of one line on the ideas of a course, for exercises that are here; () without any."""
    place = root().joinpath(*OF_IDEAS.split(".")).with_suffix(".py")
    if not place.is_file():
        return ()
    return tuple(one for one in imported(f"{package()}.{OF_IDEAS}").QUESTIONS if _is_here(one.check))


def _is_here(check: str) -> bool:
    try:
        return bool(exercise_of(check))
    except KeyError:
        return False


def to_choose_from() -> tuple[Fresh, ...]:
    """Return the questions that can be asked with a few answers to choose from: those of one line."""
    on_paper = (one for exercise in exercises() for one in of_exercise(exercise))
    short = (one for one in on_paper if len(one.ask) <= ONE_LINE and one.settle is as_it_is and not one.choices)
    return (*of_ideas(), *short)


def options(question: WithNumbers, texts: Callable[[Answer], str]) -> tuple[tuple[str, Wrong | None], ...]:
    """Return the texts of up to four answers in any order, each with its mistake, None with the right one.

    The same question with the same numbers has the same ones. ``texts`` puts an answer into words; no two look alike.
    """
    source = Random(f"{question.fresh.check} {question.fresh.name} {sorted(question.inputs.items())}")
    found: dict[str, Wrong | None] = {texts(question.right): None}
    given = source.sample(question.wrong, len(question.wrong))
    first = {wrong.mistake: place for place, (wrong, _) in reversed([*enumerate(given)])}
    # A second answer that the same mistake gives comes after those of all others.
    for _, (wrong, answer) in sorted(enumerate(given), key=lambda one: first[one[1][0].mistake] != one[0]):
        if len(found) < MOST_OPTIONS:
            found.setdefault(texts(answer), wrong)
    return tuple(source.sample(list(found.items()), len(found)))


def exercises() -> list[str]:
    """Return the exercises that have such questions, in the order of their names."""
    return sorted(place.parent.name.replace("_", "-") for place in root().glob(f"*/{FILE}"))


def with_numbers(fresh: Fresh, inputs: Inputs) -> WithNumbers:
    """Return a question with some numbers."""

    def answered(compute: Callable[..., Any]) -> Answer:
        return plain_answer(fresh.settle(compute(**inputs), **inputs))

    given = [(one, one.answer(**inputs)) for one in fresh.wrong]
    wrong = tuple((one, plain_answer(fresh.settle(said, **inputs))) for one, said in given if said is not None)
    return WithNumbers(fresh, inputs, answered(fresh.right), wrong)


def with_new_numbers(fresh: Fresh, seed: int) -> WithNumbers:
    """Return a question with the numbers of a seed: the first ones drawn that let each mistake be seen.

    Raises:
        CourseError: No draw does.
    """
    source = Random(f"{fresh.check} {fresh.name} {seed}")
    for _ in range(MOST_DRAWS):
        found = with_numbers(fresh, fresh.draw(source))
        if found.is_clear and found.inputs != fresh.original:
            return found
    raise CourseError(f"{fresh.check}, {fresh.name}: no numbers tell its mistakes apart.")


def chosen(questions: Sequence[Fresh], seed: int) -> WithNumbers:
    """Return the question that a seed stands for."""
    return with_new_numbers(questions[seed % len(questions)], seed)


def seed_after(questions: Sequence[Fresh], seed: int | None, number: int) -> int:
    """Return a seed made of any number, so that the next kind of question comes after that of a seed; or the first."""
    kind = 0 if seed is None else seed % len(questions) + 1
    return number * len(questions) + kind % len(questions)
