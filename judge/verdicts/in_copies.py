# SPDX-License-Identifier: MIT
"""Judge adjacent checks in copies of the process that ran the cells before them.

The checks of several exercises are asked in one copy, and those that are right are judged there. Then each exercise
with checks that are left gets a copy to itself, since an answer may be wrong because of what another exercise left
behind. In that copy, first all of these checks are asked, then each is judged.

A copy may come to its end at any question: by its processor time, or by what the answer does. Then the check at which
it ended has its verdict or an error, and the rest goes on in a new copy. :meth:`InCopies.judge` is the way of a group::

    waiting --asked--> answered --judged--> verdict
       |                  |
       |                  +-- wrong, and not asked alone --> waiting, for a copy of its exercise
       |                  +-- needs right code of a check still to be judged --> waiting, after the others
       +-- the copy ends: too long --> an error; after MOST_ENDED of an exercise, for the rest of it, too
       +-- the copy ends otherwise --> asked once more, first in a new copy; the second time an error
"""

from __future__ import annotations

import bisect
import contextlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from judge.asking.folders import exercise_of
from judge.run.confined.client import TOO_LONG, CopyEnded, Ended, Session
from judge.verdicts.alike import right_code_used
from judge.verdicts.one_check import OneCheck
from judge.verdicts.questions import Questions
from judge.verdicts.right_code import NotYetAllowed
from judge.verdicts.run_state import RunState

# What is called when a check is judged, with its place among the checks and their number.
Progress = Callable[[int, int], None]

# How many checks of an exercise may have to be ended before the rest of it is not asked; and how many of the notebook,
# before each further exercise has one.
MOST_ENDED, MOST_ENDED_IN_ALL = 4, 8


@dataclass
class _Turns:
    """Whose turn it is in a copy: the check that is asked or judged now, and the one before it."""

    was_short: bool  # whether something had no end before the copy was made
    now: int | None = None
    before: int | None = None

    def give_to(self, place: int) -> None:
        self.before = self.now
        self.now = place


