# SPDX-License-Identifier: MIT
"""Questions about one gradient found in three ways: on paper, with the engine, with PyTorch."""

from __future__ import annotations

import importlib
import math
from typing import Any

from exercises.day2_value.rules import fair_rules
from exercises.shared.later import Later
from exercises.shared.paper import a_number, chosen, kind_of_entry
from exercises.shared.plain import number_of
from exercises.shared.stand_in import replaced_unless
from judge.asking.inputs import Draw, number
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace, entries_of, entry_of, probe, written
from judge.run.answers import show
from judge.run.bounded import uncounted

torch = Later("torch")
right = KeptAway("exercises.day2_complex.right")

STILL = "day2-complex-still"


@probe(
    STILL,
    "the entries of `on_paper`",
    "`a`, `b` and `c` are three numbers, without quotes or brackets, and none of them is 0",
    phrase=str,
)
def filled_in(namespace: Namespace) -> Any:
    """Tell whether the three entries are numbers other than 0; no entry at all is another question."""
    entries = entries_of(namespace, "on_paper")
    empty = [f'"{key}"' for key, entry in entries.items() if entry is None or entry is ...]
    if empty:
        if len(empty) == len(entries):
            written(None)
        return f"filled in but for {' and '.join(empty)}"
    kinds = {name: kind_of_entry(entries, name) for name in "abc"}
    if others := [f'under "{name}" {kind}' for name, kind in kinds.items() if kind != "a number"]:
        return "; ".join(others)
    numbers = _point(namespace)
    if not all(map(math.isfinite, numbers)):
        return "not all of them finite"
    return "three numbers, none of them 0" if all(numbers) else "three numbers, and 0 is among them"


@probe(
    STILL,
    "the gradient of `a` in `L = (a*b + c)*(a + b)` at your `a`, `b` and `c`",
    "two paths lead from `a` to `L`, one through each bracket: multiply along each, and the two have to cancel",
    reveal=False,
    phrase=str,
)
def stands_still(namespace: Namespace) -> str:
    """Say whether L stands still when a moves, to six digits, and whether a bracket is 0: any other point counts."""
    a, b, c = _point(namespace)
    left, right = a * b + c, a + b
    if 0 in (left, right):
        return "one at which a bracket is 0"
    shares = b * right, left
    return "0" if abs(sum(shares)) <= 1e-6 * abs(left) else "not 0"


def _point(namespace: Namespace) -> list[float]:
    entries = entries_of(namespace, "on_paper")
    return [float(number_of(written(entries[name]))) for name in "abc"]


BRACKETS = "for `L = (a*b + c)*(a + b)`"
PATHS = "two paths lead to `a` and two to `b`, one through each bracket, and one to `c`: multiply along each, and add"


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


@probe(
    "day2-complex-engine",
    "`from_engine(a, b, c)` for leaves that collect three times what arrives at them, "
    "with `a = {a}`, `b = {b}`, `c = {c}`, " + BRACKETS,
    "the gradients are what the calls of `_backward()` leave in the leaves, and no formula is typed in",
    a=number,
    b=number,
    c=number,
)
def by_calls(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients where they can come out of the engine alone."""
    function = namespace["from_engine"]
    loud = right.Loud
    with replaced_unless(function, lambda: False, Value=loud):
        return _three(function(loud(a), loud(b), loud(c)))


def _to_twelve_digits(gradients: Any) -> str:
    """Return gradients as text with twelve digits: six would not show 32 bits."""
    if isinstance(gradients, list):
        return "(" + ", ".join(f"{one:.12g}" for one in gradients) + ")"
    return show(gradients)


def _numerator(draw: Draw) -> float:
    """Return a number of which a third is whole where the draw is simple."""
    return number(draw) * (3.0 if draw.simple else 1.0)


@probe(
    "day2-complex-torch",
    "`from_torch({a} / 3, {b} / 3, {c} / 3)` " + BRACKETS,
    PATHS + ", and float64 keeps twice the digits of float32",
    phrase=_to_twelve_digits,
    a=_numerator,
    b=_numerator,
    c=_numerator,
)
def by_torch(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the three gradients by PyTorch. Thirds have no end in binary, so that 32 bits show."""
    _load_torch()
    return _three(namespace["from_torch"](a / 3, b / 3, c / 3))


ASKED = "a backward pass of PyTorch's"

# Forward mode leaves no trace in the hooks below, and is allowed.
FORWARD_MODE = {"jvp", "jacfwd", "forward_ad", "dual_level", "make_dual", "linearize"}


@probe(
    "day2-complex-torch",
    "the source of the gradients in `from_torch({a}, {b}, {c})`, " + BRACKETS,
    "PyTorch is asked for them, and no formula is typed in",
    phrase=str,
    a=number,
    b=number,
    c=number,
)
def by_backward_pass(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return whether PyTorch went back through a product: it then reads what it saved on the way forward."""
    _load_torch()
    function = namespace["from_torch"]
    read: list[Any] = []

    def unpack(tensor: Any) -> Any:
        read.append(tensor)
        return tensor

    try:
        with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, unpack):
            function(a, b, c)
    except NotImplementedError:
        raise
    except Exception:  # Some of PyTorch's own functions refuse such hooks; other errors are reported above.
        return ASKED
    return ASKED if read or FORWARD_MODE & _names_in(function) else "no backward pass of PyTorch's"


def _names_in(function: Any) -> set[str]:
    """Return the names that the code of a function mentions, at any depth."""
    waiting, names = [getattr(function, "__code__", None)], set()
    while waiting:
        code = waiting.pop()
        if code is not None:
            names |= set(code.co_names)
            waiting += [part for part in code.co_consts if hasattr(part, "co_names")]
    return names


def _load_torch() -> None:
    """Import torch without counting its lines: there are millions, and a learner's function may be the first to ask."""
    uncounted(importlib.import_module, "torch")


def _three(gradients: Any) -> Any:
    """Return gradients as floats, whether they came as floats, as tensors or in a dictionary by name."""
    if isinstance(gradients, dict):
        gradients = [gradients[name] for name in "abc"]
    return [float(gradient) for gradient in gradients]


MATCH = "day2-complex-match"
X, W = (2.0, 3.0), (0.5, -1.0)  # of the neuron that is compared


chosen(
    MATCH,
    "comparison",
    "because",
    "a gradient is a product of all the local derivatives on its path, and ReLU's is one of them",
    ("A", "B", "C", "D"),
    ask='the letter of why agreement on the neuron proves next to nothing: `comparison["because"]`',
)


a_number(MATCH, "comparison", "bias")


@probe(
    MATCH,
    "the gradients with `x = (2, 3)`, `w = (0.5, -1)` and your `bias`",
    "the rules behind ReLU have a say only where ReLU lets the gradient through",
    reveal=False,
    phrase=str,
)
def lets_through(namespace: Namespace) -> Any:
    """Say what comes back with the learner's bias: any bias on the right side of ReLU's corner counts."""
    z = sum(x * w for x, w in zip(X, W, strict=True)) + _bias(namespace)
    if z == 0:
        return "those at ReLU's corner"
    return "not all of them 0" if z > 0 else "all of them 0"


def _bias(namespace: Namespace) -> float:
    return float(number_of(entry_of(namespace, "comparison", "bias")))
