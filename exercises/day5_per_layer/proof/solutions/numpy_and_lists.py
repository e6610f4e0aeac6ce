# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; a figure without pyplot; names of the whole figure, and a legend of the whole figure.

import numpy
from matplotlib.figure import Figure


def layer_gradient_norms(model):
    return [float(numpy.linalg.norm(m.weight.grad.numpy())) for m in model.modules() if type(m) is nn.Linear]


def plot_layers(curves):
    figure = Figure(figsize=(6, 4))
    axes = figure.add_subplot()
    for name, norms in curves.items():
        axes.plot(numpy.arange(1, len(norms) + 1), numpy.array(norms), label=f"{name} net")
    axes.set_yscale("log", base=2)
    figure.supxlabel("layer")
    figure.supylabel("norm")
    figure.legend()
    return figure
