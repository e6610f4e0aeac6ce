# SPDX-License-Identifier: MIT
"""Put the questions of checks to a confined process, and read what it answers.

Expected values stay in this process: only typed answers cross, as bounded JSON.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from judge.asking import kept_away
from judge.asking.ask import count, judged_by_others
from judge.asking.probe import probes_of, settled
from judge.notebooks import reference
from judge.run.answers import MOST_LINES, Answer, AnswerError, Place, Unexpected, from_json, record
from judge.run.confined.client import Session
from judge.verdicts.alike import right_code_used
from judge.verdicts.asker import Alone, Asker
from judge.verdicts.decide import is_correct
from judge.verdicts.right_code import NotYetAllowed, needs_of
from judge.verdicts.run_state import RunState

# Names of parts that a verdict lists.
MOST_PARTS = 12


class Questions:
    """Asks the checks of one notebook, and asks nothing twice.

    Neither what was asked to name the mistake of another check is asked again, nor what a copy answered before it
    ended.

    Args:
        state: What right code was sent, and may be, and what a reply may take: little once a question was stopped.
    """

    def __init__(self, state: RunState):
        self._right = state.right
        self._budget = state.budget
        # What checks of the present group answered, by their seeds: whatever becomes of a copy, that counts.
        self._known: dict[tuple[str, int], tuple[list[Answer], bool]] = {}
        # For which of them right code stood in for a part.
        self._stood_in: set[tuple[str, int]] = set()
        #: The check that is judged: right code that would answer it is not sent.
        self.asking = ""

    def begin_group(self) -> None:
        """Forget the answers: other cells have run since."""
        self._known.clear()
        self._stood_in.clear()

    def begin_copy(self) -> None:
        """Note that a new copy answers, which has no right code."""
        self._right.there.clear()

    def is_known(self, check: str, seed: int) -> bool:
        """Tell whether a check was answered in this group."""
        return (check, seed) in self._known

    def is_right(self, check: str, seed: int) -> bool:
        """Tell whether a check was answered in this group, and rightly."""
        if not self.is_known(check, seed):
            return False
        answers, _ = self._known[check, seed]
        try:
            return is_correct(check, answers, seed)
        except Exception:  # An answer of a form that nobody thought of: who judges it says that.
            return False

    def forget(self, check: str, seed: int) -> None:
        """Forget what a check was answered, so that it is asked once more."""
        self._known.pop((check, seed), None)
        self._stood_in.discard((check, seed))

    def stood_in(self, check: str, seed: int) -> bool:
        """Tell whether right code stood in for a part of the learner's while a check was asked."""
        return (check, seed) in self._stood_in

    def ask_first(self, session: Session, check: str, seed: int) -> None:
        """Keep the answers to a check, unless it needs right code: that has to wait for what it would answer.

        Raises:
            Ended: The copy that answers, or the session, came to its end.
        """
        reply = self._reply(session, self._message("ask", check, seed))
        if "needs" not in reply:
            self._keep(check, seed, reply)

    def ask_with_right_code(self, session: Session, check: str, seed: int) -> None:
        """Keep the answers to a check, which gets the right code that it needs; it raises as ``answers``."""
        self.asking = check
        self.answers(session, check, seed)

    def _keep(self, check: str, seed: int, reply: dict[str, Any]) -> None:
        self._known[check, seed] = read(check, reply)
        if reply.get("stood_in") is True:
            self._stood_in.add((check, seed))

    def answers(self, session: Session, check: str, seed: int) -> tuple[list[Answer], bool]:
        """Return the answers to a check, and whether names of Python's own stand for something else.

        Raises:
            NotYetAllowed: It needs right code that would answer a check which is still to be judged.
            Ended: The copy that answers, or the session, came to its end.
        """
        if not self.is_known(check, seed):
            self._keep(check, seed, self._put(session, check, self._message("ask", check, seed)))
        return self._known[check, seed]

    def answers_without_shadows(self, session: Session, check: str, seed: int) -> list[Answer]:
        """Return the answers to a check where Python's own names stand for what they are; it raises as ``answers``."""
        message = {**self._message("ask", check, seed), "clear": True}
        answers, _ = read(check, self._put(session, check, message))
        return answers

    def clear_shadows(self, session: Session, check: str, seed: int) -> None:
        """Let Python's own names stand for what they are, for the rest of the copy.

        Raises:
            Ended: The copy that answers, or the session, came to its end.
        """
        session.ask(self._message("clear", check, seed), self._budget.left())

    def asker(self, session: Session, check: str, seed: int) -> Asker:
        """Return what asks a check again; each of its ways raises as ``answers``."""

        @cache
        def answers() -> list[Answer] | None:
            if not self.stood_in(check, seed):
                return None
            message = {**self._message("ask", check, seed), "alone": True}
            return read(check, self._put(session, check, message))[0]

        def parts(probe: str, inputs: dict[str, Any]) -> tuple[str, ...]:
            return _parts(self._put(session, check, self._about("parts", check, seed, probe, inputs)))

        alone = Alone(answers, parts, self._asker(session, check, seed, {"alone": True}))
        return self._asker(session, check, seed, {}, alone)

    def _asker(self, session: Session, check: str, seed: int, how: dict[str, Any], alone: Alone | None = None) -> Asker:
        """Return what asks a check again, with more in each message: by itself, say."""

        def trail(probe: str, inputs: dict[str, Any], made: str = "") -> tuple[Place, ...]:
            message = {**self._about("trail", check, seed, probe, inputs), "made": made, **how}
            return _places(self._put(session, check, message))

        def simply(probe: str, numbers: Sequence[int]) -> list[Answer]:
            message = {**self._message("simple", check, seed), "probe": probe, "numbers": [*numbers], **how}
            asked = next(each for each in probes_of(check) if each.name == probe)
            return [settled(asked, answer) for answer in _answers_in(self._put(session, check, message), len(numbers))]

        return Asker(trail, simply, alone)

    def _about(self, do: str, check: str, seed: int, probe: str, inputs: dict[str, Any]) -> dict[str, Any]:
        """Return the message that is about one question of a check."""
        return {**self._message(do, check, seed), "probe": probe, "inputs": inputs}

    def _message(self, do: str, check: str, seed: int) -> dict[str, Any]:
        defined = sorted(reference.defined_by(check))
        return {"do": do, "check": check, "seed": seed, "defined": defined}

    def _put(self, session: Session, check: str, message: dict[str, Any]) -> dict[str, Any]:
        """Put a check's questions, with the right code that they need as soon as it is allowed."""
        count(check)  # What its questions may name is known once they are loaded.
        code: dict[str, str] = {}
        with contextlib.suppress(NotYetAllowed):  # These answers may do without.
            code = self._right.code_of(right_code_used(check, message["seed"]), self.asking)
        while True:
            reply = self._reply(session, {**message, "right": code})
            names = needs_of(reply)
            exist = kept_away.known().issuperset(names)
            if not names or not exist or self._right.there.issuperset(names) or _would_answer(names, check):
                return reply
            code = self._right.code_of(names, self.asking)

    def _reply(self, session: Session, message: dict[str, Any]) -> dict[str, Any]:
        reply = session.ask(message, self._budget.left())
        if reply.get("stopped") is True:
            self._budget.is_short = True
        return reply


