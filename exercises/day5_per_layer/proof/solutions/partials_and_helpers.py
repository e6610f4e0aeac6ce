# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by both functions; lines made by hand; sizes of the axes set from the data.

from functools import partial

from matplotlib.lines import Line2D

length = partial(torch.linalg.vector_norm, ord=2)


def linear_layers(model):
    yield from (module for module in model.modules() if isinstance(module, torch.nn.Linear))


def layer_gradient_norms(model):
    return tuple(float(length(layer.weight.grad)) for layer in linear_layers(model))


def plot_layers(curves):
    figure, axes = plt.subplots(1, 1)
    for name, norms in curves.items():
        axes.add_line(Line2D(list(range(1, len(norms) + 1)), norms, label=name))
    axes.set_yscale("log")
    axes.autoscale_view()
    axes.set_xlabel("layer")
    axes.set_ylabel("norm")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles, labels)
    return axes.figure
