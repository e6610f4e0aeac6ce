# SPDX-License-Identifier: MIT
"""Questions about the text of the error that ``gradcheck`` raises, and about the engine that it finds."""

from __future__ import annotations

import math
import re
from typing import Any

from exercises.day3_gradcheck.probes.verdicts import ACCIDENTS, COMPARES, wrong
from exercises.day3_value.engines import probe
from exercises.shared.paper import chosen, on_paper
from judge.asking.inputs import positive
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace
from judge.run.messages import Argument, sentence

corner = KeptAway("exercises.day3_gradcheck.right_corner")
unnoticed = KeptAway("exercises.day3_gradcheck.right_pass")


def said(answer: Any) -> Argument:
    """Return what the text of an error contains."""
    if not isinstance(answer, dict):
        return sentence("{words:answer}", words=str(answer))
    names = (name if holds is True else f"{name} {holds}" for name, holds in answer.items() if holds)
    there = tuple(sentence("{name:answer}", name=name) for name in names)
    return sentence("a text with {parts}", parts=there) if there else sentence("a text with none of the three")


@probe(
    COMPARES,
    "the error of `gradcheck` for `x + y*z` at {x}, {y}, {z}, where the gradient of `z`, input 2, is 10 times too big",
    "whoever looks for the mistake needs the input and both numbers",
    phrase=said,
    x=positive,
    y=positive,
    z=positive,
)
def error_text(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Return which of the three things the text of the error contains; the wording is free."""
    engine = wrong.crooked(10.0)
    try:
        namespace["gradcheck"](lambda a, b, c: a + b * c, [engine(x), engine(y), engine(z)])
    except (NotImplementedError, *ACCIDENTS):
        raise
    except Exception as error:
        return _holds(str(error), index=2, engine=10 * y, difference=y) if str(error) else "an error without a text"
    return "no error"


@probe(
    COMPARES,
    "the error of `gradcheck` for `x*y + z` at {x}, {y}, {z}, where the gradient of `y`, input 1, is 10 times too big",
    "whoever looks for the mistake needs the input and both numbers",
    rounds=1,
    phrase=said,
    x=positive,
    y=positive,
    z=positive,
)
def error_text_of_another(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Return which of the three things the text contains if the wrong input is not the last."""
    engine = wrong.crooked(10.0)
    try:
        namespace["gradcheck"](lambda a, b, c: a * b + c, [engine(x), engine(y), engine(z)])
    except (NotImplementedError, *ACCIDENTS):
        raise
    except Exception as error:
        return _holds(str(error), index=1, engine=10 * x, difference=x) if str(error) else "an error without a text"
    return "no error"


def _holds(text: str, index: int, engine: float, difference: float) -> dict[str, Any]:
    digits = re.findall(r"-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?", text)
    numbers = [float(each) for each in digits]

    def near(target: float) -> bool:
        return any(math.isclose(number, target, rel_tol=5e-3) for number in numbers)

    def says(whole: int) -> bool:
        # A separate number: the 2 of 2e-06 and the 1 of 1.5 belong to another one.
        return str(whole) in [each.removesuffix(".").removeprefix("-") for each in digits]

    held = {
        "the index": says(index) or ("counted from 1" if says(index + 1) else False),
        "the engine's gradient": near(engine),
        "the central difference": near(difference),
    }
    # Dividing by eps alone already refuses input 0: its slope is 1, and the text says 2. Other false alarms have other
    # numbers there, and another cause.
    return held if any(held.values()) else {**held, "twice the slope of input 0": near(2.0)}


chosen(
    "day3-gradcheck-broken",
    "broken",
    "engine",
    "`gradcheck` raises for one engine alone, at numbers in general position",
    ("A", "B", "C"),
    ask='the letter of the broken engine: `broken["engine"]`',
)
chosen(
    "day3-gradcheck-broken",
    "broken",
    "operator",
    "`gradcheck` raises for one operator of that engine alone; check each by itself",
    ("+", "-", "*", "/", "**"),
    ask='the operator that is broken in that engine: `broken["operator"]`',
)
on_paper(
    "day3-gradcheck-broken",
    "broken",
    "passes at",
    'what `broken["passes at"]` is, for `(a / b) * (c / b) - a + c**2` at `a = 2`, `c = 5` on the broken engine',
    "there the shares that are wrong add up to a gradient that is right",
    judged=lambda: unnoticed.passes,
    phrase=str,
)
on_paper(
    "day3-gradcheck-refused",
    "broken",
    "refused at",
    'what `broken["refused at"]` is, for `(x * x - 6 * x + 8).relu()`',
    "the central difference looks to both sides of `x`, and the slope of a rule to one",
    judged=lambda: corner.refused,
    phrase=str,
)
