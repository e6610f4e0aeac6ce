# SPDX-License-Identifier: MIT
"""What is asked of the chain rule on paper.

Each answer is judged by those that stand before it: a number counts as right where it follows from a number that was
wrong before. So a slip costs the point of the step that it was made in, and no other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.plain import number_of
from grading.run.answers import same

NET = "the five steps on the card, at x = 2, w1 = 3, w2 = -1, b = 0.5"
X, W1, W2, B = 2.0, 3.0, -1.0, 0.5
LARGEST = 1e9  # nobody gets there by a slip
Z3 = W1 * X + B  # the way forward up to ReLU, which lets it through


def _forward(chain: Mapping[str, Any]) -> list[float]:
    """Return what z3 may be: as it is, and as the value of L says that was entered."""
    entered = _number(chain, "L")
    return [Z3] if entered is None or entered <= 0 else [Z3, math.sqrt(entered)]


def _by_w2(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/dw2 may be: two times z4, times z3."""
    return [2 * W2 * z3 * z3 for z3 in _forward(chain)]


def _by_w1(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/dw1 may be: by what is entered for L, and by the gradient at z4 that dL/dw2 was made of."""
    at_z4 = [2 * W2 * z3 for z3 in _forward(chain)]
    entered = _number(chain, "dL/dw2")
    if entered is not None:
        at_z4 += [entered / z3 for z3 in _forward(chain)]
    return [one * W2 * X for one in at_z4]


def _by_b(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/db may be: what arrives at z1 arrives at b, too, and w1 got x times as much."""
    entered = _number(chain, "dL/dw1")
    return [one / X for one in [*_by_w1(chain), *([] if entered is None else [entered])]]


def _number(chain: Mapping[str, Any], key: str) -> float | None:
    entry = number_of(chain.get(key))
    if type(entry) not in (int, float) or not -LARGEST < entry < LARGEST:
        return None
    return float(entry)


def following(may_be: Callable[[Mapping[str, Any]], list[float]]) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return what takes an answer for the right one where it follows from those before it."""

    def judged(chain: Mapping[str, Any], answer: Any) -> Any:
        right, *carried = may_be(chain)
        return right if any(same(number_of(answer), one) for one in carried) else answer

    return judged


on_paper(
    "day2-chain-forward",
    "chain",
    "L",
    f"the value of L for {NET}",
    "go forward one step at a time, and keep every number on the way",
)
on_paper(
    "day2-chain-w2",
    "chain",
    "dL/dw2",
    f"the gradient dL/dw2 for {NET}",
    "the slope of the square at z4, times what w2 is multiplied with",
    judged=following(_by_w2),
)
on_paper(
    "day2-chain-w1",
    "chain",
    "dL/dw1",
    f"the gradient dL/dw1 for {NET}",
    "one factor for each step back: square, times w2, ReLU, plus b, times x",
    judged=following(_by_w1),
)
on_paper(
    "day2-chain-b",
    "chain",
    "dL/db",
    f"the gradient dL/db for {NET}",
    "one factor for each step back: square, times w2, ReLU, and the sum, which copies",
    judged=following(_by_b),
)
