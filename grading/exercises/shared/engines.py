# SPDX-License-Identifier: MIT
"""What the questions about engines share: budgets, and what an engine must do to have a question asked on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from grading.exercises.shared.graphs import sorted_nodes
from grading.exercises.shared.probe import Namespace
from grading.exercises.shared.probe import probe as any_probe
from grading.exercises.shared.small_graphs import long_way_first, root_of, short_way_first
from grading.exercises.shared.stand_in import FEW_LINES, fair_class, lent, methods_of

__all__ = ["DEEP_LINES", "LINES", "fair_engine", "fair_rules", "lent_sort", "order_of", "probe", "rules_hold"]

# Budgets in lines. An engine without end is asked many questions before it is told so, and eats memory meanwhile.
LINES = 100_000  # what the card of exercise 3.1 promises for doublings, and for all cuts of a random graph
DEEP_LINES = 1_000_000  # for a chain of 5,000; a right answer needs about 130,000

# The questions of Day 3 are about small graphs, unless they say otherwise.
probe = partial(any_probe, lines=FEW_LINES)


def rules_hold(value: Any) -> bool:
    """Tell whether ``+`` and ``*`` compute, remember their parents, and pass gradients on, one step a call."""
    return _add_up(value) and _go_one_step(value)


def _add_up(value: Any) -> bool:
    for operate, slopes in ((lambda x, y: x + y, (1.0, 1.0, 2.0)), (lambda x, y: x * y, (5.5, 2.5, 5.0))):
        x, y = value(2.5), value(5.5)
        numbers: list[float] = []
        for out in (operate(x, y), operate(x, x)):
            if {id(parent) for parent in out._prev} - {id(x), id(y)} or not out._prev or x._prev or y._prev:
                return False
            x.grad = y.grad = 1.0  # something to add to: a rule that assigns would show nothing otherwise
            out.grad = 3.0
            out._backward()
            numbers += [out.data, x.grad, y.grad]
        to_x, to_y, twice = slopes
        if numbers != [operate(2.5, 5.5), 1 + 3 * to_x, 1 + 3 * to_y, operate(2.5, 2.5), 1 + 3 * twice, 1.0]:
            return False
    return True


def _go_one_step(value: Any) -> bool:
    """Tell whether a call passes on one step and leaves its own node alone, and whether a leaf can be called."""
    x, y, z = value(2.5), value(5.5), value(2.25)
    p, q = x * y, x + y
    outs = [p + z, q * z]
    for out in outs:
        out.grad = 3.0
        out._backward()
    x._backward()
    return [x.grad, y.grad] == [0.0, 0.0] and [p.grad, q.grad] == [3.0, 6.75] and all(out.grad == 3.0 for out in outs)


def fair_rules(value: Any, *methods: str) -> AbstractContextManager[Any]:
    """Give the class to ask a question on whose ``+`` and ``*`` must be right.

    Args:
        value: The learner's class, or None.
        *methods: The learner's methods that the question is about.
    """
    return fair_class(value, rules_hold, methods=methods_of(value, *methods) if methods else None)


def lent_sort(function: Any, works: Callable[[], bool]) -> AbstractContextManager[str]:
    """Lend a right ``topological_order`` to a function that calls one."""
    return lent(function, works, topological_order=sorted_nodes)


def order_of(namespace: Namespace, nodes: dict[str, Any]) -> list[Any]:
    """Return what the learner's function lists, whatever container it comes in."""
    return list(namespace["topological_order"](root_of(nodes)))


@contextmanager
def fair_engine(namespace: Namespace) -> Iterator[Any]:
    """Give the class on whose nodes ``backward`` is asked: with right rules, and with a right sort while it lasts."""
    backward = namespace["Value"].backward
    with fair_rules(namespace["Value"], "backward") as value, lent_sort(backward, lambda: _finds_gradients(value)):
        yield value


def _finds_gradients(value: Any) -> bool:
    """Tell whether an engine finds 18 and 6, both ways round: whether it gets along with its sort."""
    for build in (long_way_first, short_way_first):
        nodes = build(value)
        nodes["o"].backward()
        if (nodes["a"].grad, nodes["b"].grad) != (18.0, 6.0):
            return False
    return True
