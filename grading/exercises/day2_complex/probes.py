# SPDX-License-Identifier: MIT
"""What is asked of one gradient found in three ways: on paper, with the engine, with PyTorch."""

from __future__ import annotations

import importlib
import sys
from typing import Any

from grading.exercises.shared.engines import fair_rules
from grading.exercises.shared.inputs import number
from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.probe import Namespace, probe, written
from grading.run.answers import show

AT = "L = (a*b + c)*(a + b) at a = 2, b = -3, c = 10"
TWO_PATHS = "two paths lead from {} to L, one through each bracket; multiply along each, and add"


@probe(
    "day2-complex-paper",
    "the entries of `on_paper`",
    "each of the four is a number",
    many=True,
    phrase=str,
)
def filled_in_part(namespace: Namespace) -> Any:
    """Tell whether all entries that are there are filled in; none at all is another matter."""
    entries = written(namespace["on_paper"])
    empty = [f'"{key}"' for key, entry in entries.items() if entry is None or entry is ...]
    if empty and len(empty) == len(entries):
        written(None)
    return f"filled in but for {' and '.join(empty)}" if empty else "filled in"


on_paper("day2-complex-paper", "on_paper", "L", f"the value of {AT}", "both brackets first, then their product")
on_paper("day2-complex-paper", "on_paper", "a", f"the gradient of a in {AT}", TWO_PATHS.format("a"))
on_paper("day2-complex-paper", "on_paper", "b", f"the gradient of b in {AT}", TWO_PATHS.format("b"))
on_paper(
    "day2-complex-paper",
    "on_paper",
    "c",
    f"the gradient of c in {AT}",
    "one path leads from c to L: a sum, which copies, then a product, which gives the other bracket",
)

BRACKETS = "for L = (a*b + c)*(a + b)"
PATHS = "a gets b*(a + b) + (a*b + c), b gets a*(a + b) + (a*b + c), and c gets a + b"


@probe(
    "day2-complex-engine",
    "`from_engine(Value({a}), Value({b}), Value({c}))` " + BRACKETS,
    PATHS,
    a=number,
    b=number,
    c=number,
)
def by_engine(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients that the learner's calls leave behind, on an engine that is right."""
    with fair_rules(namespace.get("Value")) as value:
        return _three(namespace["from_engine"](value(a), value(b), value(c)))


def _to_twelve_digits(gradients: Any) -> str:
    """Return gradients as text: six digits would not tell 32 bits from 64."""
    if isinstance(gradients, list):
        return "(" + ", ".join(f"{one:.12g}" for one in gradients) + ")"
    return show(gradients)


@probe(
    "day2-complex-torch",
    "`from_torch({a} / 3, {b} / 3, {c} / 3)` " + BRACKETS,
    PATHS + ", and float64 keeps about 16 digits",
    phrase=_to_twelve_digits,
    a=number,
    b=number,
    c=number,
)
def by_torch(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients by PyTorch. Thirds have no end in binary, so that 32 bits show."""
    _load_torch()
    return _three(namespace["from_torch"](a / 3, b / 3, c / 3))


def _load_torch() -> None:
    """Import torch without counting its lines: there are millions, and a learner's function may be the first to ask."""
    counting = sys.gettrace()
    sys.settrace(None)
    try:
        importlib.import_module("torch")
    finally:
        sys.settrace(counting)


def _three(gradients: Any) -> Any:
    """Return gradients as floats, whether they came as floats, as tensors or in a dictionary by name."""
    if isinstance(gradients, dict):
        gradients = [gradients[name] for name in "abc"]
    return [float(gradient) for gradient in gradients]
