# SPDX-License-Identifier: MIT
"""A learner's network, seen from outside.

Nothing here looks into a learner's classes. A network's own numbers are the leaves that two of its graphs share, less
the constants that it keeps.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import wraps
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import numpy

from exercises.day4_mlp.refusals import refused_at_all
from exercises.shared.stand_in import Part, answered, asked_once, holds, replaced_unless
from judge.asking.inputs import Draw
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace
from judge.asking.probe import probe as any_probe
from judge.run.messages import Argument, sentence

right_neuron = KeptAway("exercises.day4_mlp.right_neuron")


def probe(check: str, *texts: str, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a question about what is made of neurons: one that gives no output costs its own check alone."""
    register = any_probe(check, *texts, **options)

    def registered(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_an_output(namespace: Namespace, **inputs: Any) -> Any:
            neuron = namespace.get("Neuron")
            part = Part(lambda: right_neuron.call)
            works = asked_once(neuron, lambda kind: _is_best_by_itself(kind, namespace["Value"]))
            stand_in = replaced_unless(neuron, works, __call__=part) if isinstance(neuron, type) else nullcontext()
            with stand_in:
                return function(namespace, **inputs)

        return register(repeatable(with_an_output))  # The trial draws weights, too.

    return registered


def _is_best_by_itself(neuron: Any, value: Any) -> bool:
    """Tell whether a neuron gives an output, or gives none with a right call, either: then its own error is the one."""
    gives = holds(lambda: isinstance(neuron(2)([0.5, 0.25]), value))
    return gives or not holds(lambda: isinstance(right_neuron.call(neuron(2), [0.5, 0.25]), value))


def share(draw: Draw) -> float:
    """Return a small number, such as -0.35, for which no activation is flat; a simple one is whole."""
    if draw.simple:
        return draw.random.choice((1.0, -1.0, 2.0))
    return draw.signed(draw.fresh(lambda: draw.random.choice((-1, 1)) * draw.random.randint(3, 9) / 20))


def size(draw: Draw) -> int:
    """Return a number of neurons from 2 to 5, each size of one draw only once; a simple one is 1, 2 or 3."""
    if draw.simple:
        return draw.random.randint(1, 3)
    return int(draw.fresh(lambda: float(draw.random.randint(2, 5))))


def nodes_behind(root: Any) -> list[Any]:
    """Return every node of a graph, each once."""
    nodes, waiting = {}, [root]
    while waiting:
        node = waiting.pop()
        if id(node) not in nodes:
            nodes[id(node)] = node
            waiting.extend(node._prev)
    return list(nodes.values())


def as_list(output: Any) -> list[Any]:
    """Return a network's outputs as a list, whether it gives one Value or several, in whatever holds them."""
    return list(output) if isinstance(output, Iterable) else [output]


def own_leaves(namespace: Namespace, model: Callable[[list[Any]], Any], sizes: list[int]) -> list[Any]:
    """Return the weights and biases that a model really uses.

    They are the leaves that two of its graphs share, but for the kept constants: a learner may keep the 1 that a bias
    is multiplied by, or the 0 at which a sum starts.

    Args:
        namespace: The learner's names.
        model: A neuron, a layer or a network.
        sizes: Its number of inputs, then that of the neurons of each layer.
    """

    def leaves() -> dict[int, Any]:
        inputs = [namespace["Value"](1.5 + index) for index in range(sizes[0])]
        given = {id(node) for node in inputs}
        behind = {id(node): node for output in as_list(model(inputs)) for node in nodes_behind(output)}
        return {key: node for key, node in behind.items() if not list(node._prev) and key not in given}

    # Both graphs must be alive at once: an id is unique only among living objects.
    first, second = leaves(), leaves()
    shared = [node for key, node in first.items() if key in second]
    named = {id(value) for value in namespace.values()}
    return _without_constants(shared, listed_by(model), sum(LAYERS[layer] for layer in pairwise(sizes)), named)


def added_leaves(model: Callable[[list[Any]], Any], inputs: list[Any]) -> set[int]:
    """Return the ids of the leaves behind a model's outputs by which nothing that depends on the inputs is multiplied.

    A bias is one wherever it starts, and also where it is multiplied by a kept 1.
    """
    nodes = [node for output in as_list(model(inputs)) for node in nodes_behind(output)]
    varies, more = set(), {id(node) for node in inputs}
    while more - varies:
        varies |= more
        more = {id(node) for node in nodes if any(id(parent) in varies for parent in node._prev)}
    factors = set()
    for node in nodes:
        fixed = [parent for parent in node._prev if id(parent) not in varies]
        if id(node) in varies and fixed and math.prod(parent.data for parent in node._prev) == node.data:
            factors |= {id(behind) for behind in nodes_behind(fixed[0])}
    return {id(node) for node in nodes if not list(node._prev)} - varies - factors


def _without_constants(leaves: list[Any], listed: list[Any], wanted: int, named: set[int]) -> list[Any]:
    """Leave out kept constants, where there are more leaves than weights and biases.

    A constant is not listed, and its number was typed in: a drawn one has more digits. A bias that was forgotten in the
    list looks so too, but then there are no more leaves than wanted, or a 0 beside it that is a bias as well as it is.
    """
    known = {id(entry) for entry in listed}
    typed = [leaf for leaf in leaves if id(leaf) not in known and _typed_in(leaf.data)]
    # What the notebook has a name for is no neuron's own. A bias starts at 0, so another number is none.
    typed.sort(key=lambda leaf: (id(leaf) not in named, leaf.data == 0))
    constants = {id(leaf) for leaf in typed[: max(0, len(leaves) - wanted)]}
    return [leaf for leaf in leaves if id(leaf) not in constants]


def _typed_in(data: Any) -> bool:
    return isinstance(data, (int, float)) and round(data, 4) == data


# How many weights and biases a layer has, by its inputs and neurons: of the layers that are asked for here, and no
# rule, which another exercise asks for.
LAYERS = {
    (1, 1): 2, (1, 2): 4, (1, 3): 6, (1, 4): 8, (1, 5): 10,
    (2, 1): 3, (2, 2): 6, (2, 3): 9, (2, 4): 12, (2, 5): 15,
    (3, 1): 4, (3, 2): 8, (3, 3): 12, (3, 4): 16, (3, 5): 20,
    (4, 1): 5, (4, 2): 10, (4, 3): 15, (4, 4): 20, (4, 5): 25,
    (5, 1): 6, (5, 2): 12, (5, 3): 18, (5, 4): 24, (5, 5): 30,
    (6, 1): 7, (6, 6): 42,
    (200, 2): 402,
}  # fmt: skip


def listed_by(model: Any) -> list[Any]:
    """Return what a model's ``parameters()`` lists, and nothing where it fails: its own check says what is wrong."""
    return list(answered(lambda: list(model.parameters()), ()))


def with_all(namespace: Namespace, model: Any, sizes: list[int], value: float, *parts: str) -> Any:
    """Set every number that a model uses to ``value`` and return the model.

    That is each leaf that it shows and each Value that it lists, so that neither an incomplete list nor a graph
    that is cut costs points where something else is asked.

    Args:
        namespace: The learner's names.
        model: A neuron, a layer or a network.
        sizes: Its number of inputs, then that of the neurons of each layer.
        value: The number.
        parts: Classes that the model is made of.
    """
    for leaf in own_leaves(namespace, model, sizes):
        leaf.data = value
    for entry in listed_by(model):
        if isinstance(entry, namespace["Value"]):
            entry.data = value
    return with_kept(namespace, model, value, *parts)


def with_kept(namespace: Namespace, model: Any, value: float, *parts: str) -> Any:
    """Return a model, with all draws at its calls being ``value`` where one of its parts draws weights at each call.

    That is lost where the part is asked, and the model that is made of it can be right.
    """
    if not any(_forgets(namespace, part) for part in parts):
        return model

    def call(inputs: Any) -> Any:
        with patch.object(random, "uniform", lambda *_: value):
            return model(inputs)

    return call


def _forgets(namespace: Namespace, part: str) -> bool:
    """Return whether a neuron or a layer gives something else at each call; no where it fails, as others say so."""

    def differs() -> bool:
        model = namespace["Neuron"](2) if part == "Neuron" else namespace["Layer"](2, 2)
        first, second = ([output.data for output in as_list(model([0.5, 0.25]))] for _ in range(2))
        return first != second

    return holds(differs)


def twice(compute: Callable[[], Any]) -> Any:
    """Return what a call of a network gives, or that a second call gives something else: its weights are not kept."""
    first, second = compute(), compute()
    return first if first == second or first != first else {"another number": "at each call"}


def repeatable(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Let a question that draws weights draw the same ones each time, and leave the random sources as they were."""

    @wraps(ask)
    def seeded(*arguments: Any, **inputs: Any) -> Any:
        states = random.getstate(), numpy.random.get_state()
        random.seed(4)
        numpy.random.seed(4)
        try:
            return ask(*arguments, **inputs)
        finally:
            random.setstate(states[0])
            numpy.random.set_state(states[1])

    return seeded


def refused(answer: Any) -> Argument:
    """Return in words a refusal that should have two numbers in its text."""
    if not isinstance(answer, list) or answer[0] != "ValueError":
        return refused_at_all(answer)
    numbers = tuple(answer[1:]) or sentence("neither number")
    return sentence("a ValueError with {numbers} in its text", numbers=numbers)


def kind(namespace: Namespace, output: Any) -> str:
    """Say what a call gave."""
    return "a Value" if isinstance(output, namespace["Value"]) else f"a {type(output).__name__}"
