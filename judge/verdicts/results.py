# SPDX-License-Identifier: MIT
"""The result of a notebook as data: its checks, what stood in their way, what belongs together, what to do next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from judge.notebooks import course, stubs
from judge.notebooks.about import about
from judge.notebooks.cells import Check, Exercise
from judge.run.answers import Raised
from judge.run.bounded import NoEnd, TooLong
from judge.run.kernel import KERNEL_ENDED, TIMED_OUT
from judge.verdicts.verdict import CORRECT, NOT_YET, Verdict

UNWRITTEN = "NotImplementedError"

# How a cell stopped: it took its kernel with it, its time was up, Python could not read it, or any other error.
LEFT_OUT, OUT_OF_TIME, UNREADABLE, STOPPED = "left out", "out of time", "unreadable", "stopped"
HOW = {
    KERNEL_ENDED: LEFT_OUT,
    **dict.fromkeys(("KeyboardInterrupt", TIMED_OUT, NoEnd.__name__, TooLong.__name__), OUT_OF_TIME),
    **dict.fromkeys(("SyntaxError", "IndentationError", "TabError"), UNREADABLE),
}

# What Python says of `{"a": 42,25}`, and of `0,05`.
COMMA_TROUBLES = ("':' expected after dictionary key", "leading zeros in decimal integer literals")

# A word of a line of code, and one that is a number with a decimal comma, and has no digit behind it.
_WORD = re.compile(r"(?<![\w.,])-?[\w.,]+")
_DECIMAL_COMMA = re.compile(r"(-?\d+,\d+)\D*")


@dataclass(frozen=True)
class Stop:
    """A cell that did not run to its end."""

    number: str  # of its exercise, as on the card; "" for a given cell or a check
    kind: str  # the type of the error
    text: str  # what the error says, without a file and a line
    line: int = 0  # the line of the cell that raised, counted from 1; 0 where it is not known
    code: str = ""  # that line; "" where it is not known

    @property
    def how(self) -> str:
        """``left out``, ``out of time``, ``unreadable`` or ``stopped``."""
        return HOW.get(self.kind, STOPPED)

    @property
    def decimal_comma(self) -> str:
        """The number of an unreadable line that is written with a decimal comma, such as ``42,25``; "" for none."""
        if self.how != UNREADABLE or not self.text.startswith(COMMA_TROUBLES):
            return ""
        numbers = (_DECIMAL_COMMA.fullmatch(word[0]) for word in _WORD.finditer(self.code))
        return next((number[1] for number in numbers if number), "")

    @property
    def unwritten(self) -> bool:
        """Whether a stub stopped it."""
        return self.kind == UNWRITTEN


# What stands between a check and its verdict


@dataclass(frozen=True)
class NotRun:
    """The check was not run."""


@dataclass(frozen=True)
class NoVerdict:
    """The check's verdict can't be read, or the judge did not write it."""


@dataclass(frozen=True)
class StubStands:
    """The exercise's answer cell still holds its stub; ``text`` is what the stub says."""

    text: str


# Which cell stopped: the check itself, in its visible part or since its time was up; the exercise's own answer cell; or
# another cell, which defines what the check asks for.
CHECK_CELL, OWN_CELL, OTHER_CELL = "check", "own", "other"


@dataclass(frozen=True)
class CellStopped:
    """A cell stopped; so ``name`` is not defined, or "" where the question could be asked."""

    cell: str  # ``CHECK_CELL``, ``OWN_CELL`` or ``OTHER_CELL``
    stop: Stop
    name: str = ""


@dataclass(frozen=True)
class DoesNotDefine:
    """An answer cell ran to its end without defining a name; ``alike`` is a similar name in the cell, or "".

    Where the cell does hold the name, ``alike`` is the name itself.
    """

    number: str
    name: str
    alike: str


Obstacle = NotRun | NoVerdict | StubStands | CellStopped | DoesNotDefine


# Results


