# SPDX-License-Identifier: MIT
"""What is asked of gradients that are read: which input to change, which way, how far L moves.

How far L moves is judged by the input and the way that were chosen: a slip there costs its own point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.plain import number_of, text_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import same

WHICH, MOVED, LEVERAGE = "day2-step-which", "day2-step-moved", "day2-step-leverage"
AT = "L = (w*x + b)**2 + c at w = -3, x = 0.5, b = 4, c = 10"
INPUTS = {"w": -3.0, "x": 0.5, "b": 4.0, "c": 10.0}
WAYS = {"up": 0.1, "down": -0.1}


def _result(w: float, x: float, b: float, c: float) -> float:
    return (w * x + b) ** 2 + c


def _slope(name: str) -> float:
    """Return the gradient of an input. L is a parabola in each, so that the central quotient is the slope."""
    ends = [_result(**{**INPUTS, name: INPUTS[name] + change}) for change in (0.5, -0.5)]
    return ends[0] - ends[1]


def _promised(name: str, change: float) -> float:
    return _slope(name) * change


def _came(name: str, change: float) -> float:
    return _result(**{**INPUTS, name: INPUTS[name] + change}) - _result(**INPUTS)


def _text(answers: Mapping[str, Any], key: str) -> str:
    return str(text_of(written(answers[key]))).strip()


def _of_own_step(*moves: Callable[[str, float], float]) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return what takes an answer for that of the best step where it is that of the step which was chosen."""

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        name, way = (answers.get(key) for key in ("input", "way"))
        if name in INPUTS and way in WAYS:
            for move in moves:
                if same(number_of(answer), move(name, WAYS[way])):
                    return move("x", WAYS["up"])
        return answer

    return judged


@probe(
    WHICH,
    f'`one_step["input"]`, for {AT}',
    "the input with the most leverage moves L furthest, whatever the sign of its gradient",
    reveal=False,
    choices=tuple(INPUTS),
)
def which_input(namespace: Namespace) -> Any:
    """Return the input that was chosen."""
    return _text(written(namespace["one_step"]), "input")


@probe(
    WHICH,
    f'`one_step["way"]`, for {AT}',
    "L falls when the input goes against the sign of its gradient",
    reveal=False,
    choices=tuple(WAYS),
)
def which_way(namespace: Namespace) -> Any:
    """Return the way that was chosen; with another input than the best one, whether L falls on that way."""
    answers = written(namespace["one_step"])
    name, way = _text(answers, "input"), _text(answers, "way")
    if name != "x" and name in INPUTS and way in WAYS:
        return "up" if _came(name, WAYS[way]) < 0 else "down"
    return way


@probe(
    MOVED,
    'how `one_step["came"]` stands to `one_step["promised"]`',
    "in w, x and b, L is curved: its slope changes on the way, so that the promise is kept nearly and not exactly",
    reveal=False,
    phrase=str,
)
def kept(namespace: Namespace) -> Any:
    """Tell whether the promise is said to be kept to the last digit, where only that of c is."""
    answers = written(namespace["one_step"])
    promised, came = (number_of(written(answers[key])) for key in ("promised", "came"))
    straight = answers.get("input") == "c"
    return "the same number" if same(promised, came) and not straight else "another number"


on_paper(
    MOVED,
    "one_step",
    "promised",
    f"how far the gradient promises that L moves with your step, for {AT}",
    "it is the gradient times the change, each with its sign",
    judged=_of_own_step(_promised),
)
on_paper(
    MOVED,
    "one_step",
    "came",
    f"how far L moves with your step, for {AT}",
    "go forward once more with the changed input, and take the old L from the new one",
    # Who writes the promise twice has made one mistake, with whatever input.
    judged=_of_own_step(_came, _promised),
)
on_paper(
    LEVERAGE,
    "one_step",
    "leverage",
    f"the leverage of x over b, for {AT}",
    "leverage compares two gradients by their sizes, the first divided by the second",
)