class InCopies:
    """Judges the checks of a notebook, each named by the place of its cell; ``progress`` is called for each."""

    def __init__(self, state: RunState, questions: Questions, progress: Progress):
        self._checks = state.checks
        self._judged = state.judged
        self._outputs = state.outputs
        self._seeds = state.seeds
        self._right = state.right
        self._budget = state.budget
        self._questions = questions
        self._one_check = OneCheck(state, questions)
        self._progress = progress
        self._may_share = True  # whether several exercises are asked in one copy
        self._asked_again: set[int] = set()
        self._ended: Counter[str] = Counter()  # how many checks of each exercise took too long

    def judge(self, session: Session, places: list[int]) -> None:
        """Judge a group of checks, until none is left, time is up or the session has come to its end.

        Raises:
            Ended: The session ended before anything was asked.
        """
        waiting = list(places)
        self._questions.begin_group()
        if self._may_share and len(self._exercises(waiting)) > 1 and not self._budget.is_short:
            self._judge_together(session, waiting)
        for exercise in self._exercises(waiting):
            while exercise and session.is_open and self._budget.left():
                self._judge_alone(session, exercise)
            if exercise and not self._budget.left():
                self._budget.is_late = True

    def _exercises(self, places: list[int]) -> list[list[int]]:
        """Return places by the exercise that their checks belong to."""
        return [list(each) for _, each in itertools.groupby(places, lambda place: exercise_of(self._checks[place]))]

    def _judge_together(self, session: Session, waiting: list[int]) -> None:
        """Ask several exercises in one copy, and judge the checks that are right.

        All other checks keep waiting. Once an answer ends the copy, or has no end, exercises of this notebook are no
        longer asked together. If that happens at the first one, it is settled here: no other was asked before it.

        Raises:
            Ended: The session ended before anything was asked.
        """
        undisturbed = set(self._exercises(waiting)[0])
        with self._copy(session, waiting) as turns:
            try:
                self._ask_all(session, waiting, turns)
                if not self._budget.is_short:
                    undisturbed.clear()
                unanswered = [place for place in waiting if not self._questions.is_known(*self._asked_as(place))]
                self._judge_all(session, waiting, self._right_ones(waiting), turns, is_shared=True)
                for place in unanswered:
                    # It needs right code, which is allowed once the checks that it would answer are judged.
                    self._ask_all(session, [place], turns, with_right_code=True)
                    self._judge_all(session, waiting, self._right_ones([place]), turns, is_shared=True)
            except Ended:
                if turns.now in undisturbed:
                    raise
                self._may_share = False
                if turns.now is not None and turns.now not in waiting:
                    self._wait_again(waiting, turns.now)
            if self._budget.is_short and turns.now not in undisturbed:
                self._budget.is_short = self._may_share = False
        for place in set(waiting) - undisturbed:
            self._questions.forget(*self._asked_as(place))

    def _right_ones(self, places: list[int]) -> list[int]:
        """Return the places of the checks that were answered rightly."""
        return [place for place in places if self._questions.is_right(*self._asked_as(place))]

    def _asked_as(self, place: int) -> tuple[str, int]:
        """Return a check, and the seed with which it is asked."""
        check = self._checks[place]
        return check, self._seeds.of(check)

    def _judge_alone(self, session: Session, exercise: list[int]) -> None:
        """Judge as many of an exercise's waiting checks as one copy answers.

        Raises:
            Ended: The session ended before anything was asked.
        """
        with self._copy(session, exercise) as turns:
            # All are asked before one is judged: what is asked to explain a verdict shows that it was wrong.
            self._ask_all(session, exercise, turns)
            self._judge_all(session, exercise, list(exercise), turns)

    @contextlib.contextmanager
    def _copy(self, session: Session, waiting: list[int]) -> Iterator[_Turns]:
        """Let a copy answer meanwhile; where it comes to its end, settle the check whose turn it was.

        Raises:
            Ended: The session ended before anything was asked.
        """
        turns = _Turns(self._budget.is_short)
        try:
            with session.standing(self._budget.stand_seconds(), self._budget.for_questions()):
                self._questions.begin_copy()
                yield turns
        except Ended as error:
            if turns.now is None:
                raise
            self._copy_ended(waiting, turns, error)

    def _ask_all(self, session: Session, places: list[int], turns: _Turns, with_right_code: bool = False) -> None:
        """Ask the checks that were not answered yet, until something has no end.

        Checks that use right code even where the answers are right wait, unless this is ``with_right_code``.

        Raises:
            Ended: The copy, or the session, came to its end at the check whose turn it is.
        """
        for place in places:
            check, seed = self._asked_as(place)
            waits = not with_right_code and bool(right_code_used(check, seed))
            if waits or self._budget.is_short != turns.was_short or self._questions.is_known(check, seed):
                continue
            turns.give_to(place)
            if with_right_code:
                with contextlib.suppress(NotYetAllowed):
                    self._questions.ask_with_right_code(session, check, seed)
            else:
                self._questions.ask_first(session, check, seed)

    def _judge_all(
        self, session: Session, waiting: list[int], places: list[int], turns: _Turns, is_shared: bool = False
    ) -> None:
        """Judge some of the waiting checks, until something has no end: a copy with less of everything goes on.

        In a copy that ``is_shared`` by several exercises, a verdict that may be due to another one is dropped, and its
        check keeps waiting.

        Raises:
            Ended: The copy, or the session, came to its end at the check whose turn it is.
        """
        while places and session.is_open and self._budget.is_short == turns.was_short:
            place = places.pop(0)
            waiting.remove(place)
            turns.give_to(place)
            self._judged.add(place)
            self._progress(len(self._judged), len(self._checks))
            try:
                if not self._one_check.judge(session, place, is_shared):
                    self._wait_again(waiting, place)
            except NotYetAllowed as error:
                self._put_off(waiting, places, place, error)

    def _wait_again(self, waiting: list[int], place: int) -> None:
        """Drop what is known of a check, and put it back among the waiting ones."""
        self._outputs.clear(place)
        self._judged.discard(place)
        self._questions.forget(*self._asked_as(place))
        bisect.insort(waiting, place)

    def _put_off(self, waiting: list[int], places: list[int], place: int, error: NotYetAllowed) -> None:
        """Let a check wait for the others of its copy: what it needs would answer one of them."""
        if self._right.may_wait(self._checks[place]):
            self._judged.discard(place)
            waiting.append(place)
            places.append(place)
        else:
            self._one_check.leave_unjudged(place, error)

    def _copy_ended(self, waiting: list[int], turns: _Turns, error: Ended) -> None:
        """Settle the check at which a copy, or the session, came to its end: it is asked again, or has an error."""
        place = turns.now
        assert place is not None
        if place in waiting:  # It was asked, and is not judged yet.
            waiting.remove(place)
            self._judged.add(place)
            self._outputs.clear(place)
        if str(error) == TOO_LONG:
            self._budget.is_short = True
            self._give_up(waiting, place)
        elif self._may_be_asked_again(place, turns.before, error):
            self._ask_again(waiting, place)
            return
        if not self._is_wrong(place):
            self._outputs.ended_the_process(place, str(error))

    def _may_be_asked_again(self, place: int, before: int | None, error: Ended) -> bool:
        """Tell whether the check before it may have ended the copy."""
        is_first = before in (None, place) or place in self._asked_again
        return isinstance(error, CopyEnded) and not is_first and not self._is_wrong(place)

    def _ask_again(self, waiting: list[int], place: int) -> None:
        """Let a check be the first that is asked in another copy."""
        self._asked_again.add(place)
        self._outputs.clear(place)
        self._judged.discard(place)
        waiting.insert(0, place)

    def _give_up(self, waiting: list[int], place: int) -> None:
        """Leave out the rest of an exercise of which too many checks had no end."""
        exercise = exercise_of(self._checks[place])
        self._ended[exercise] += 1
        if self._ended[exercise] < MOST_ENDED and self._ended.total() <= MOST_ENDED_IN_ALL:
            return
        for other in [other for other in waiting if exercise_of(self._checks[other]) == exercise]:
            waiting.remove(other)
            self._judged.add(other)
            self._outputs.clear(other)
            self._outputs.ended_the_process(other, TOO_LONG)

    def _is_wrong(self, place: int) -> bool:
        """Tell whether a check has a verdict, and it is not right."""
        return self._outputs.any_of(place) and self._checks[place] in self._right.lost
