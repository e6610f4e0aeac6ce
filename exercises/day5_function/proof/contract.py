# SPDX-License-Identifier: MIT
"""The contract of exercise 5.10, checked against PyTorch's own tanh and against SoftSign's slope."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from exercises.shared.later import Later
from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

torch = Later("torch")
RULE, FAULT = (f"day5-function-{name}" for name in ("rule", "fault"))

# Numbers of z and, one for each, upstream gradients.
CASES = (
    ((0.3,), (1.0,)),
    ((0.0,), (3.0,)),
    ((-1.25, 0.75), (2.0, -0.5)),
    ((0.1, -0.2, 1.5), (-1.0, 4.0, 0.25)),
    # `exp` of these is no float.
    ((720.0, -720.0, 400.0), (1.0, -2.0, 3.0)),
)


def _both(tanh: Any, numbers: tuple[float, ...], upstream: tuple[float, ...], times: int) -> list[Any]:
    """Return what comes forward and what comes back through ``times`` calls, one after the other."""
    z = out = torch.tensor(numbers, dtype=torch.float64, requires_grad=True)
    for _ in range(times):
        out = tanh(out)
    out.backward(torch.tensor(upstream, dtype=torch.float64))
    return [out.tolist(), z.grad.tolist()]


def _case(numbers: tuple[float, ...], upstream: tuple[float, ...], times: int) -> Clause:
    words = f"Tanh {times} times from {numbers}, with upstream gradients {upstream}"
    ask = lambda names: _both(names["Tanh"].apply, numbers, upstream, times)  # noqa: E731
    return Clause(RULE, words, ask, _both(torch.tanh, numbers, upstream, times))


def _fails(names: Mapping[str, Any]) -> bool:
    """Tell whether SoftSign's slope is off at the number by more than `gradcheck` allows, and the line is D."""
    z, line = float(names["fault"]["fails at"]), names["fault"]["line"]
    right = (1 + abs(z)) ** -2
    off = math.inf if z == -1 else abs((1 + z) ** -2 - right)
    return off > 1e-5 + 1e-3 * right and line.strip().upper() == "D"


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    cases = (_case(*case, times) for case in CASES for times in (1, 2))
    return (*cases, Clause(FAULT, "a number at which SoftSign fails, and its line", _fails, True, exact=False))