@dataclass(frozen=True)
class CheckResult:
    """The outcome of one grade cell."""

    check: Check  # the check
    outcome: str  # ``correct``, ``not yet`` or ``not attempted``
    verdict: Verdict | None = None  # what the judge says; None where it could not be asked
    obstacle: Obstacle | None = None  # what stood in the way of the check or of its question; None where nothing did

    @property
    def stop(self) -> Stop | None:
        """How a cell stopped that stood in the way; None where none did."""
        return self.obstacle.stop if isinstance(self.obstacle, CellStopped) else None

    @property
    def points(self) -> float:
        """All of the check's points, none, or the share that its verdict gives."""
        if self.outcome == NOT_YET and self.obstacle is None and self.verdict:
            return self.check.points * self.verdict.share
        return self.check.points if self.outcome == CORRECT else 0.0

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """The ids of the mistakes that are named."""
        return self.verdict.misconceptions if self.verdict else ()

    @property
    def graph(self) -> dict[str, Any] | None:
        """The graph to draw; None where there is none, or where the check is not wrong."""
        return self.verdict.graph if self.verdict and self.outcome == NOT_YET else None

    @property
    def section(self) -> str:
        """The section to read again; "" where none is known."""
        return self.verdict.section if self.verdict and self.obstacle is None else ""

    @property
    def cause(self) -> object:
        """What the trouble comes from: checks with the same cause are one finding."""
        if isinstance(self.obstacle, CellStopped) and self.obstacle.cell != CHECK_CELL:
            return self.obstacle.stop
        if self.obstacle is not None:
            return self.obstacle
        verdict = self.verdict
        if verdict is None:
            return self.check
        if verdict.missing or (verdict.misconceptions and not verdict.in_general):
            return verdict.misconceptions or verdict.missing
        return verdict.given if verdict.place else verdict.check

    @property
    def waits_for(self) -> str:
        """The number of another exercise that is not written and that this check needs; "" where there is none."""
        given = self.verdict.given if self.verdict else None
        texts = [self.stop.text] if self.stop and self.stop.unwritten else []
        texts += [given.text] if isinstance(given, Raised) and given.kind == UNWRITTEN else []
        return next(filter(None, map(stubs.exercise_of, texts)), "")


@dataclass(frozen=True)
class Finding:
    """One cause of wrong answers in an exercise."""

    checks: tuple[CheckResult, ...]  # the checks that it costs; the message of the first explains it
    table: str = ""  # the heading of the exercise's table of symptoms; "" where there is none, or it is of no use

    @property
    def first(self) -> CheckResult:
        """The check whose message explains it."""
        return self.checks[0]

    @property
    def lost(self) -> float:
        """The points that it costs."""
        return sum(each.check.points - each.points for each in self.checks)


