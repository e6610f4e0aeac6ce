# SPDX-License-Identifier: MIT
"""Questions about tanh built from exp, and about where its designs fail."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from exercises.day3_value.engines import go_back, probe, right_sort
from exercises.shared.paper import chosen, on_paper
from exercises.shared.stand_in import fair_class
from judge.asking.inputs import from_above, small
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day3_gradcheck.right_tape")
third = KeptAway("exercises.day3_design.right")

BUILT = "day3-design-built"


def _has_parts(value: Any) -> bool:
    x = value(0.5)
    e = (2 * x).exp()
    y = (e - 1) / (e + 1)
    go_back(value, (y, 3.0))  # not 1, or an engine whose last operation ignores the upstream gradient would pass
    t = math.tanh(0.5)
    return math.isclose(y.data, t, rel_tol=1e-9) and math.isclose(x.grad, 3 * (1 - t * t), rel_tol=1e-9)


def _parts(value: type) -> Mapping[str, Any]:
    parts: Mapping[str, Any] = right.engine_parts(value)
    return parts


def _fair_parts(namespace: Namespace) -> AbstractContextManager[Any]:
    """Yield a class that has what the formula needs."""
    return fair_class(namespace.get("Value"), _has_parts, parts=_parts, ours=lambda: right.Tape)


@probe(BUILT, "`tanh_from_exp(x).data` for `x = Value({a})`", "the formula is tanh of {a}", a=small)
def built_data(namespace: Namespace, a: float) -> Any:
    """Return the data of tanh built from exp."""
    with _fair_parts(namespace) as value:
        return namespace["tanh_from_exp"](value(a)).data


@probe(
    BUILT,
    "`x.grad` for `y = tanh_from_exp(x)`, `x = Value({a})`, with `y.grad = {upstream}`",
    "both designs have the slope `1 - y**2`",
    a=small,
    upstream=from_above,
)
def built_gradient(namespace: Namespace, a: float, upstream: float) -> Any:
    """Return the gradient of tanh built from exp."""
    with _fair_parts(namespace) as value:
        x = value(a)
        go_back(value, (namespace["tanh_from_exp"](x), upstream))
        return x.grad


@probe(
    BUILT,
    "how many operations `tanh_from_exp(x)` is made of",
    "it takes a product, `exp`, a sum, a difference and a quotient",
    a=small,
)
def built_from_parts(namespace: Namespace, a: float) -> Any:
    """Tell whether the result is made of several operations."""
    with _fair_parts(namespace) as value:
        made = sum(
            1 for node in right_sort.sorted_nodes(namespace["tanh_from_exp"](value(a))) if len(list(node._prev)) > 0
        )
    return "several" if made > 2 else made


on_paper(
    "day3-design-digits",
    "choice",
    "wrong at",
    'what `choice["wrong at"]` is',
    "the last step subtracts 1, and leaves few digits where the two numbers are nearly equal",
    judged=lambda: third.off,
    phrase=str,
)
chosen(
    "day3-design-because",
    "choice",
    "because",
    "print every step of the third design at your `x`, and look for the one that has lost its digits",
    ("A", "B", "C", "D"),
)
