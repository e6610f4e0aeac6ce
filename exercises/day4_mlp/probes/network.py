# SPDX-License-Identifier: MIT
"""Questions about ``MLP``."""

from __future__ import annotations

import math
from typing import Any

from exercises.day4_mlp.probes.networks import (
    as_list,
    kind,
    own_leaves,
    probe,
    repeatable,
    share,
    size,
    twice,
    with_all,
    with_kept,
)
from judge.asking.inputs import number, positive
from judge.asking.probe import Namespace


def _network_kind(nin: int, nouts: list[int], why: str) -> None:
    def output_kind(namespace: Namespace) -> Any:
        return kind(namespace, namespace["MLP"](nin, nouts)([0.5, -1.5][:nin]))

    output_kind.__name__ = f"network_kind_{'_'.join(map(str, [nin, *nouts]))}"
    probe("day4-mlp-network", f"what `MLP({nin}, {nouts})` gives", why)(repeatable(output_kind))


_network_kind(2, [3, 1], "one output is one Value")
_network_kind(1, [2, 1], "one input is a list of one number, and only the output is one Value")
_network_kind(2, [3, 1, 1], "a layer of one neuron can be anywhere in the network")


@probe(
    "day4-mlp-network",
    "the number of outputs of `MLP({nin}, [{hidden}, {nout}])`",
    "there is one for each neuron of the last layer",
    nin=size,
    hidden=size,
    nout=size,
)
@repeatable
def network_outputs(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many outputs a network gives."""
    return len(as_list(namespace["MLP"](nin, [hidden, nout])([0.5] * nin)))


def _network_chain(name: str, nouts: list[int], activations: tuple[str, ...], called: str) -> None:
    hidden, output = activations or ("tanh", "linear")

    def chain(namespace: Namespace, x: float, y: float, c: float) -> Any:
        model = with_all(namespace, namespace["MLP"](2, nouts, *activations), [2, *nouts], c, "Neuron", "Layer")
        values: list[Any] = [x, y]
        for index, width in enumerate(nouts):
            activation = output if index == len(nouts) - 1 else hidden
            neuron = namespace["Neuron"](len(values), activation)
            neuron = with_all(namespace, neuron, [len(values), 1], c, "Neuron", "Layer")
            values = [neuron(values)] * width
        return twice(lambda: as_list(model([x, y]))[0].data - values[0].data)

    chain.__name__ = name
    probe(
        "day4-mlp-network",
        f"the output of `{called}` for ({{x}}, {{y}}) minus that of its neurons called in turn, all parameters {{c}}",
        f"hidden neurons use {hidden}, the last layer uses {output}, and each layer reads the one before it",
        x=positive,
        y=positive,
        c=share,
        simpler=len(nouts) < 3,
        effort=4,
    )(repeatable(chain))


_network_chain("network_default", [3, 1], (), "MLP(2, [3, 1])")
_network_chain("network_bounded", [3, 1], ("relu", "tanh"), 'MLP(2, [3, 1], "relu", "tanh")')
_network_chain("network_narrow", [3, 1, 2, 1], (), "MLP(2, [3, 1, 2, 1])")
_network_chain("network_linear", [2, 2], ("linear", "sigmoid"), 'MLP(2, [2, 2], "linear", "sigmoid")')
_network_chain("network_deep", [3, 2, 1], ("sigmoid", "linear"), 'MLP(2, [3, 2, 1], "sigmoid", "linear")')


@probe(
    "day4-mlp-network",
    "how many parameters of `MLP(2, [3, 2])` have a gradient that differs from their difference quotient",
    "the whole network is one graph, so `backward()` reaches every parameter",
    x=number,
    y=number,
)
@repeatable
def network_gradients(namespace: Namespace, x: float, y: float) -> Any:
    """Compare the engine's gradients through a whole network with difference quotients."""
    model = namespace["MLP"](2, [3, 2])
    leaves = own_leaves(namespace, model, [2, 3, 2])
    model = with_kept(namespace, model, 0.3, "Neuron", "Layer")

    def outcome() -> Any:
        first, second = model([x / 4, y / 4])
        return first * 2.0 + second

    outcome().backward()
    wrong, step = 0, 1e-5
    for leaf in leaves:
        before, sides = leaf.data, []
        for sign in (1, -1):
            leaf.data = before + sign * step
            sides.append(outcome().data)
        leaf.data = before
        wrong += not math.isclose(leaf.grad, (sides[0] - sides[1]) / (2 * step), rel_tol=1e-4, abs_tol=1e-6)
    return wrong