@dataclass(frozen=True)
class ExerciseResult:
    """The outcome of an exercise: that of its checks together."""

    exercise: Exercise
    checks: tuple[CheckResult, ...]

    @property
    def points(self) -> float:
        """The points of the checks that are correct."""
        return sum(check.points for check in self.checks)

    @property
    def outcome(self) -> str:
        """``correct`` if all checks are, ``not attempted`` if none was attempted, else ``not yet``."""
        outcomes = {check.outcome for check in self.checks}
        return outcomes.pop() if len(outcomes) == 1 else NOT_YET

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong, each cause once, in the order of its first check."""
        by_cause: dict[object, list[CheckResult]] = {}
        for check in self.checks:
            if check.outcome != CORRECT:
                by_cause.setdefault((check.outcome, check.cause), []).append(check)
        return tuple(
            Finding(tuple(checks), self.exercise.table if _is_own_fault(checks[0]) else "")
            for checks in by_cause.values()
        )


@dataclass(frozen=True)
class NextStep:
    """What a learner does next."""

    # ``next day``, ``whole course``, ``write needed``, ``write``, ``read and mend`` or ``mend``; after an exercise
    # that was graded alone, ``go on``; ``report`` where all that is left is the grader's fault.
    action: str
    number: str = ""  # of the exercise, as on its card; "" where nothing is left to do
    title: str = ""  # of the exercise
    section: str = ""  # what to read again; "" where nothing is known

    @property
    def is_work(self) -> bool:
        """Whether an exercise is left to write or to mend."""
        return bool(self.number) and self.action != "go on"


@dataclass(frozen=True)
class Result:
    """The outcome of a notebook, or of one exercise of it."""

    assignment: course.Assignment  # the notebook's assignment
    title: str  # its title
    exercises: tuple[ExerciseResult, ...]  # the exercises that were graded
    warnings: tuple[str, ...]  # what was noticed, a sentence each
    only: str = ""  # the number of the exercise that was graded alone; "" where all were
    confined: bool = True  # whether it ran confined. Where it did not, a reader is warned first

    @property
    def points(self) -> float:
        """The points of all exercises."""
        return sum(each.points for each in self.exercises)

    @property
    def max_points(self) -> float:
        """The most points that the assignment gives."""
        return sum(each.exercise.points for each in self.exercises)

    @property
    def unjudged(self) -> tuple[CheckResult, ...]:
        """The checks that could not be judged, by a fault of the grader."""
        return tuple(check for check in self.checks if check.verdict and check.verdict.unjudged)

    @property
    def unjudged_points(self) -> float:
        """How many points hang on these."""
        return sum(check.check.points for check in self.unjudged)

    @property
    def checks(self) -> tuple[CheckResult, ...]:
        """The results of all checks, in the notebook's order."""
        return tuple(check for each in self.exercises for check in each.checks)

    @property
    def core_done(self) -> bool:
        """Whether all exercises before the second part are correct, and one in it is not.

        It is False without a second part, and where one exercise was graded alone.
        """
        by_part = {
            part: [each.outcome for each in self.exercises if each.exercise.is_extra == part] for part in (False, True)
        }
        return not self.only and {*by_part[False]} == {CORRECT} and bool({*by_part[True]} - {CORRECT})

    @property
    def first_to_fix(self) -> Finding | None:
        """The cause that a learner sees in full: the first of the exercise that is next, else of all; None without one.

        The others are told in a line each.
        """
        number = self.next_step.number
        found = [(each.exercise.number, one) for each in self.exercises for one in each.findings]
        wrong = [(where, one) for where, one in found if one.first.outcome == NOT_YET]
        return next(iter([*(one for where, one in wrong if where == number), *(one for _, one in wrong)]), None)

    @property
    def next_step(self) -> NextStep:
        """What the learner does next.

        It is the unwritten exercise that another one waits for, else the first one to fix, else the first one to
        write, else the next assignment. What could not be judged is the grader's fault, and nothing for a learner to
        fix.
        """
        left = [each for each in self.exercises if any(map(_is_open, each.checks))]
        if not left:
            return self._after_the_last()
        return self._needed_first(left) or _fix_or_write(left)

    def _after_the_last(self) -> NextStep:
        """Return what comes once no exercise is left."""
        if self.unjudged:
            return NextStep("report")
        if self.only:
            return NextStep("go on", self.only)
        known = about()
        names = known.assignments or [assignment.name for assignment in course.assignments()]
        if self.assignment.name in known.extra:
            return NextStep("one day more")
        own = [name for name in names if name not in known.extra]
        return NextStep("whole course" if [self.assignment.name] == own[-1:] else "next day")

    def _needed_first(self, left: Sequence[ExerciseResult]) -> NextStep | None:
        """Return the unwritten exercise that another one waits for; None where none does."""
        titles = {each.exercise.number: each.exercise.title for each in left}
        for check in (check for each in left for check in each.checks):
            needs = check.waits_for
            if check.outcome == NOT_YET and needs and (needs in titles or self.only):
                return NextStep("write needed", needs, titles.get(needs, ""))
        return None


def _is_own_fault(check: CheckResult) -> bool:
    """Tell whether what a check found lies in its own exercise, and was not left empty."""
    waits = isinstance(check.obstacle, CellStopped) and check.obstacle.cell == OTHER_CELL
    lies_elsewhere = waits or isinstance(check.obstacle, (NotRun, NoVerdict)) or check.waits_for
    return check.outcome == NOT_YET and _is_open(check) and not lies_elsewhere


def _fix_or_write(left: Sequence[ExerciseResult]) -> NextStep:
    """Return the first exercise to fix of those that are left, else the first one to write."""
    for each in left:
        open_checks = [check for check in each.checks if _is_open(check)]
        if NOT_YET in (check.outcome for check in open_checks):
            section = next((check.section for check in open_checks if check.section), "")
            action = "read and mend" if section else "mend"
            return NextStep(action, each.exercise.number, each.exercise.title, section)
    first = left[0].exercise
    return NextStep("write", first.number, first.title)


def _is_open(check: CheckResult) -> bool:
    """Tell whether a check leaves something for the learner to do."""
    return check.outcome != CORRECT and not (check.verdict and check.verdict.unjudged)
