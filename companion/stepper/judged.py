# SPDX-License-Identifier: MIT
"""Which gradients of a recorded pass are wrong once all that will come has come, and by what on their way."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gradtools.gradients import shape_trouble
from gradtools.graph import Graph, number, shape_of
from language.text import say, template

from .recording import Amount, Recording, amount
from .rerun import Slope, is_finite

# What may go wrong on the way of a gradient from the root to a node; the first of them is named.
_WRONG, _LATE, _AGAIN, _NEVER = _CAUSES = (
    template("A share on the way to it is wrong."),
    template("A share came too late on the way to it."),
    template("On the way to it a node passed on more than once."),
    template("A node on the way to it was never called."),
)
_NARROW = 1e-2  # of the gradient; where nudges leave more room than that, they show nothing


@dataclass(frozen=True)
class Amiss:
    """A gradient that is wrong at the end: a few words to stand behind the number, and the same in sentences."""

    brief: str
    says: str


def judged(
    recording: Recording, measure: Callable[[int], list[Slope] | None], wrong: Iterable[int]
) -> list[Amiss | None]:
    """Return, for each node by place, what is wrong with its gradient at the end; None where nothing is.

    From the root to the leaves the local derivatives that nudges found are chained, with the room that they leave.
    ``measure`` returns those of the node at a place, if they are known. The nodes at ``wrong`` got a wrong share.
    """
    true, causes = _chained(recording.graph, measure), _causes(recording, wrong)
    return [
        _misshapen(node.name, grad, node.source) or _amiss(grad, slope, cause)
        for node, grad, slope, cause in zip(recording.graph.nodes, recording.grads, true, causes, strict=True)
    ]


def _misshapen(name: str, grad: Amount, source: Any) -> Amiss | None:
    """Return what is wrong with the shape of a gradient; a wrong shape is said before a wrong number."""
    got, wanted = shape_of(grad), shape_of(amount(source, "data"))
    if got == wanted or not (got or shape_of(source.data)):
        return None
    brief = say("✗ wrong: shape {got}, not {wanted}", got=got, wanted=wanted)
    trouble = shape_trouble(got, wanted, name)
    return Amiss(brief, trouble[:1].upper() + trouble[1:] + ".")


def _amiss(grad: Amount, known: Slope | None, causes: set[str]) -> Amiss | None:
    cause = next((say(one) for one in _CAUSES if one in causes), "")
    outside = None if known is None else known.outside(grad)
    if known is not None and outside is not None:
        place = list(outside)
        if place:
            right, mine = number(known.at(outside).value), number(grad[outside])
            brief = say("✗ wrong at {place}: nudges say {right}", place=place, right=right)
            says = template("Every share has arrived, and the entry {place} is wrong: nudges say {right}, not {mine}.")
        else:
            right, mine = number(round(known.value, 9)), number(grad)
            if right == mine:
                right, mine = f"{known.value:.9g}", f"{grad:.9g}"
            brief = say("✗ wrong: nudges say {right}", right=right)
            says = template("Every share has arrived, and the number is wrong: nudges say {right}, not {mine}.")
        return Amiss(brief, f"{say(says, place=place, right=right, mine=mine)} {cause}".strip())
    if cause and (known is None or known.wider_than(_NARROW)):
        says = say("Every share has arrived, and the number can't be trusted.")
        return Amiss(say("✗ can't be trusted"), f"{says} {cause}")
    return None


def _chained(graph: Graph, measure: Callable[[int], list[Slope] | None]) -> list[Slope | None]:
    """Return how far the root moves with each node; None where an operation on the way is not known."""
    true: list[Slope | None] = [Slope(0.0, 0.0, 0.0) for _ in graph.nodes]
    seed = 1.0 + 0.0 * amount(graph.nodes[-1].source, "data") if graph.nodes[-1].shape else 1.0
    true[-1] = Slope(seed, seed, seed)
    for place in range(len(graph.nodes) - 1, -1, -1):
        parents = graph.nodes[place].parents
        local = measure(place) if parents else None
        for use, parent in enumerate(parents):
            true[parent] = _plus(true[parent], true[place], local[use] if local else None)
    return true


def _plus(before: Slope | None, upstream: Slope | None, local: Slope | None) -> Slope | None:
    if before is None or upstream is None or local is None:
        return None
    share = local.times(upstream)
    rounding = 1e-9 * abs(share.value)
    low, high = before.low + share.low - rounding, before.high + share.high + rounding
    total = Slope(before.value + share.value, low, high)
    return total if is_finite(total.value, low, high) else None


def _causes(recording: Recording, wrong: Iterable[int]) -> list[set[str]]:
    """Return what went wrong on the way to each node."""
    nodes = recording.graph.nodes
    found: list[set[str]] = [set() for _ in nodes]
    for place in wrong:
        found[place].add(_WRONG)

    def pass_on(place: int, causes: set[str]) -> None:
        for parent in nodes[place].parents:
            found[parent] |= causes

    called: set[int] = set()
    for step in recording.steps:
        if step.node in called:
            pass_on(step.node, {_AGAIN})
        called.add(step.node)
        for arrival in step.arrivals:
            if arrival.parent in called and arrival.changed:
                pass_on(arrival.parent, {_LATE})
    for place in range(len(nodes) - 1, -1, -1):
        pass_on(place, found[place] | (set() if place in called else {_NEVER}))
    return found
