# SPDX-License-Identifier: MIT
# ruff: noqa
# Squares and a root; semilogy; the figure is closed, so that the notebook does not show it twice.


def layer_gradient_norms(model):
    norms = []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            norms.append((module.weight.grad**2).sum().sqrt().item())
    return norms


def plot_layers(curves):
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    for name in curves:
        norms = curves[name]
        axes.semilogy(range(1, len(norms) + 1), norms, "o-", label=name)
    axes.set(xlabel="layer", ylabel="norm of the gradient", xticks=range(1, 4))
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    plt.close(figure)
    return figure
