# SPDX-License-Identifier: MIT
"""Which gradients of a recorded pass are wrong once all that will come has come, and by what on their way."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..graph import Graph, number
from .recording import Recording
from .rerun import Slope

__all__ = ["Amiss", "judged"]

# What may go wrong on the way of a gradient from the root to a node; the first of them is named.
_CAUSES = {
    "wrong": "A share on the way to it is wrong.",
    "late": "A share came too late on the way to it.",
    "again": "On the way to it a node passed on more than once.",
    "never": "A node on the way to it was never called.",
}
_NARROW = 1e-2  # of the gradient; where nudges leave more room than that, they show nothing


@dataclass(frozen=True)
class Amiss:
    """A gradient that is wrong at the end.

    Attributes:
        right: What nudges say in its place, as text; "" where they say nothing.
        says: That every share has arrived and the number is wrong, in sentences.
    """

    right: str
    says: str

    @property
    def brief(self) -> str:
        """A few words to stand behind the number."""
        return f"✗ wrong: nudges say {self.right}" if self.right else "✗ can't be trusted"


def judged(
    recording: Recording, measure: Callable[[int], list[Slope] | None], wrong: Iterable[int]
) -> list[Amiss | None]:
    """Return, for each node by place, what is wrong with its gradient at the end; None where nothing is.

    From the root to the leaves the local derivatives that nudges found are chained, with the room that they leave.

    Args:
        recording: The recorded pass.
        measure: Returns the local derivatives of a node by its place, or None where they are not known.
        wrong: Places of the nodes that got a wrong share.
    """
    graph = recording.graph
    true = _chained(graph, measure)
    causes = _causes(recording, wrong)
    found: list[Amiss | None] = []
    for place, grad in enumerate(recording.grads):
        known, cause = true[place], next((says for one, says in _CAUSES.items() if one in causes[place]), "")
        if known is not None and not known.low <= grad <= known.high:
            right, mine = number(round(known.value, 9)), number(grad)
            if right == mine:
                right, mine = f"{known.value:.9g}", f"{grad:.9g}"
            says = f"Every share has arrived, and the number is wrong: nudges say {right}, not {mine}."
            found.append(Amiss(right, f"{says} {cause}".strip()))
        elif cause and (known is None or known.high - known.low > _NARROW * max(abs(known.value), 1e-9)):
            found.append(Amiss("", f"Every share has arrived, and the number can't be trusted. {cause}"))
        else:
            found.append(None)
    return found


def _chained(graph: Graph, measure: Callable[[int], list[Slope] | None]) -> list[Slope | None]:
    """Return how far the root moves with each node; None where an operation on the way is not known."""
    true: list[Slope | None] = [Slope(0.0, 0.0, 0.0) for _ in graph.nodes]
    true[-1] = Slope(1.0, 1.0, 1.0)
    for place in range(len(graph.nodes) - 1, -1, -1):
        parents = graph.nodes[place].parents
        if not parents:
            continue
        own, local = true[place], measure(place)
        for use, parent in enumerate(parents):
            before = true[parent]
            known = own is not None and local is not None and before is not None
            true[parent] = _plus(before, own, local[use]) if known else None  # type: ignore[arg-type, index]
    return true


def _plus(before: Slope, upstream: Slope, local: Slope) -> Slope | None:
    value = upstream.value * local.value
    corners = [one * other for one in (upstream.low, upstream.high) for other in (local.low, local.high)]
    rounding = 1e-9 * abs(value)
    total = Slope(
        before.value + value,
        before.low + min(*corners, value) - rounding,
        before.high + max(*corners, value) + rounding,
    )
    return total if all(map(math.isfinite, (total.value, total.low, total.high))) else None


def _causes(recording: Recording, wrong: Iterable[int]) -> list[set[str]]:
    """Return what went wrong on the way to each node."""
    graph = recording.graph
    found: list[set[str]] = [set() for _ in graph.nodes]
    for place in wrong:
        found[place].add("wrong")
    called: set[int] = set()
    for call in recording.calls:
        # What is amiss with a node's turn is amiss with what its parents get.
        own = {"again"} if call.node in called else set()
        for parent in graph.nodes[call.node].parents:
            found[parent] |= own
        called.add(call.node)
        for share in call.shares:
            if share.parent in called and share.added != 0:
                for parent in graph.nodes[share.parent].parents:
                    found[parent].add("late")
    for place in range(len(graph.nodes) - 1, -1, -1):
        parents = graph.nodes[place].parents
        on_the_way = found[place] | (set() if place in called else {"never"})
        for parent in parents:
            found[parent] |= on_the_way
    return found
