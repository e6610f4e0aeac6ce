# SPDX-License-Identifier: MIT
"""The contract of exercise 3.6, checked against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

FIND, REFUSE = "day3-changed-find", "day3-changed-refuse"


def _found(names: Mapping[str, Any]) -> list[Any]:
    return [names["changed"][key] for key in ("node", "to", "kept")]


# Changes something between the forward pass and `backward()`: of the leaves, the inner node and the root.
Change = Callable[[Any, Any, Any, Any], None]


def _nothing(a: Any, b: Any, p: Any, out: Any) -> None:
    pass


def _a(a: Any, b: Any, p: Any, out: Any) -> None:
    a.data = 7.0


def _b(a: Any, b: Any, p: Any, out: Any) -> None:
    b.data = 7.0


def _inner(a: Any, b: Any, p: Any, out: Any) -> None:
    p.data = 7.0


def _gradients(a: Any, b: Any, p: Any, out: Any) -> None:
    a.grad, p.grad = 0.0, 3.0


def _passes(a: Any, b: Any, p: Any, out: Any) -> None:
    out.backward()
    a.grad = b.grad = 0.0


def _after(change: Change, names: Mapping[str, Any]) -> list[Any]:
    """Return what `backward()` of (a*b) * a + b does at a = 3, b = 4, and the gradients of both leaves."""
    a, b = names["Careful"](3.0), names["Careful"](4.0)
    p = a * b
    out = p * a + b
    change(a, b, p, out)
    try:
        out.backward()
    except RuntimeError:
        return ["refused", a.grad, b.grad]
    return ["went through", a.grad, b.grad]


def _summed_twice(names: Mapping[str, Any]) -> list[float]:
    """Return the gradients of a + a*b + a after two calls, at a = 3 and b = 4."""
    a, b = names["Careful"](3.0), names["Careful"](4.0)
    out = a + a * b + a
    out.backward()
    out.backward()
    return [a.grad, b.grad]


def _refused_late(names: Mapping[str, Any]) -> list[Any]:
    """Return what a second call does after b has changed, which is in a product alone, and all gradients after it."""
    a, b = names["Careful"](3.0), names["Careful"](4.0)
    p = a * b
    out = p * a
    out.backward()
    b.data = 7.0
    try:
        out.backward()
    except RuntimeError:
        return ["refused", a.grad, b.grad, p.grad]
    return ["went through", a.grad, b.grad, p.grad]


def _trained(names: Mapping[str, Any]) -> float:
    """Return where steps of 0.1 lead that make (w - 2)**2 small, from 0."""
    w = names["Careful"](0.0)
    for _ in range(3):
        away = w + names["Careful"](-2.0)
        (away * away).backward()
        w.data = w.data - 0.1 * w.grad
        w.grad = 0.0
    return round(w.data, 9)


def _one_product(names: Mapping[str, Any]) -> list[Any]:
    """Return what `backward()` of a*b does at a = 3, b = 4, where b has changed since."""
    a, b = names["Careful"](3.0), names["Careful"](4.0)
    out = a * b
    b.data = 7.0
    try:
        out.backward()
    except RuntimeError:
        return ["refused", a.grad, b.grad]
    return ["went through", a.grad, b.grad]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    right = ["went through", 24.0, 10.0]
    made = [Clause(FIND, "what changed", _found, ["a", 4.0, 10.0], exact=False)]
    for words, change, expected in (
        ("nothing changed", _nothing, right),
        ("gradients set", _gradients, right),
        ("after a first pass", _passes, right),
        ("a changed", _a, ["refused", 0.0, 0.0]),
        ("b changed", _b, ["refused", 0.0, 0.0]),
        ("an inner node changed", _inner, ["refused", 0.0, 0.0]),
    ):
        made.append(Clause(REFUSE, words, partial(_after, change), expected, exact=False))
    made.append(Clause(REFUSE, "a + a*b + a, twice", _summed_twice, [12.0, 6.0], exact=False))
    made.append(Clause(REFUSE, "a parent of the root changed", _one_product, ["refused", 0.0, 0.0], exact=False))
    late = ["refused", 24.0, 9.0, 3.0]
    made.append(Clause(REFUSE, "a refusal after a first pass", _refused_late, late, exact=False))
    made.append(Clause(REFUSE, "three steps of training", _trained, round(2 * (1 - 0.8**3), 9), exact=False))
    return tuple(made)
