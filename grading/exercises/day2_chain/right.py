# SPDX-License-Identifier: MIT
"""The right numbers of the chain, and what follows from an earlier wrong number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.plain import number_of
from grading.run.answers import same

__all__ = ["ANSWERS", "by_b", "by_w1", "by_w2"]

ANSWERS = ("day2-chain-",)

X, W1, W2, B = 2.0, 3.0, -1.0, 0.5
LARGEST = 1e9  # no error leads to this number
Z3 = W1 * X + B  # the way forward up to ReLU, which lets it through


def _forward(chain: Mapping[str, Any]) -> list[float]:
    """Return what z3 may be: as it is, and as the value of L says that was entered."""
    entered = _number(chain, "L")
    return [Z3] if entered is None or entered <= 0 else [Z3, math.sqrt(entered)]


def _may_be_w2(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/dw2 may be: two times z4, times z3."""
    return [2 * W2 * z3 * z3 for z3 in _forward(chain)]


def _may_be_w1(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/dw1 may be: by what is entered for L, and by the gradient at z4 that dL/dw2 was made of."""
    at_z4 = [2 * W2 * z3 for z3 in _forward(chain)]
    entered = _number(chain, "dL/dw2")
    if entered is not None:
        at_z4 += [entered / z3 for z3 in _forward(chain)]
    return [one * W2 * X for one in at_z4]


def _may_be_b(chain: Mapping[str, Any]) -> list[float]:
    """Return what dL/db may be: what arrives at z1 arrives at b, too, and w1 got x times as much."""
    entered = _number(chain, "dL/dw1")
    return [one / X for one in [*_may_be_w1(chain), *([] if entered is None else [entered])]]


def _number(chain: Mapping[str, Any], key: str) -> float | None:
    entry = number_of(chain.get(key))
    if type(entry) not in (int, float) or not -LARGEST < entry < LARGEST:
        return None
    return float(entry)


def following(may_be: Callable[[Mapping[str, Any]], list[float]]) -> Callable[[Mapping[str, Any], Any], Any]:
    """Return a comparison that accepts an answer that follows from those before it."""

    def judged(chain: Mapping[str, Any], answer: Any) -> Any:
        right, *carried = may_be(chain)
        return right if any(same(number_of(answer), one) for one in carried) else answer

    return judged


by_w2, by_w1, by_b = following(_may_be_w2), following(_may_be_w1), following(_may_be_b)
