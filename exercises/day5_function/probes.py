# SPDX-License-Identifier: MIT
"""Questions about ``Tanh``, a rule for PyTorch, and about a rule that fails its check at some inputs only."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from exercises.day5_hooks.torch_models import LINES, as_list, torch
from exercises.shared.paper import a_number, chosen
from exercises.shared.plain import number_of
from judge.asking.inputs import Draw, from_above, number
from judge.asking.probe import Namespace, entry_of, probe

RULE, FAULT = "day5-function-rule", "day5-function-fault"
SLOPE = "the slope of tanh is `1 - t**2` with `t = tanh(z)`, and it is multiplied by the upstream gradient"


def near(draw: Draw) -> float:
    """Return a quarter of a drawn number: far from 0, tanh is flat and every slope is nearly 0.

    At most simple ones, tanh is 0, 1 or -1 to six digits, and its slope 1 or 0.
    """
    return draw.random.choice((0.0, 1.0, 10.0, -10.0)) if draw.simple else number(draw) / 4


def _leaf(numbers: list[float]) -> Any:
    return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)


def _digits(tensor: Any) -> list[Any]:
    """Return numbers to six digits: rules that are written in other ways differ in the last."""
    return [round(one, 6) + 0.0 for one in tensor.tolist()]


@probe(
    RULE,
    "`Tanh.apply(z)`, to six digits, for `z = [{a}, {b}]`",
    "forward returns `tanh(z)`",
    phrase=as_list,
    lines=LINES,
    a=near,
    b=near,
)
def forward(namespace: Namespace, a: float, b: float) -> Any:
    """Return what comes forward."""
    return _digits(namespace["Tanh"].apply(_leaf([a, b])))


def _far(name: str, ask: str, because: str, compute: Callable[[Any, Any], Any]) -> None:
    def far_from_zero(namespace: Namespace) -> Any:
        z = torch.tensor([-720.0, -400.0, 400.0, 720.0], dtype=torch.float64, requires_grad=True)
        return _digits(compute(namespace["Tanh"].apply(z), z))

    far_from_zero.__name__ = name
    probe(RULE, f"{ask} for `z = [-720, -400, 400, 720]`", because, phrase=as_list, lines=LINES)(far_from_zero)


def _passed_back(t: Any, z: Any) -> Any:
    t.sum().backward()
    return z.grad


def _gradient(
    namespace: Namespace, numbers: list[float], upstream: list[float], compute: Callable[[Any, Any], Any]
) -> Any:
    z = _leaf(numbers)
    compute(namespace["Tanh"].apply, z).backward(torch.tensor(upstream, dtype=torch.float64))
    return None if z.grad is None else _digits(z.grad)


@probe(
    RULE,
    "the gradient of `z`, to six digits, for `Tanh.apply(z)`, `z = [{a}]` and the upstream gradient 1",
    SLOPE,
    phrase=as_list,
    lines=LINES,
    a=near,
)
def slope(namespace: Namespace, a: float) -> Any:
    """Return the gradient of a tensor of shape (1,), where the upstream gradient is 1."""
    return _gradient(namespace, [a], [1.0], lambda tanh, z: tanh(z))


@probe(
    RULE,
    "the gradient of `z`, to six digits, for `Tanh.apply(z)`, `z = [{a}, {b}]` and the upstream gradients [{u}, {v}]",
    SLOPE,
    phrase=as_list,
    lines=LINES,
    a=near,
    b=near,
    u=from_above,
    v=number,
)
def backward(namespace: Namespace, a: float, b: float, u: float, v: float) -> Any:
    """Return what comes back."""
    return _gradient(namespace, [a, b], [u, v], lambda tanh, z: tanh(z))


@probe(
    RULE,
    "the gradient of `z`, to six digits, for `Tanh.apply(Tanh.apply(z))`, `z = [{a}]` and the upstream gradient {u}",
    "each call saves its result in its own ctx, and the two slopes are multiplied",
    phrase=as_list,
    lines=LINES,
    a=near,
    u=from_above,
)
def one_after_the_other(namespace: Namespace, a: float, u: float) -> Any:
    """Return what comes back through two calls."""
    return _gradient(namespace, [a], [u], lambda tanh, z: tanh(tanh(z)))


@probe(
    RULE,
    "what `torch.autograd.gradcheck` says of `Tanh.apply` for `z = [{a}, {b}]`",
    "it nudges each number of `z` and compares the result with the rule",
    phrase=str,
    lines=LINES,
    a=near,
    b=near,
)
def checked(namespace: Namespace, a: float, b: float) -> str:
    """Return whether PyTorch's own check passes."""
    passes = torch.autograd.gradcheck(namespace["Tanh"].apply, _leaf([a, b]), raise_exception=False)
    return "it passes" if passes else "it fails"


_far(
    "far_forward",
    "`Tanh.apply(z)`",
    "far from 0, tanh is -1 or 1; `exp(z)` is too large for a float there, so a formula with it gives NaN",
    lambda t, z: t,
)
_far(
    "far_back",
    "the gradient of `z` for `Tanh.apply(z)`, with the upstream gradient 1,",
    "far from 0, tanh is flat: its slope is 0, and no NaN",
    _passed_back,
)


a_number(FAULT, "fault", "fails at")


@probe(
    FAULT,
    "whether `SoftSign` fails its check at your number",
    "the slope of `z / (1 + |z|)` is the same at `z` and at `-z`, but the rule's slope is not",
    reveal=False,
    phrase=str,
)
def fails_there(namespace: Namespace) -> str:
    """Say whether the rule is off by more than the check allows: every such number counts."""
    z = float(number_of(entry_of(namespace, "fault", "fails at")))
    if z == -1.0:
        return "it fails"
    right, found = (1.0 / (1.0 + part) ** 2 for part in (abs(z), z))
    return "it fails" if not math.isclose(right, found, rel_tol=0, abs_tol=1e-5 + 1e-3 * right) else "it passes"


chosen(
    FAULT,
    "fault",
    "line",
    "work out `z / (1 + |z|)` and its slope by hand for your number, and go through the lines with it",
    ("A", "B", "C", "D", "E"),
    ask='the letter of the line to fix in `SoftSign`: `fault["line"]`',
)
