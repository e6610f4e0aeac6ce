# SPDX-License-Identifier: MIT
"""What a hidden test calls: judge one check of a running notebook."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from judge.asking.ask import ask, without_shadows
from judge.asking.culprit import shadows
from judge.verdicts import render
from judge.verdicts.asker import believed, here
from judge.verdicts.decide import decide, is_correct
from judge.verdicts.seeds import new_seed
from judge.verdicts.verdict import CORRECT, VERDICT_MIME


class NotYet(AssertionError):
    """A check that is not correct yet. Shows its message alone: a traceback would print the hidden test."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def judge(check: str, namespace: Mapping[str, Any], seed: int | None = None) -> None:
    """Judge the check with a grade_id in a notebook's ``globals()``: show the verdict, and raise unless it is correct.

    The inputs are drawn from the seed; without one from a new seed each run.

    Raises:
        NotYet: The check is not correct; the text says what differs and, where known, why.
    """
    from IPython.display import display

    seed = new_seed() if seed is None else seed
    asker = here(check, namespace, seed)
    answers = believed(check, ask(check, namespace, seed), seed, asker.alone)
    verdict = decide(check, answers, seed, lambda other: ask(other, namespace, seed), asker)
    # The exception carries the message of a failure; said twice it would stand twice in the feedback.
    display({"text/plain": f"{check}: {verdict.outcome}.", VERDICT_MIME: verdict.as_json()}, raw=True)
    if verdict.outcome != CORRECT:
        raise NotYet(render.message(verdict).text())
    if shadows(namespace):
        _clear_for_the_visible_part(check, namespace, seed)


def _clear_for_the_visible_part(check: str, namespace: Mapping[str, Any], seed: int) -> None:
    """Set aside what stands under the names of Python's own functions, until the cell that runs now has ended.

    The visible part of a check calls `list` and `sum`, and so do the learner's functions. An answer that uses such a
    name as its own variable is right without this only, so it is asked first.
    """
    from IPython import get_ipython

    shell, rest_of_the_cell = get_ipython(), ExitStack()
    if shell is None:
        return
    rest_of_the_cell.enter_context(without_shadows(namespace))
    if not is_correct(check, ask(check, namespace, seed), seed):
        rest_of_the_cell.close()
        return

    def give_back(*_: Any) -> None:
        shell.events.unregister("post_run_cell", give_back)
        rest_of_the_cell.close()

    shell.events.register("post_run_cell", give_back)
