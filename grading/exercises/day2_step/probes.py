# SPDX-License-Identifier: MIT
"""What is asked of gradients that are read: which input to change, which way, how far L moves.

How far L moves is judged by the input and the way that were chosen: a slip there costs its own point. So what is
compared is how the learner's number stands to their own step, and a mistake has its name with whatever step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.plain import number_of, text_of
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import quoted, same, show

WHICH, MOVED, LEVERAGE = "day2-step-which", "day2-step-moved", "day2-step-leverage"
AT = "L = (w*x + b)**2 + c at w = -3, x = 0.5, b = 4, c = 10"
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


def _text(answers: Mapping[str, Any], key: str) -> str:
    return _small(written(answers[key]))


def _small(chosen: Any) -> str:
    """Return a name that was chosen; a capital letter is as good as a small one."""
    return str(text_of(chosen)).strip().lower()


# What a number may be: its kind, and all that are of that kind. The first that fits is taken.
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
    """Return what tells of which kind an answer is for the step that was chosen.

    Whoever names another step than the best one, and writes what is right for the best one, has made one mistake.
    """

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        name, way = (_small(answers.get(key)) for key in ("input", "way"))
        number, best = number_of(answer), ("x", WAYS["up"])
        right, *wrong = kinds(*((name, WAYS[way]) if name in INPUTS and way in WAYS else best))
        if any(same(number, each) for each in (*right[1], *kinds(*best)[0][1])):
            return right[0]
        found = next((kind for kind, numbers in wrong if any(same(number, each) for each in numbers)), "another number")
        return f"{found} {quoted(show(number), LONGEST)}"

    return judged


def _number(told: str) -> str:
    """Say a wrong answer by its number alone: what it is may be for the learner to find."""
    return told.rpartition(" “")[2].rstrip("”")


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
    straight = _small(answers.get("input")) == "c"
    return "the same number" if same(promised, came) and not straight else "another number"


on_paper(
    MOVED,
    "one_step",
    "promised",
    f"how far the gradient promises that L moves with your step, for {AT}",
    "it is the gradient times the change, each with its sign",
    judged=_of_own_step(_promises),
    phrase=_number,
)
on_paper(
    MOVED,
    "one_step",
    "came",
    f"how far L moves with your step, for {AT}",
    "go forward once more with the changed input, and take the old L from the new one",
    judged=_of_own_step(_movements),
    phrase=_number,
)
on_paper(
    LEVERAGE,
    "one_step",
    "leverage",
    f"the leverage of x over b, for {AT}",
    "leverage compares two gradients by their sizes, the first divided by the second",
)
