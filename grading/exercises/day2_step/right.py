# SPDX-License-Identifier: MIT
"""What a step does to L, and what a number that was entered for it stands for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.day2_step.probes import small
from grading.exercises.shared.plain import number_of
from grading.run.answers import quoted, same, show

__all__ = ["ANSWERS", "came", "promised", "way"]

ANSWERS = ("day2-step-",)

INPUTS = {"w": -3.0, "x": 0.5, "b": 4.0, "c": 10.0}
WAYS = {"up": 0.1, "down": -0.1}
LONGEST = 60  # letters of a number that are shown


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


# What a number may stand for. The first that fits is taken.
Kinds = list[tuple[str, list[float]]]


def _promises(name: str, change: float) -> Kinds:
    slope, promised = _slope(name), _promised(name, change)
    sizes = [abs(_slope(each)) for each in INPUTS]
    of_all = [0.1 * sum(sizes), 0.1 * sum(map(_slope, INPUTS))]
    others = [_promised(other, by) for other in INPUTS for by in WAYS.values() if other != name]
    return [
        ("the promise of the step", [promised]),
        ("what comes", [_came(name, change)]),
        ("the gradient itself", [slope, -slope]),
        ("the promise with the other sign", [-promised]),
        ("made of the value of the input", [INPUTS[name] * change, -INPUTS[name] * change]),
        ("a fourth of the promise", [promised / 4, -promised / 4]),
        ("the promise of all inputs at once", [*of_all, *(-each for each in of_all)]),
        ("the promise of another input", others),
    ]


def _movements(name: str, change: float) -> Kinds:
    came, new = _came(name, change), {**INPUTS, name: INPUTS[name] + change}
    inner = new["w"] * new["x"] + new["b"]
    moved = inner - (INPUTS["w"] * INPUTS["x"] + INPUTS["b"])
    others = [_came(other, by) for other in INPUTS for by in WAYS.values() if other != name]
    return [
        ("what comes with the step", [came]),
        ("the promise", [_promised(name, change)]),
        ("what comes with the other sign", [-came]),
        ("the result or a part of it", [_result(**new), inner**2, inner]),
        ("the movement of e", [moved, -moved] if moved else []),
        ("with c in one result only", [came - INPUTS["c"], came + INPUTS["c"]]),
        ("the movement with another step", [_came(name, -change), *others]),
    ]


def _of_own_step(kinds: Callable[[str, float], Kinds]) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return a function that says what an answer stands for, given the step that was chosen.

    Another step than the best one, with numbers that are right for the best one, is one mistake.
    """

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        name, way = (small(answers.get(key)) for key in ("input", "way"))
        number, best = number_of(answer), ("x", WAYS["up"])
        right, *wrong = kinds(*((name, WAYS[way]) if name in INPUTS and way in WAYS else best))
        if any(same(number, each) for each in (*right[1], *kinds(*best)[0][1])):
            return right[0]
        found = next((kind for kind, numbers in wrong if any(same(number, each) for each in numbers)), "another number")
        return f"{found} {quoted(show(number), LONGEST)}"

    return judged


promised, came = _of_own_step(_promises), _of_own_step(_movements)


def way(answers: Mapping[str, Any], chosen: Any) -> Any:
    """Return the chosen direction; for another input than the best one, whether L falls in that direction."""
    name = small(answers.get("input"))
    if name != "x" and name in INPUTS and chosen in WAYS:
        return "up" if _came(name, WAYS[chosen]) < 0 else "down"
    return chosen
