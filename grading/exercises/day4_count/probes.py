# SPDX-License-Identifier: MIT
"""Questions about nodes and parameters that are counted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from grading.exercises.shared.inputs import integer
from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.probe import Namespace, probe
from grading.exercises.shared.stand_in import replaced_unless

PAPER = {
    "nodes": (
        "how many nodes the neurons of Figure 4.4 make",
        "every neuron makes two, the output's too, and an input makes none",
    ),
    "parameters": (
        "how many weights and biases the network of Figure 4.4 has",
        "each neuron has one weight for each line that ends in it, and a bias",
    ),
    "paths from x1": (
        "how many paths lead from x1 to the output",
        "at every column a path splits, once for each neuron there",
    ),
    "paths from w": (
        "how many paths lead from one weight of layer 1 to the output",
        "a weight belongs to one neuron, and its paths begin there",
    ),
}

for _key, (_ask, _because) in PAPER.items():
    on_paper("day4-count-paper", "counted", _key, _ask, _because)


@probe(
    "day4-count-formula",
    "what `count_parameters({nin}, [{nout}])` builds",
    "the sizes are enough to compute it, as the card asks",
    phrase=str,
    nin=integer,
    nout=integer,
)
def formula_builds(namespace: Namespace, nin: int, nout: int) -> Any:
    """Tell whether a network is built, or a part of one."""
    function, built = namespace["count_parameters"], []

    def noting(part: Any) -> Callable[..., Any]:
        return lambda *sizes, **names: built.append(part) or part(*sizes, **names)

    parts = {name: noting(namespace[name]) for name in ("Neuron", "Layer", "MLP") if name in namespace}
    # Never right, so always given: each part is the learner's own, wrapped to note that it was called.
    with replaced_unless(function, lambda: False, **parts), suppress(Exception):
        function(nin, [nout])
    return "a network, or a part of one" if built else "nothing"


@probe(
    "day4-count-formula",
    "`count_parameters({nin}, [{nout}])`",
    "each of the {nout} neurons has {nin} weights and a bias",
    nin=integer,
    nout=integer,
)
def formula_one_layer(namespace: Namespace, nin: int, nout: int) -> Any:
    """Return the count for one layer."""
    return namespace["count_parameters"](nin, [nout])


@probe(
    "day4-count-formula",
    "`count_parameters({nin}, [{first}, {second}, {third}])`",
    "each layer has its neurons times (its inputs + 1), and its inputs are the neurons before it",
    nin=integer,
    first=integer,
    second=integer,
    third=integer,
)
def formula_layers(namespace: Namespace, nin: int, first: int, second: int, third: int) -> Any:
    """Return the count for three layers."""
    return namespace["count_parameters"](nin, [first, second, third])
