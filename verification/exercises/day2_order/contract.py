# SPDX-License-Identifier: MIT
"""What the card of exercise 2.3 promises, held against plain arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from verification.exercises.shared.contract import Clause

__all__ = ["clauses"]

LEAVES = "day2-order-leaves"

POINTS = ((2.0, -3.0, 10.0), (-1.25, 0.75, 4.0), (0.3, 0.3, -2.1))
# The slopes of a graph whose rules nobody can guess: to d, c, a and b.
SLOPES = (2.0, 5.0, 7.0, 11.0)


def _graph(leaf: Callable[[float], Any], point: tuple[float, float, float]) -> dict[str, Any]:
    nodes = dict(zip("abc", map(leaf, point), strict=True))
    nodes["d"] = nodes["a"] * nodes["b"]
    nodes["L"] = nodes["d"] + nodes["c"]
    return nodes


def _gradients(of: str, point: tuple[float, float, float], names: Mapping[str, Any]) -> list[float]:
    nodes = _graph(names["Value"], point)
    names["run_backward"](*nodes.values())
    return [nodes[name].grad for name in of]


def _by_name(of: str, names: Mapping[str, Any]) -> list[float]:
    nodes = _graph(names["Value"], POINTS[0])
    names["run_backward"](**nodes)
    return [nodes[name].grad for name in of]


def _with_other_rules(of: str, names: Mapping[str, Any]) -> list[float]:
    """Return the gradients where each node has a rule of its own: they come out of it, and out of nothing else."""
    nodes = _graph(names["Value"], POINTS[0])
    to_d, to_c, to_a, to_b = SLOPES

    def rule(node: str, *shares: tuple[str, float]) -> Callable[[], None]:
        def pass_on() -> None:
            for parent, slope in shares:
                nodes[parent].grad += slope * nodes[node].grad

        return pass_on

    nodes["L"]._backward = rule("L", ("d", to_d), ("c", to_c))
    nodes["d"]._backward = rule("d", ("a", to_a), ("b", to_b))
    names["run_backward"](*nodes.values())
    return [nodes[name].grad for name in of]


def _data(names: Mapping[str, Any]) -> list[float]:
    nodes = _graph(names["Value"], POINTS[0])
    names["run_backward"](*nodes.values())
    return [node.data for node in nodes.values()]


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card promises."""
    to_d, to_c, to_a, to_b = SLOPES
    made = [
        Clause(LEAVES, f"L, d and c at {point}", partial(_gradients, "Ldc", point), [1.0, 1.0, 1.0]) for point in POINTS
    ]
    made += [
        Clause(LEAVES, f"a and b at {(a, b, c)}", partial(_gradients, "ab", (a, b, c)), [b, a]) for a, b, c in POINTS
    ]
    made += [
        Clause(LEAVES, "L, d and c by other rules", partial(_with_other_rules, "Ldc"), [1.0, to_d, to_c]),
        Clause(LEAVES, "a and b by other rules", partial(_with_other_rules, "ab"), [to_d * to_a, to_d * to_b]),
        Clause(LEAVES, "all arguments by name", partial(_by_name, "Ldc"), [1.0, 1.0, 1.0]),
        Clause(LEAVES, "a and b, all arguments by name", partial(_by_name, "ab"), [-3.0, 2.0]),
        Clause(LEAVES, "data stay", _data, [2.0, -3.0, 10.0, -6.0, 4.0], exact=False),
    ]
    return tuple(made)
