# SPDX-License-Identifier: MIT
"""Questions about reading gradients: which input to change, in which direction, how far L moves.

How far L moves is judged for the input and the direction that were chosen, so an error there costs its own point alone.
A mistake has the same name with every step, since the learner's number is compared with their own step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import beside_others, on_paper
from grading.exercises.shared.plain import number_of, text_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import same

right = KeptAway("grading.exercises.day2_step.right")

WHICH, MOVED, LEVERAGE = "day2-step-which", "day2-step-moved", "day2-step-leverage"
AT = "L = (w*x + b)**2 + c at w = -3, x = 0.5, b = 4, c = 10"
INPUTS, WAYS = ("w", "x", "b", "c"), ("up", "down")


def _text(answers: Mapping[str, Any], key: str) -> str:
    return small(written(answers[key]))


def small(chosen: Any) -> str:
    """Return a chosen name in lower case; capitals count as equal."""
    return str(text_of(chosen)).strip().lower()


def _number(told: str) -> str:
    """Return the number alone of a wrong answer: what it stands for is for the learner to find."""
    return told.rpartition(" “")[2].rstrip("”")


@probe(
    WHICH,
    f'`one_step["input"]`, for {AT}',
    "the input with the most leverage moves L furthest, whatever the sign of its gradient",
    reveal=False,
    choices=INPUTS,
)
def which_input(namespace: Namespace) -> Any:
    """Return the input that was chosen."""
    return _text(written(namespace["one_step"]), "input")


@probe(
    WHICH,
    f'`one_step["way"]`, for {AT}',
    "L falls when the input goes against the sign of its gradient",
    reveal=False,
    choices=WAYS,
    judged=lambda: right.way,
)
def which_way(namespace: Namespace) -> Any:
    """Return the chosen direction; for another input than the best one, whether L falls in that direction."""
    answers = written(namespace["one_step"])
    _text(answers, "input")  # which may be empty
    return beside_others(answers, _text(answers, "way"))


@probe(
    MOVED,
    'how `one_step["came"]` stands to `one_step["promised"]`',
    "in w, x and b, L is curved: its slope changes on the way, so that the promise is kept nearly and not exactly",
    reveal=False,
    phrase=str,
)
def kept(namespace: Namespace) -> Any:
    """Return for which inputs the promise is said to be kept to the last digit; only that of c is."""
    answers = written(namespace["one_step"])
    promised, came = (number_of(written(answers[key])) for key in ("promised", "came"))
    straight = small(answers.get("input")) == "c"
    return "the same number" if same(promised, came) and not straight else "another number"


on_paper(
    MOVED,
    "one_step",
    "promised",
    f"how far the gradient promises that L moves with your step, for {AT}",
    "it is the gradient times the change, each with its sign",
    judged=lambda: right.promised,
    phrase=_number,
)
on_paper(
    MOVED,
    "one_step",
    "came",
    f"how far L moves with your step, for {AT}",
    "go forward once more with the changed input, and take the old L from the new one",
    judged=lambda: right.came,
    phrase=_number,
)
on_paper(
    LEVERAGE,
    "one_step",
    "leverage",
    f"the leverage of x over b, for {AT}",
    "leverage compares two gradients by their sizes, the first divided by the second",
)
