# SPDX-License-Identifier: MIT
"""Questions about ``parameters``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exercises.day4_mlp.probes.networks import added_leaves, own_leaves, probe, repeatable, size
from judge.asking.probe import Namespace


def listing(namespace: Namespace, nin: int, nouts: list[int]) -> tuple[Any, list[Any]]:
    """Return a network and the list of its parameters."""
    model = namespace["MLP"](nin, nouts)
    return model, list(model.parameters())


_SIZES = {"nin": size, "hidden": size, "nout": size}


@probe(
    "day4-mlp-parameters",
    "the number of entries in `MLP({nin}, [{hidden}, {nout}]).parameters()`",
    "each neuron has one weight for each of its inputs, plus a bias",
    **_SIZES,
)
@repeatable
def parameters_count(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many entries the list of parameters has."""
    return len(listing(namespace, nin, [hidden, nout])[1])


@probe(
    "day4-mlp-parameters",
    "how many different objects `MLP({nin}, [{hidden}, {nout}]).parameters()` lists",
    "each weight and each bias is a separate object",
    **_SIZES,
)
@repeatable
def parameters_distinct(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many different objects the list of parameters has."""
    return len({id(parameter) for parameter in listing(namespace, nin, [hidden, nout])[1]})


@probe(
    "day4-mlp-parameters",
    "how many entries of `MLP({nin}, [{hidden}, {nout}]).parameters()` are Values",
    "the list is flat, and training needs the data and the grad of each entry",
    **_SIZES,
)
@repeatable
def parameters_flat(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Return how many entries of the list are Values."""
    return sum(isinstance(entry, namespace["Value"]) for entry in listing(namespace, nin, [hidden, nout])[1])


@probe(
    "day4-mlp-parameters",
    "which classes have a `parameters()` result that can be looped over only once",
    "training loops over the list to reset the gradients, and again to update",
    phrase=str,
)
@repeatable
def parameters_kept(namespace: Namespace) -> Any:
    """Name the classes whose parameters are used up after one loop."""
    parts = {"Neuron": namespace["Neuron"](2), "Layer": namespace["Layer"](2, 2), "MLP": namespace["MLP"](2, [2, 1])}
    listed = {name: part.parameters() for name, part in parts.items()}
    return ", ".join(name for name, entries in listed.items() if list(entries) and not list(entries)) or "none"


@probe(
    "day4-mlp-parameters",
    "which numbers that `MLP({nin}, [{hidden}, {nout}])` uses are not in its `parameters()`",
    "what is not listed is never trained",
    phrase=str,
    effort=2,
    **_SIZES,
)
@repeatable
def parameters_complete(namespace: Namespace, nin: int, hidden: int, nout: int) -> Any:
    """Say how many leaves of the network's graphs are not listed, and which."""
    model, listed = listing(namespace, nin, [hidden, nout])
    known = {id(parameter) for parameter in listed}
    missing = {id(leaf) for leaf in own_leaves(namespace, model, [nin, hidden, nout])} - known
    biases = len(missing & added_leaves(model, [namespace["Value"](1.5 + index) for index in range(nin)]))
    weights = len(missing) - biases
    if weights and biases:
        return f"{weights} weights and {biases} biases"
    return f"{weights} weights" if weights else f"{biases} biases" if biases else "none"


def _part_parameters(called: str, make: Callable[[Namespace], Any], name: str, why: str) -> None:
    def entries(namespace: Namespace) -> Any:
        return len(list(make(namespace).parameters()))

    entries.__name__ = name
    probe("day4-mlp-parameters", f"the number of entries in `{called}.parameters()`", why)(repeatable(entries))


@probe(
    "day4-mlp-parameters",
    "the number of entries in `Neuron(4).parameters()` at its second and third call",
    "each call should list the same, but anything appended to the neuron's own list of weights stays in it",
)
@repeatable
def parameters_again(namespace: Namespace) -> Any:
    """Return how many entries a neuron's list has in later calls."""
    neuron = namespace["Neuron"](4)
    return [len(list(neuron.parameters())) for _ in range(3)][1:]


_part_parameters("Neuron(5)", lambda names: names["Neuron"](5), "parameters_neuron", "5 weights plus a bias make 6")
_part_parameters(
    "Layer(5, 3)", lambda names: names["Layer"](5, 3), "parameters_layer", "3 neurons with 6 parameters each make 18"
)
