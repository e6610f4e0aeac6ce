# SPDX-License-Identifier: MIT
# ruff: noqa
# Names kept in a dictionary of modules; the largest size is divided out; one legend entry made for each net.


def layer_gradient_norms(model):
    norms = {}
    for path, module in model.named_modules():
        if isinstance(module, nn.Linear):
            gradient = module.weight.grad.detach().clone()
            largest = gradient.abs().max()
            norms[path] = (largest * (gradient / largest).square().sum().sqrt()).item()
    return list(norms.values())


def plot_layers(curves):
    figure, grid = plt.subplots(squeeze=False)
    axes = grid[0, 0]
    lines = []
    for norms in curves.values():
        lines += axes.plot(range(1, len(norms) + 1), norms)
    axes.set(yscale="log", xlabel="number of the layer", ylabel="norm of the weights' gradient")
    axes.legend(lines, curves.keys())
    figure.tight_layout()
    return figure
