# SPDX-License-Identifier: MIT
# ruff: noqa
# A tensor of norms; tensors are drawn; a dashed line across the picture, and a grid.


def layer_gradient_norms(model):
    tables = [m.weight.grad for m in model.modules() if isinstance(m, nn.Linear)]
    return torch.stack([table.norm() for table in tables])


def plot_layers(curves):
    figure = plt.figure()
    axes = figure.add_subplot(111, yscale="log")
    for name, norms in curves.items():
        axes.plot(torch.arange(1, len(norms) + 1), torch.tensor(norms, dtype=torch.float64), label=name)
    axes.axhline(1e-3, color="black", linestyle=":")
    axes.grid(True)
    axes.set(xlabel="layer from the input", ylabel="L2 norm")
    axes.legend(title="net")
    return figure
