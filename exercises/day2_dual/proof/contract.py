# SPDX-License-Identifier: MIT
"""The contract of exercise 2.5, checked against derivatives that were found on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

MOVES, PASSES = "day2-dual-moves", "day2-dual-which"

# An expression of x, y and a plain number, what it is, and how far it moves for a movement m of x and n of y.
Formula = Callable[..., Any]
EXPRESSIONS: dict[str, tuple[Formula, Formula, Formula]] = {
    "x + y": (lambda x, y, c: x + y, lambda x, y, c: x + y, lambda x, y, c, m, n: m + n),
    "x * y": (lambda x, y, c: x * y, lambda x, y, c: x * y, lambda x, y, c, m, n: m * y + x * n),
    "x + x": (lambda x, y, c: x + x, lambda x, y, c: 2 * x, lambda x, y, c, m, n: 2 * m),
    "x * x": (lambda x, y, c: x * x, lambda x, y, c: x**2, lambda x, y, c, m, n: 2 * x * m),
    "x + c": (lambda x, y, c: x + c, lambda x, y, c: x + c, lambda x, y, c, m, n: m),
    "x * c": (lambda x, y, c: x * c, lambda x, y, c: x * c, lambda x, y, c, m, n: c * m),
    "c + x": (lambda x, y, c: c + x, lambda x, y, c: x + c, lambda x, y, c, m, n: m),
    "c * x": (lambda x, y, c: c * x, lambda x, y, c: x * c, lambda x, y, c, m, n: c * m),
    "x*x*y + c*y": (
        lambda x, y, c: x * x * y + c * y,
        lambda x, y, c: x**2 * y + c * y,
        lambda x, y, c, m, n: 2 * x * y * m + (x**2 + c) * n,
    ),
}
POINTS = (
    (4.0, 5.0, 3.0, 0.0, 1.0),
    (-1.25, 0.75, 2.5, 1.0, 0.0),
    (0.3, -1.7, -4.0, -0.5, 2.25),
    (2.5, 0.5, 3, 1.0, -1.0),
)
BEST = {"a": ("forward", 1), "b": ("reverse", 1), "c": ("forward", 3)}


def _moves(words: str, point: tuple[float, ...]) -> Clause:
    compute, data, move = EXPRESSIONS[words]
    x, y, c, m, n = point

    def ask(names: Mapping[str, Any]) -> list[Any]:
        first, second = names["Dual"](x, m), names["Dual"](y, n)
        out = compute(first, second, c)
        kept = [first.data, first.move, second.data, second.move]
        return [isinstance(out, names["Dual"]), out.data, out.move, kept]

    expected = [True, data(x, y, c), move(x, y, c, m, n), [x, m, y, n]]
    # A mistake may show in one of two operations side by side, and in another program in both.
    return Clause(MOVES, f"{words} at {point}", ask, expected, exact=" + c*" not in words)


def _passes(letter: str) -> Clause:
    return Clause(
        PASSES, f"the passes of program {letter}", lambda names: list(names["passes"][letter]), list(BEST[letter])
    )


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (*(_moves(words, point) for words in EXPRESSIONS for point in POINTS), *map(_passes, BEST))
