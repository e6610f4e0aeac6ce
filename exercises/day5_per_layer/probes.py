# SPDX-License-Identifier: MIT
"""Questions about ``layer_gradient_norms`` and ``plot_layers``.

A picture is read from the figure object: which axes it has, which lines, and what names them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from unittest import mock

from exercises.day5_hooks.torch_models import (
    as_numbers,
    gradients,
    inputs_for,
    layers_in_blocks,
    nn,
    probe,
    seeded,
    torch,
)
from exercises.shared.later import Later
from judge.asking.inputs import Draw, integer, positive
from judge.asking.probe import Namespace
from judge.run.answers import number_of

plt = Later("matplotlib.pyplot")

# A picture takes 10 ms. What does not depend on the numbers in it is asked of one.
ONCE = 1
ONE_PAIR = "one figure with one pair of axes"


def _layer(inputs: int, outputs: int, grads: Iterable[float]) -> nn.Linear:
    """Return a linear layer whose weights have these gradients, and whose bias has others."""
    layer = nn.Linear(inputs, outputs, dtype=torch.float64)
    layer.weight.grad = torch.tensor(list(grads), dtype=torch.float64).reshape(outputs, inputs)
    layer.bias.grad = torch.full((outputs,), 7.0, dtype=torch.float64)
    return layer


def _norms(namespace: Namespace, model: nn.Module) -> Any:
    return as_numbers(namespace["layer_gradient_norms"](model))


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of one layer whose weights have the gradients {grads}",
    "the norm is the square root of the sum of their squares; the bias is left out",
    grads=gradients,
)
def norm_of_one_layer(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of the only layer of a model."""
    return _norms(namespace, nn.Sequential(_layer(3, 1, grads)))


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of one layer with two inputs and two outputs, whose weights have the gradients {grads} "
    "and 2",
    "the norm is the square root of the sum of the squares of all entries of the table; the bias is left out",
    grads=gradients,
)
def norm_of_a_table(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norm of a layer whose gradient has more than one row and more than one column."""
    return _norms(namespace, nn.Sequential(_layer(2, 2, [*grads, 2.0])))


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of one layer with four weights, whose gradients are {a}, 0.0025, 0 and -0.005, "
    "to five digits",
    "nothing is rounded before that",
    a=lambda draw: draw.random.choice((0.00125, 0.00375, 0.00625)),
)
def norm_of_small_gradients(namespace: Namespace, a: float) -> Any:
    """Return a small norm of a table with two rows, which rounding to a few decimals would spoil."""
    found = _norms(namespace, nn.Sequential(_layer(2, 2, [a, 0.0025, 0.0, -0.005])))
    listed = found if isinstance(found, list) else [found]
    return [float(f"{norm:.5g}") if isinstance(norm, float) else norm for norm in listed]


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of two linear layers, the first in a block of a block, whose weights have the gradients "
    "{grads} and 4, with a LayerNorm between",
    "a layer inside a block counts like any other, and a LayerNorm is not an `nn.Linear`",
    rounds=1,
    grads=gradients,
)
def norms_in_one_block(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norms of two layers, the first of which stands in a block."""
    other = nn.LayerNorm(1, dtype=torch.float64)
    other.weight.grad, other.bias.grad = torch.ones_like(other.weight), torch.zeros_like(other.bias)
    block = nn.Sequential(nn.Sequential(_layer(3, 1, grads)))
    return _norms(namespace, nn.Sequential(block, other, _layer(1, 1, [4.0])))


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of layers 3→4→4→2, the first in a block, tanh and a LayerNorm between, from seed {n}",
    "one norm for each linear layer, from the input on",
    n=integer,
)
def norms_in_blocks(namespace: Namespace, n: int) -> Any:
    """Return the norms of three layers, one of them inside a block, after a backward pass."""
    seeded(n)
    x, target = inputs_for(5, 3, 2)
    model = layers_in_blocks()
    nn.functional.mse_loss(model(x), target).backward()
    return _norms(namespace, model)


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of three linear layers of one size, where the weights of the first two have the gradients "
    "{grads} and 2, and those of the third 1, 2, 2 and 4",
    "layers that look alike are still three, each with its own norm",
    grads=gradients,
)
def norms_of_equal_layers(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norms of three layers, two of which have the same gradients."""
    entries = [*grads, 2.0], [*grads, 2.0], [1.0, 2.0, 2.0, 4.0]
    return _norms(namespace, nn.Sequential(*(_layer(2, 2, each) for each in entries)))


@probe(
    "day5-per-layer-norms",
    "`layer_gradient_norms` of a linear layer whose weights have the gradients {grads}, behind a Conv1d",
    "a Conv1d has weights, too, but is not an `nn.Linear`",
    grads=gradients,
)
def norm_beside_another_kind(namespace: Namespace, grads: list[float]) -> Any:
    """Return the norms of a model in which a module of another kind has weights with gradients."""
    other = nn.Conv1d(1, 1, 2, dtype=torch.float64)
    other.weight.grad, other.bias.grad = torch.ones_like(other.weight), torch.ones_like(other.bias)
    return _norms(namespace, nn.Sequential(other, _layer(3, 1, grads)))


@probe(
    "day5-per-layer-norms",
    "the gradients of a layer's weights, {grads} before, after `layer_gradient_norms` looked at them",
    "measuring changes nothing",
    grads=gradients,
)
def gradients_stay(namespace: Namespace, grads: list[float]) -> Any:
    """Return the gradients after they were measured."""
    layer = _layer(3, 1, grads)
    namespace["layer_gradient_norms"](nn.Sequential(layer))
    grad = layer.weight.grad
    return "no gradient" if grad is None else grad.flatten().tolist()


def _curve(length: int, power: int) -> Callable[[Draw], list[float]]:
    """Return a drawer of norms that lie near a power of ten."""
    return lambda draw: [round(positive(draw) * 10.0**power, 12) for _ in range(length)]


CURVES = {"first": _curve(4, -1), "second": _curve(4, -2), "third": _curve(4, -6)}
NAMES = ("tanh", "ReLU", "sigmoid")


def _opened(namespace: Namespace, curves: dict[str, list[float]]) -> tuple[Any, int]:
    """Return what plot_layers returns, and how many figures it opened; none of them stays open."""
    before = set(plt.get_fignums())

    def close_opened(*_: Any, **__: Any) -> None:
        for number in set(plt.get_fignums()) - before:
            plt.close(number)

    # In a notebook, `plt.show()` closes every figure that is open.
    with mock.patch("matplotlib.pyplot.show", close_opened):
        try:
            returned = namespace["plot_layers"]({name: list(norms) for name, norms in curves.items()})
            opened = set(plt.get_fignums()) - before
        finally:
            close_opened()
    return returned, len(opened)


def _seen(axes: Any) -> list[Any]:
    """Return the lines of some axes that show data; a line across the whole picture, such as a grid's, does not."""
    return [line for line in axes.lines if len(line.get_xdata()) and line.get_transform() == axes.transData]


def _drawn(namespace: Namespace, curves: dict[str, list[float]]) -> Any:
    """Return the axes in which something is drawn, or a text that says what there is in place of one pair."""
    figure, opened = _opened(namespace, curves)
    if figure is None:
        return "nothing: the figure is not returned"
    if isinstance(figure, plt.Axes):
        return "the axes, and not their figure"
    if not isinstance(figure, plt.Figure):
        return f"not a figure, but an object of type {type(figure).__name__}"
    if not figure.axes:
        return "a figure without axes: nothing is drawn in it, or it was cleared or closed and a new one is returned"
    if opened > 1:
        return f"{opened} figures"
    used = [axes for axes in figure.axes if axes.has_data()]
    if not used:
        return "a figure whose axes are empty: the lines are in another figure, or in none"
    return used[0] if len(used) == 1 else f"one figure with {len(used)} pairs of axes"


def _about_the_picture(ask: str, because: str, **options: Any) -> Callable[[Callable[[Any, Any], Any]], None]:
    """Register a question about the one pair of axes that plot_layers draws three curves in."""

    def register(read: Callable[[Any, dict[str, list[float]]], Any]) -> None:
        def asked(namespace: Namespace, **drawn: list[float]) -> Any:
            curves = dict(zip(NAMES, drawn.values(), strict=True))
            axes = _drawn(namespace, curves)
            return axes if isinstance(axes, str) else read(axes, curves)

        asked.__name__, asked.__doc__ = read.__name__, read.__doc__
        probe("day5-per-layer-plot", ask, because, simpler=False, **{**CURVES, **options})(asked)

    return register


@_about_the_picture(
    "what `plot_layers` returns for three nets with four layers each",
    "all nets are drawn in one figure, and that figure is returned",
    rounds=ONCE,
)
def one_picture(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Say that there is one figure with one pair of axes."""
    return ONE_PAIR


@_about_the_picture(
    "the number of lines that `plot_layers` draws for three nets",
    "each net has its own line through all its layers",
    rounds=ONCE,
)
def one_line_each(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return how many lines show data."""
    return len(_seen(axes))


def _numbers(values: Any) -> list[Any]:
    return [number_of(value) for value in values]


@_about_the_picture(
    "the vertical values of the three lines, {first}, {second} and {third} in `curves`",
    "the norms themselves are drawn; the axis makes them logarithmic",
)
def heights(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return the heights of each line, the line that ends highest first."""
    return sorted((_numbers(line.get_ydata()) for line in _seen(axes)), key=lambda line: -_last(line))


def _last(line: list[Any]) -> float:
    return line[-1] if line and isinstance(line[-1], (int, float)) else 0.0


@_about_the_picture(
    "the horizontal values of the first line, for four layers",
    "layers are counted from 1, the one nearest the input",
    rounds=ONCE,
)
def layers_below(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return the horizontal places of the points."""
    return _numbers(_seen(axes)[0].get_xdata(orig=False)) if _seen(axes) else "no line"


def _flat(draw: Draw) -> list[float]:
    return [0.25] * 4


@_about_the_picture(
    "the horizontal values of all lines, where each of the three nets has the norm 0.25 in each of its four layers",
    "norms that are equal still belong to four layers and to three nets",
    first=_flat,
    second=_flat,
    third=_flat,
)
def layers_below_equal_norms(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return the horizontal places of the points of every line."""
    return [_numbers(line.get_xdata(orig=False)) for line in _seen(axes)]


@_about_the_picture(
    "the scales of the two axes",
    "norms differ by powers of ten, but layers do not",
    rounds=ONCE,
)
def scales(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return a text with the scales of both axes, such as *linear for the layers, log for the norms*."""
    return f"{axes.get_xscale()} for the layers, {axes.get_yscale()} for the norms"


@_about_the_picture(
    "how many of the two axes have a label",
    "a reader should see from the picture alone what it shows",
    rounds=ONCE,
)
def names_of_axes(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return how many axes have a name; one for the whole figure counts, too."""
    whole = axes.figure
    named = (axes.get_xlabel() or whole.get_supxlabel(), axes.get_ylabel() or whole.get_supylabel())
    return sum(bool(name.strip()) for name in named)


def _look(line: Any) -> tuple[Any, ...]:
    return line.get_color(), line.get_linestyle(), line.get_marker()


def _named(axes: Any) -> list[tuple[str, Any]]:
    """Return each name that the picture shows, with the heights of the lines that look like it; None beside a line."""
    named: list[tuple[str, Any]] = [(text.get_text(), None) for text in axes.texts]
    for legend in filter(None, (axes.get_legend(), *axes.figure.legends)):
        for shown, text in zip(legend.get_lines(), legend.get_texts(), strict=False):
            alike = [_numbers(line.get_ydata()) for line in _seen(axes) if _look(line) == _look(shown)]
            named.append((text.get_text(), alike))
    return named


@_about_the_picture(
    "the names that the picture gives to the three lines, those of `curves`",
    "without a name you cannot tell which line belongs to which net",
)
def names_of_lines(axes: Any, curves: dict[str, list[float]]) -> Any:
    """Return the names of the nets that the picture shows, each at its own line."""
    found = []
    for name, norms in curves.items():
        places = [lines for text, lines in _named(axes) if name in text]
        if any(lines is None or norms in lines for lines in places):
            found.append(name)
        elif places:
            found.append(f"{name} (at another net's line)")
    return found or "no name"
