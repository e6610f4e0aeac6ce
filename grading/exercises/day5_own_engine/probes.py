# SPDX-License-Identifier: MIT
"""What is asked of ``own_layer_norms``."""

from __future__ import annotations

import math
from typing import Any

from grading.exercises.shared.inputs import number, positive
from grading.exercises.shared.probe import Namespace
from grading.exercises.shared.torch_models import as_list, as_numbers, lent_norm, probe, right_norm


def own_norms(namespace: Namespace, model: Any, xs: list[list[float]], ys: list[float]) -> Any:
    """Return the norms that the learner finds in an own MLP, each that is right in 32 bits with 64."""
    function = namespace["own_layer_norms"]
    right = _norms_of_a_pass(model, xs, ys)
    with lent_norm(function):
        norms = as_numbers(function(model, xs, ys))
    if not isinstance(norms, list) or len(norms) != len(right):
        return norms
    return [precise if _single(value, precise) else value for value, precise in zip(norms, right, strict=True)]


def _single(value: Any, precise: float) -> bool:
    """Tell whether a number is as near to another as 32 bits allow: PyTorch's tensors have no more unless asked."""
    return isinstance(value, float) and math.isclose(value, precise, rel_tol=1e-6)


def _norms_of_a_pass(model: Any, xs: list[list[float]], ys: list[float]) -> list[float]:
    """Return the norm of each layer's gradients, and leave every gradient as it was."""
    parameters = list(model.parameters())
    before = [parameter.grad for parameter in parameters]
    for parameter in parameters:
        parameter.grad = 0.0
    (sum((model(x) - y) ** 2 for x, y in zip(xs, ys, strict=True)) / len(xs)).backward()
    norms = [right_norm(layer.parameters()) for layer in model.layers]
    for parameter, grad in zip(parameters, before, strict=True):
        parameter.grad = grad
    return norms


def _small_mlp(namespace: Namespace, a: float, b: float) -> Any:
    model = namespace["MLP"](2, [2, 1], "tanh", "linear")
    for place, parameter in enumerate(model.parameters()):
        parameter.data = (a if place % 2 else b) / (4 + place)
    return model


@probe(
    "day5-own-engine-norms",
    "`own_layer_norms` of one linear neuron with weight {a} and bias 0, sample x = {b}, y = {c}",
    "with the error e = {a} · {b} - {c} the gradients are 2 · e · {b} and 2 · e",
    a=number,
    b=number,
    c=number,
)
def own_by_hand(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norm of a net with one weight and one bias."""
    model = namespace["MLP"](1, [1], "tanh", "linear")
    weight, bias = model.parameters()
    weight.data, bias.data = a, 0.0
    return own_norms(namespace, model, [[b]], [c])


@probe(
    "day5-own-engine-norms",
    "`own_layer_norms` of an MLP 2→2→1 with tanh, and five samples",
    "the loss is the mean of the squared errors, and each layer has one norm, from the input on",
    a=positive,
    b=positive,
    c=number,
)
def own_samples(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the norms of two layers over five samples."""
    xs, ys = [[a, b], [c, a], [-b, c / 2], [a / 4, -c], [b, b / 8]], [b, c, -a, -b, a / 2]
    return own_norms(namespace, _small_mlp(namespace, a, b), xs, ys)


@probe(
    "day5-own-engine-afresh",
    "`own_layer_norms` of an MLP 2→2→1 and three samples, when an earlier pass left 7.0 in every gradient",
    "what was there before does not count",
    phrase=str,
    a=positive,
    b=positive,
    c=number,
)
def own_afresh(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Say whether the norms depend on the gradients at the start; whether they are right is asked elsewhere."""
    found = []
    samples, others = [[a, c], [c, b], [b, -a]], [[c, -a], [a, -b], [-a, c]]
    for left, xs in ((0.0, samples), (7.0, samples), (0.0, others)):
        model = _small_mlp(namespace, a, b)
        for parameter in model.parameters():
            parameter.grad = left
        found.append(own_norms(namespace, model, xs, [b, a, c]))
    fresh, used, other = (norms if _measured(norms) else [] for norms in found)
    if not (fresh and used) or fresh == other:
        return f"{as_list(found[0])}, whatever the samples are"
    same = len(fresh) == len(used) and all(map(math.isclose, fresh, used))
    return "the same as where they were 0" if same else "another list than where they were 0"


def _measured(norms: Any) -> bool:
    """Tell whether an answer is a list of numbers, of which one at least is not 0."""
    return isinstance(norms, list) and all(isinstance(norm, (int, float)) for norm in norms) and any(norms)


@probe(
    "day5-own-engine-afresh",
    "the data of the parameters after `own_layer_norms`",
    "measuring is not training: no parameter moves",
    many=True,
    a=positive,
    b=positive,
    c=number,
)
def own_does_not_train(namespace: Namespace, a: float, b: float, c: float) -> Any:
    """Return the parameters' data after measuring."""
    model = _small_mlp(namespace, a, b)
    own_norms(namespace, model, [[a, c]], [b])
    return [parameter.data for parameter in model.parameters()]
