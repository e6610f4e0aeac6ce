# SPDX-License-Identifier: MIT
"""Probes: small questions put to a learner's code.

A probe is a pure function of a namespace and of inputs. It returns numbers, strings and lists only, and it
holds no expected value: the judge gets that by putting the same question to the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from judge.asking.folders import exercise_of, folder
from judge.asking.inputs import Drawer
from judge.asking.kept_away import RightModules
from judge.asking.questions_package import package, package_of
from judge.notebooks import course
from judge.notebooks.course import place
from judge.run.answers import Answer, PlainValue, Several, Unexpected, plain_answer, raised
from judge.run.messages import Argument

# What a notebook defines, by name.
Namespace = Mapping[str, Any]
# Takes all entries of an answer and one of them, and returns the right one where that one counts as right.
Judged = Callable[[Mapping[str, Any], Any], Any]
Shrink = Callable[[dict[str, Any], Answer, Answer], tuple[dict[str, Any], Answer, Answer]]

# Lines of Python that one question may run; about half a second.
LINES = 400_000


@dataclass(frozen=True)
class Share:
    """Makes each question of a check pay its part of the points."""

    text: str  # the sentence that counts the right answers: a template with ``{right}`` and ``{all}``
    forfeits: str  # an answer after which none of them counts: it tells a guess


@dataclass(frozen=True)
class Probe:
    """One question of a check."""

    check: str  # the grade cell that asks it
    name: str  # unique within the check
    # What a learner reads behind "Question:", a text that stands alone; ``{a}`` stands for the input ``a``.
    ask: str
    because: str  # why the expected answer is right: a whole sentence without its full stop, read behind a colon
    function: Callable[..., Any]
    drawers: Mapping[str, Drawer]  # how each input is drawn, by name
    rounds: int = 3  # how often it is asked, with other inputs each time
    lines: int = LINES  # how many lines of Python one answer may take
    exact: bool = False  # whether lines count from the first one on: where a card states their number
    # Turns a plain answer into what a learner reads; None for the usual form, and ``str`` where the answer is in words
    # of the question's own.
    phrase: Callable[[Any], Argument] | None = None
    # Whether the verdict states the expected answer. Not where the answer is all that the exercise asks.
    reveal: bool = True
    # Narrows a wrong answer to the smallest part of the question that shows it: takes inputs, expected answer and
    # answer, returns the three for that part. It only changes what the verdict says.
    shrink: Shrink | None = None
    # Builds the graph that the question is about: takes what makes a leaf, and the inputs; returns its nodes by name.
    # The report in the notebook draws it.
    graph: Callable[..., dict[str, Any]] | None = None
    # The nodes that the numbers of the answer belong to; () where the answer lists names or edges.
    of: tuple[str, ...] = ()
    # The texts among which the learner chooses, as they are spelt; () where the answer is free.
    choices: tuple[str, ...] = ()
    in_parts: bool = False  # whether the function returns :class:`Several` answers of its own making, one for each part
    # Gives what takes the function's two answers, all entries and the one that is asked for, and returns what is
    # compared. It is called where answers are judged, and never where submissions run.
    judged: Callable[[], Judged] | None = None
    raises: bool = False  # whether the right answer is an error
    # Whether a wrong answer may be shown with simple inputs. It takes up to 400 answers: not where one takes 5 ms.
    simpler: bool = True
    effort: int = 1  # by how much fewer answers it takes: more than 1 where one takes more than half a millisecond
    share: Share | None = None  # None where a check has its points for all of its questions together


OPTIONS = frozenset(field.name for field in fields(Probe) if field.default is not MISSING)


def probe(check: str, ask: str, because: str, **inputs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as a question of ``check``.

    ``inputs`` are the options of :class:`Probe` from ``rounds`` on, by name; every other name is an input, with the
    drawer of :mod:`judge.asking.inputs` that draws it. A question without inputs is put once. ``ask`` and
    ``because`` may use ``{name}`` for an input.

    Raises:
        CourseError: The check has a probe of that name already.
    """
    options = {name: inputs.pop(name) for name in OPTIONS & inputs.keys()}
    if not inputs:
        options["rounds"] = 1

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        probes = package_of(function.__module__).probes.setdefault(check, [])
        if any(other.name == function.__name__ for other in probes):
            raise course.CourseError(f"The check {check} has two probes named {function.__name__}: rename one.")
        probes.append(Probe(check, function.__name__, ask, because, function, inputs, **options))
        return function

    return register


def probes_of(check: str) -> list[Probe]:
    """Return the probes of a check, in the order in which they are asked.

    Only the folder of the check's own exercise is imported. All probes of one check stand in one file, so that their
    order is that file's.

    Raises:
        CourseError: There is no such assignment.
        KeyError: The check has no probe.
    """
    known = package()
    if check in known.found:
        return known.found[check]
    try:
        owner = exercise_of(check)
    except KeyError:
        course.assignment(check)
        raise
    known.module(f"{folder(owner).name}.probes")
    if check not in known.probes:
        raise KeyError(f"No probe asks for {check}: add one to {place(folder(owner))}/.")
    return known.found.setdefault(check, known.probes[check])


def of_exercise(exercise: str) -> dict[str, list[Probe]]:
    """Return the probes of an exercise by check, also those that its folder registers for a check of another."""
    module = package().module(f"{folder(exercise).name}.probes").__name__

    def is_own(one: Probe) -> bool:
        return _owner(one.check) == exercise or f"{one.function.__module__}.".startswith(f"{module}.")

    probes = {check: list(filter(is_own, group)) for check, group in package().probes.items()}
    return {check: group for check, group in probes.items() if group}


def _owner(check: str) -> str:
    try:
        return exercise_of(check)
    except KeyError:
        return ""


def settled(probe: Probe, answer: Answer) -> Answer:
    """Return what is compared of an answer, where it is judged by the others that stand beside it.

    The answer may come from a process that says what it likes: what is compared is only what the judge makes of it.
    """
    if probe.judged is None or not isinstance(answer, (PlainValue, Several)):
        return answer
    entries, one = answer.answers if isinstance(answer, Several) and len(answer.answers) == 2 else (None, answer)
    if isinstance(one, Unexpected):
        return one
    if not (isinstance(entries, PlainValue) and isinstance(entries.value, dict) and isinstance(one, PlainValue)):
        return Unexpected("", "others")
    try:
        with RightModules():  # What an answer is judged by is nothing that the question uses.
            return plain_answer(probe.judged()(entries.value, one.value))
    except Exception as error:
        return raised(error)


def written(value: Any) -> Any:
    """Return ``value``, or raise when it is the ``None`` or ``...`` of the released cell.

    Raises:
        NotImplementedError: The learner has not filled it in.
    """
    if value is None or value is ...:
        raise NotImplementedError("the answer is still empty")
    return value


def entries_of(namespace: Namespace, name: str) -> Mapping[str, Any]:
    """Return the dictionary that a notebook keeps its answers in.

    Raises:
        NotImplementedError: The learner has not filled it in.
        TypeError: It is no dictionary; the verdict says so.
    """
    entries = written(namespace[name])
    if not isinstance(entries, Mapping):
        raise TypeError(f"'{type(entries).__name__}' object is no dictionary")
    return entries


def entry_of(namespace: Namespace, name: str, key: str) -> Any:
    """Return an entry of a dictionary of answers; the errors are those of :func:`entries_of`, and a KeyError."""
    return written(entries_of(namespace, name)[key])
