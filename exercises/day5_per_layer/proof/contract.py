# SPDX-License-Identifier: MIT
"""The contract of exercise 5.1: norms from plain arithmetic, and what a drawn figure holds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import torch
from matplotlib import pyplot as plt
from torch import nn

from exercises.shared.proof.contract import Clause

__all__ = ["clauses"]

NORMS, PLOT = "day5-per-layer-norms", "day5-per-layer-plot"

GRADIENTS = ((3.0, -4.0, 0.0), (0.00125, 0.0025, 0.0, -0.005), (-6.0, 8.0), (2.5,))
CURVES = {"tanh": [0.12, 0.25, 0.4], "ReLU": [0.013, 0.045, 0.2], "sigmoid": [1.5e-6, 2e-4, 0.011]}
CURVES_OF_TWO = {"narrow": [0.5, 0.75, 0.25, 1.5, 3.0], "wide": [2.0, 0.001, 7.0, 0.3, 0.04]}


def _layer(gradients: tuple[float, ...]) -> nn.Linear:
    layer = nn.Linear(len(gradients), 1, dtype=torch.float64)
    layer.weight.grad = torch.tensor([gradients], dtype=torch.float64)
    layer.bias.grad = torch.full((1,), 5.0, dtype=torch.float64)
    return layer


def _norms(words: str, *places: int) -> Clause:
    """Clause the norms of layers of which each second one stands in a block, and that the gradients stay."""

    def ask(names: Mapping[str, Any]) -> list[Any]:
        layers = [_layer(GRADIENTS[place]) for place in places]
        blocks = [layer if place % 2 else nn.Sequential(layer, nn.Tanh()) for place, layer in enumerate(layers)]
        found = names["layer_gradient_norms"](nn.Sequential(nn.LayerNorm(3), *blocks))
        kept = [[one.weight.grad.flatten().tolist(), one.bias.grad.tolist()] for one in layers]
        return [[float(norm) for norm in found], kept]

    kept = [[list(GRADIENTS[place]), [5.0]] for place in places]
    return Clause(NORMS, words, ask, [[math.hypot(*GRADIENTS[place]) for place in places], kept])


def _drawn(names: Mapping[str, Any], curves: Mapping[str, list[float]]) -> list[Any]:
    """Return what the figure holds; no figure stays open."""
    before = set(plt.get_fignums())
    try:
        figure = names["plot_layers"]({name: list(norms) for name, norms in curves.items()})
        opened = len(set(plt.get_fignums()) - before)
        used = [axes for axes in figure.axes if axes.has_data()]
        (axes,) = used
        lines = [line for line in axes.lines if len(line.get_xdata())]
        shown = [text.get_text() for text in axes.texts]
        for legend in filter(None, (axes.get_legend(), *figure.legends)):
            shown += [text.get_text() for text in legend.get_texts()]
        return [
            isinstance(figure, plt.Figure) and opened <= 1,
            sorted(
                [list(map(float, line.get_xdata(orig=False))), list(map(float, line.get_ydata()))] for line in lines
            ),
            [axes.get_xscale(), axes.get_yscale()],
            [bool(axes.get_xlabel() or figure.get_supxlabel()), bool(axes.get_ylabel() or figure.get_supylabel())],
            [any(name in text for text in shown) for name in curves],
        ]
    finally:
        for number in set(plt.get_fignums()) - before:
            plt.close(number)


def _picture(curves: Mapping[str, list[float]]) -> Clause:
    lines = sorted([[place + 1.0 for place in range(len(norms))], norms] for norms in curves.values())
    expected = [True, lines, ["linear", "log"], [True, True], [True] * len(curves)]
    return Clause(PLOT, f"the picture of {', '.join(curves)}", lambda names: _drawn(names, curves), expected)


@cache
def clauses() -> tuple[Clause, ...]:
    """Return what the card asks for, a clause each; the expected values come from arithmetic or PyTorch."""
    return (
        _norms("the norm of 3, -4 and 0", 0),
        _norms("the norm of small gradients", 1),
        _norms("the norms of four layers", 0, 1, 2, 3),
        _norms("the norms of three layers", 2, 0, 3),
        _picture(CURVES),
        _picture(CURVES_OF_TWO),
    )
