# SPDX-License-Identifier: MIT
"""Judge one check: ask it, decide, and leave the verdict in its cell."""

from __future__ import annotations

import json

from judge.run.answers import Answer, Unexpected
from judge.run.confined.client import Ended, Session
from judge.verdicts import harmless
from judge.verdicts.asker import Asker, believed
from judge.verdicts.decide import NOTHING_MORE, Ask, decide, is_correct
from judge.verdicts.fault_log import LOG
from judge.verdicts.questions import Questions
from judge.verdicts.right_code import NotYetAllowed
from judge.verdicts.run_state import RunState
from judge.verdicts.verdict import CORRECT, NOT_YET, Verdict
from reading.asserts import sentences
from reading.notebook_file import visible_lines


class OneCheck:
    """Judges the checks of a notebook one by one, in the copy that answers."""

    def __init__(self, state: RunState, questions: Questions):
        self._cells = state.cells
        self._checks = state.checks
        self._outputs = state.outputs
        self._seeds = state.seeds
        self._right = state.right
        self._budget = state.budget
        self._questions = questions

    def judge(self, session: Session, place: int, is_shared: bool = False) -> bool:
        """Leave the verdict on the check at a place in its cell, and what the visible part shows of a correct one.

        Returns:
            Whether the verdict is final. In a copy that ``is_shared`` by several exercises, it is not where the check
            is wrong, or its visible part stopped with an error: another exercise may be the reason.

        Raises:
            NotYetAllowed: It needs right code that would answer a check which is still to be judged.
            Ended: The copy that answers, or the session, came to its end. The verdict is there if the answers were.
        """
        check = self._checks[place]
        self._outputs.clear(place)
        seed = self._seeds.of(check)
        verdict = self._verdict(session, place, seed)
        if verdict.outcome == CORRECT and not self._seeds.was_right(check, seed):
            # It knew these inputs. It is right only if it is right to new ones, too.
            seed = self._seeds.of(check)
            verdict = self._verdict(session, place, seed)
        if verdict.outcome == CORRECT:
            return self._ran_visible_part(session, place, seed, is_shared)
        if verdict.outcome == NOT_YET and not is_shared:
            self._seeds.was_wrong(check, seed)
        return not is_shared

    def leave_unjudged(self, place: int, why: NotYetAllowed) -> None:
        """Say in a check's cell, and in the log, that it can't be judged."""
        check = self._checks[place]
        LOG.error("%s can't be judged: %s", check, why)
        self._outputs.verdict(place, Verdict(check, NOT_YET, self._seeds.of(check), unjudged=True))

    def _verdict(self, session: Session, place: int, seed: int) -> Verdict:
        """Ask a check, and leave what is said of the answers in its cell.

        Raises:
            NotYetAllowed: It needs right code that would answer a check which is still to be judged.
            Ended: The copy that answers, or the session, came to its end.
        """
        check = self._checks[place]

        def ask(other: str) -> list[Answer]:
            answers, _ = self._questions.answers(session, other, seed)
            return answers

        self._questions.asking = check
        asker = self._questions.asker(session, check, seed)
        answers = ask(check)
        try:
            answers = believed(check, answers, seed, asker.alone)
        except Ended:
            self._right.lost.add(check)
            self._decided(place, answers, seed)
            self._seeds.was_wrong(check, seed)
            raise
        if check in self._right.lost and is_correct(check, answers, seed):
            answers = [Unexpected("", "changed")] * len(answers)
        try:
            return self._decided(place, answers, seed, ask, asker)
        except NotYetAllowed:
            self._right.lost.add(check)  # Only what the mistake is called has to wait.
            raise
        except Ended:
            # More was asked, which shows that it is wrong: the verdict is on what it answered before.
            self._right.lost.add(check)
            self._decided(place, answers, seed)
            self._seeds.was_wrong(check, seed)
            raise

    def _decided(
        self,
        place: int,
        answers: list[Answer],
        seed: int,
        more: Ask | None = None,
        asker: Asker = NOTHING_MORE,
    ) -> Verdict:
        """Leave the verdict on answers in a check's cell; what else may be asked is as in :func:`decide`.

        Raises:
            NotYetAllowed: It asked more, which needs right code that would answer a check still to be judged.
            Ended: It asked more, and the copy that answers, or the session, came to its end.
        """
        check = self._checks[place]
        try:
            verdict = decide(check, answers, seed, more, asker)
            Verdict.from_json(json.loads(json.dumps(verdict.as_json())))  # It is written, and read by others.
        except (Ended, NotYetAllowed):
            raise
        except Exception:
            # An answer of a form that nobody thought of, or another fault of ours: the learner reads that it is ours,
            # and the log says which.
            LOG.exception("%s, seed %s: could not be judged", check, seed)
            verdict = Verdict(check, NOT_YET, seed, unjudged=True)
        self._outputs.verdict(place, verdict)
        return verdict

    def _ran_visible_part(self, session: Session, place: int, seed: int, is_shared: bool) -> bool:
        """Run the lines of a correct check that a learner sees, and leave in its cell what they show.

        Returns:
            False where it stopped with an error in a copy that ``is_shared``.

        Raises:
            NotYetAllowed: As :meth:`judge`.
            Ended: As :meth:`judge`.
        """
        check = self._checks[place]
        _, has_shadows = self._questions.answers(session, check, seed)
        if has_shadows:
            answers = self._questions.answers_without_shadows(session, check, seed)
            if is_correct(check, answers, seed):
                self._questions.clear_shadows(session, check, seed)
        source = without_hidden(self._cells[place].source)
        cell = {"do": "cell", "source": source, "plain": True, "says": sentences()}
        shown = session.ask(cell, self._budget.left()).get("outputs")
        # It runs on the learner's own code alone. Where right code stood in for a part of that, the part may keep it
        # from its end, and another check asks for the part.
        has_stopped = harmless.has_stopped(shown)
        if is_shared and has_stopped:
            return False
        if not (self._questions.stood_in(check, seed) and has_stopped):
            self._outputs.take(place, shown)
        return True


def without_hidden(source: str) -> str:
    """Return a grade cell's text with its hidden lines left empty: the others keep their numbers."""
    visible = dict(visible_lines(source))
    return "\n".join(visible.get(number, "") for number in range(1, source.count("\n") + 2))
