# SPDX-License-Identifier: MIT
"""Questions about ``Layer``."""

from __future__ import annotations

from typing import Any

from exercises.day4_mlp.probes.networks import (
    kind,
    nodes_behind,
    own_leaves,
    probe,
    repeatable,
    share,
    size,
    twice,
    with_all,
)
from judge.asking.inputs import positive
from judge.asking.probe import Namespace


@probe(
    "day4-mlp-layer",
    "the number of outputs of `Layer({nin}, {nout})`",
    "there is one for each neuron",
    nin=size,
    nout=size,
)
@repeatable
def layer_outputs(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return how many outputs a layer gives."""
    return len(namespace["Layer"](nin, nout)([0.5] * nin))


@probe(
    "day4-mlp-layer",
    "what `Layer({nin}, 1)` gives for a list of {nin} numbers",
    "the next layer needs a list, even of one output",
    nin=size,
)
@repeatable
def layer_of_one(namespace: Namespace, nin: int) -> Any:
    """Tell whether a layer of one neuron gives a list."""
    output = namespace["Layer"](nin, 1)([0.5] * nin)
    return kind(namespace, output) if isinstance(output, namespace["Value"]) else f"{len(output)} output in a list"


@probe(
    "day4-mlp-layer",
    "how many weights and biases two outputs of `Layer({nin}, {nout})` have in common",
    "each neuron has its own parameters",
    nin=size,
    nout=size,
)
@repeatable
def layer_shares(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return how many of a layer's own leaves stand behind its first output and behind its last."""
    layer = namespace["Layer"](nin, nout)
    own = {id(leaf) for leaf in own_leaves(namespace, layer, [nin, nout])}
    outputs = layer([0.5] * nin)
    first, last = ({id(node) for node in nodes_behind(output)} for output in (outputs[0], outputs[-1]))
    return len(own & first & last)


@probe(
    "day4-mlp-layer",
    'how many of the 6 outputs of a new `Layer(6, 6, "linear")` are different numbers',
    "each neuron starts with different weights, or all would learn the same",
)
@repeatable
def layer_differs(namespace: Namespace) -> Any:
    """Tell how many different numbers the outputs of a new layer are, and how the weights are if they are alike."""
    inputs = [namespace["Value"](1.0 + index) for index in range(6)]
    layer = namespace["Layer"](6, 6, "linear")
    outputs = layer(inputs)
    different = len({output.data for output in outputs})
    if different == 6:
        return "6"
    own = own_leaves(namespace, layer, [6, 6])
    if len(own) < 36:
        return f"{different}, and only {len(own)} weights and biases take part"
    start = len({leaf.data for leaf in own})
    return f"{different}, from weights and biases that are {start} different {'number' if start == 1 else 'numbers'}"


@probe(
    "day4-mlp-layer",
    "the range of the weights of a new `Layer(200, 2)`",
    "each weight is drawn evenly between -1 and 1",
    phrase=str,
)
@repeatable
def layer_weights(namespace: Namespace) -> Any:
    """Tell in what range a new layer's weights lie, and how."""
    layer = namespace["Layer"](200, 2)
    leaves = [leaf.data for leaf in own_leaves(namespace, layer, [200, 2])]
    # Another question asks about fewer than 400, and about numbers that are all alike.
    if len(leaves) < 400 or len(set(leaves)) < 3:
        return "-1 to 1"
    start = [number for number in leaves if number]
    largest, inner = max(map(abs, start)), sum(abs(number) < 0.5 * max(map(abs, start)) for number in start)
    # A number of one sign, or one that is left out, is no accident among 400.
    if min(start) > 0 or max(start) < 0:
        return f"{round(min(start))} to {round(max(start))}"
    if len(set(start)) < 0.9 * len(start):
        return "a few different numbers" if len(set(start)) < 0.5 * len(start) else "one with many equal numbers"
    # Half of evenly drawn numbers lie in the inner half: an even draw misses that bound once in 10**8 times.
    if inner > 0.65 * len(start):
        return "an uneven one: numbers near 0 are more likely than those near the ends"
    middle = (min(start) + max(start)) / 2
    if abs(middle) > 0.2 * largest:
        return "one that extends further on one side of 0 than on the other"
    # Of 400 weights, all stay a quarter away from an end once in 10**23 draws.
    return "a wider one" if largest > 1 else "a narrower one" if largest < 0.75 else "-1 to 1"


@probe(
    "day4-mlp-layer",
    "which weights two new layers `Layer(3, 3)` have in common",
    "each weight is drawn separately",
    phrase=str,
)
@repeatable
def layer_twins(namespace: Namespace) -> Any:
    """Tell whether two layers, one made after the other, start with the same weights."""
    layers = [namespace["Layer"](3, 3) for _ in range(2)]
    first, second = ({leaf.data for leaf in own_leaves(namespace, layer, [3, 3])} - {0.0} for layer in layers)
    return "all" if first and first == second else "none"


@probe(
    "day4-mlp-layer",
    'how many of the 3 outputs of a new `Layer(2, 3, "linear")` for (0, 0) stay when all parameters are set to 0',
    "with inputs of 0 only the biases are left, and each bias starts at 0",
)
@repeatable
def layer_biases(namespace: Namespace) -> Any:
    """Return how many of a new layer's biases are 0; another activation than the one that is named does not matter."""
    layer = namespace["Layer"](2, 3, "linear")
    new = [output.data for output in layer([0.0, 0.0])]
    cleared = with_all(namespace, layer, [2, 3], 0.0)([0.0, 0.0])
    return sum(start == output.data for start, output in zip(new, cleared, strict=True))


@probe(
    "day4-mlp-layer",
    'the outputs of `Layer(2, 2)` minus that of `Neuron(2, "tanh")`, all parameters {c}',
    "the activation is tanh unless another one is given",
    x=positive,
    y=positive,
    c=share,
)
@repeatable
def layer_default(namespace: Namespace, x: float, y: float, c: float) -> Any:
    """Return how far a layer with no named activation is from a neuron of the same class with tanh."""
    layer = with_all(namespace, namespace["Layer"](2, 2), [2, 2], c, "Neuron")
    neuron = with_all(namespace, namespace["Neuron"](2, "tanh"), [2, 1], c, "Neuron")
    return twice(lambda: [output.data - neuron([x, y]).data for output in layer([x, y])])


@probe(
    "day4-mlp-layer",
    'the outputs of `Layer(2, 3, "{activation}")` minus that of `Neuron(2, "{activation}")`, all parameters {c}',
    "a layer is several neurons side by side, all with the activation given to the layer",
    rounds=6,
    x=positive,
    y=positive,
    c=share,
    activation=lambda draw: draw.random.choice(("relu", "sigmoid", "linear")),
)
@repeatable
def layer_activation(namespace: Namespace, x: float, y: float, c: float, activation: str) -> Any:
    """Return how far a layer's outputs are from those of a neuron of the same class with the same numbers."""
    layer = with_all(namespace, namespace["Layer"](2, 3, activation), [2, 3], c, "Neuron")
    neuron = with_all(namespace, namespace["Neuron"](2, activation), [2, 1], c, "Neuron")
    return twice(lambda: [output.data - neuron([x, y]).data for output in layer([x, y])])
