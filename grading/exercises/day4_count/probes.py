# SPDX-License-Identifier: MIT
"""What is asked of nodes and parameters that are counted."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from grading.exercises.shared.graphs import listed
from grading.exercises.shared.inputs import integer
from grading.exercises.shared.probe import Namespace, probe, written
from grading.exercises.shared.stand_in import lent


@probe(
    "day4-count-paper",
    "the names in `nodes`",
    "every neuron has a weighted sum and an output, and inputs and parameters are not listed",
    many=True,
    phrase=listed,
    reveal=False,
)
def count_nodes(namespace: Namespace) -> Any:
    """Return the names of the intermediate nodes, sorted."""
    return sorted(str(name).strip() for name in written(namespace["nodes"]))


def _counted(key: str, why: str) -> None:
    def entry(namespace: Namespace) -> Any:
        return written(written(namespace["counted"])[key])

    entry.__name__ = f"counted_{key.replace(' ', '_')}"
    probe("day4-count-paper", f'`counted["{key}"]`', why, reveal=False)(entry)


for _layer in (1, 2, 3):
    _counted(f"layer {_layer}", "each neuron of a layer has one weight for each of its inputs, and a bias")


_counted("all", "it is the sum over the layers")


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
    # Never right, so always lent: each part is the learner's own, which notes that it was called.
    with lent(function, lambda: False, **parts), suppress(Exception):
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
