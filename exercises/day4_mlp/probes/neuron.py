# SPDX-License-Identifier: MIT
"""Questions about ``Neuron``."""

from __future__ import annotations

from typing import Any

from exercises.day4_mlp.probes.networks import own_leaves, refused, repeatable, share, twice, with_all
from exercises.day4_mlp.refusals import refusal
from judge.asking.inputs import positive
from judge.asking.probe import Namespace, probe


@probe(
    "day4-mlp-neuron",
    'how many weights and biases are in the graph of `Neuron(3, "linear")([{x}, {y}, {z}])`',
    "each of the three weights is a separate Value, and so is the bias",
    x=positive,
    y=positive,
    z=positive,
)
@repeatable
def neuron_leaves(namespace: Namespace, x: float, y: float, z: float) -> Any:
    """Return how many of a neuron's own numbers are in its graph, at most 4: a 0 may be kept, too."""
    neuron = namespace["Neuron"](3, "linear")
    neuron([x, y, z])
    return min(4, len(own_leaves(namespace, neuron, [3, 1])))


@probe(
    "day4-mlp-neuron",
    '`Neuron(3, "linear")([{x}, {y}, {z}]).data` with each weight and the bias set to {c}',
    "it is {c} times the sum of the inputs, plus {c} for the bias",
    x=positive,
    y=positive,
    z=positive,
    c=share,
)
@repeatable
def neuron_sum(namespace: Namespace, x: float, y: float, z: float, c: float) -> Any:
    """Return what a linear neuron gives when all its numbers are equal, so that their order does not matter."""
    neuron = with_all(namespace, namespace["Neuron"](3, "linear"), [3, 1], c)
    return twice(lambda: neuron([x, y, z]).data)


@probe(
    "day4-mlp-neuron",
    'the sorted gradients of the parameters of `Neuron(3, "linear")`, all set to {c}, for the inputs {x}, {y}, {z}',
    "the gradient of each weight is its input, and that of the bias is 1",
    x=positive,
    y=positive,
    z=positive,
    c=share,
)
@repeatable
def neuron_gradients(namespace: Namespace, x: float, y: float, z: float, c: float) -> Any:
    """Return the gradients of a linear neuron's own leaves."""
    neuron = with_all(namespace, namespace["Neuron"](3, "linear"), [3, 1], c)
    leaves = own_leaves(namespace, neuron, [3, 1])
    neuron([x, y, z]).backward()
    return sorted(leaf.grad for leaf in leaves)


@probe(
    "day4-mlp-neuron",
    'the sorted gradients of the parameters of `Neuron(3, "linear")`, all set to {c}, for three inputs of {x}',
    "inputs that hold the same number are still three, and each has its own weight",
    x=positive,
    c=share,
)
@repeatable
def neuron_equal_inputs(namespace: Namespace, x: float, c: float) -> Any:
    """Return the gradients of a linear neuron's own leaves where all inputs are equal."""
    neuron = with_all(namespace, namespace["Neuron"](3, "linear"), [3, 1], c)
    leaves = own_leaves(namespace, neuron, [3, 1])
    neuron([x, x, x]).backward()
    return sorted(leaf.grad for leaf in leaves)


@probe(
    "day4-mlp-neuron",
    'the gradients of the inputs of `Neuron(2, "linear")`, with each weight set to {c}',
    "the gradient of each input is its weight, and the layers before need it",
    x=positive,
    y=positive,
    c=share,
)
@repeatable
def neuron_inputs(namespace: Namespace, x: float, y: float, c: float) -> Any:
    """Return the gradients of both inputs of a neuron, from two passes."""
    neuron = with_all(namespace, namespace["Neuron"](2, "linear"), [2, 1], c)

    def arrived() -> list[Any]:
        inputs = [namespace["Value"](x), namespace["Value"](y)]
        neuron(inputs).backward()
        return [node.grad for node in inputs]

    return twice(arrived)


def _neuron_activations() -> None:
    for activation in ("tanh", "relu", "sigmoid"):

        def activated(namespace: Namespace, x: float, y: float, c: float, activation: str = activation) -> Any:
            neurons = {value: namespace["Neuron"](2, activation) for value in (c, -c)}
            made = [with_all(namespace, neuron, [2, 1], value) for value, neuron in neurons.items()]
            return twice(lambda: [neuron([x, y]).data for neuron in made])

        activated.__name__ = f"neuron_{activation}"
        probe(
            "day4-mlp-neuron",
            f'`Neuron(2, "{activation}")([{{x}}, {{y}}]).data` with weights and bias {{c}}, then its negative',
            f"{activation} is applied to the whole sum, including the bias",
            x=positive,
            y=positive,
            c=share,
        )(repeatable(activated))


_neuron_activations()


@probe(
    "day4-mlp-neuron",
    "`Neuron(1)([{x}]).data` with weight and bias set to {c}",
    "the activation is tanh unless another one is given",
    x=positive,
    c=share,
)
@repeatable
def neuron_default(namespace: Namespace, x: float, c: float) -> Any:
    """Return what a neuron with no named activation gives."""
    neuron = with_all(namespace, namespace["Neuron"](1), [1, 1], c)
    return twice(lambda: neuron([x]).data)


def _neuron_refuses(name: str, given: int) -> None:
    def refuses(namespace: Namespace) -> Any:
        return refusal(lambda: namespace["Neuron"](4)([0.5] * given), 4, given)

    refuses.__name__ = name
    probe(
        "day4-mlp-neuron",
        f"what `Neuron(4)` does with {given} inputs",
        f"a neuron of 4 weights cannot use {given} inputs, and the error should state both numbers",
        phrase=refused,
    )(repeatable(refuses))


_neuron_refuses("neuron_too_few", 3)
_neuron_refuses("neuron_too_many", 6)