def _would_answer(names: list[str], check: str) -> bool:
    """Tell whether right code would answer the check that asks for it: no question does, so the submission did."""
    return kept_away.answers(kept_away.with_needed(frozenset(names)), check)


def read(check: str, reply: dict[str, Any]) -> tuple[list[Answer], bool]:
    """Return the answers that a reply holds, and whether names of Python's own stand for something else.

    A reply without as many answers as the check has questions is an unexpected answer to each.
    """
    return judged_by_others(check, _answers_in(reply, count(check))), reply.get("shadows") is True


def _answers_in(reply: dict[str, Any], wanted: int) -> list[Answer]:
    """Return the answers that a reply holds; as many unexpected ones where there are not as many as wanted."""
    try:
        answers = [from_json(answer) for answer in reply["answers"]]
    except (AnswerError, KeyError, TypeError, RecursionError):
        answers = []
    if len(answers) != wanted:  # Nobody answers so but who writes into the connection.
        return [Unexpected("", "others")] * wanted
    return answers


def _parts(reply: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of parts that a reply holds: what else a submission writes there is no name."""
    parts = reply.get("parts")
    listed = parts if isinstance(parts, list) else []
    return tuple(part for part in listed[:MOST_PARTS] if isinstance(part, str) and part.isidentifier())[:MOST_PARTS]


def _places(reply: dict[str, Any]) -> tuple[Place, ...]:
    try:
        return tuple(record(Place, line) for line in reply["lines"])[:MOST_LINES]
    except (KeyError, TypeError):
        return ()
