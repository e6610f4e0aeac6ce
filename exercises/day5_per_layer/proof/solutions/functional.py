# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot over lists; pyplot's own current figure; a legend with its names in a list.


def layer_gradient_norms(model):
    linear = filter(lambda module: isinstance(module, nn.Linear), model.modules())
    return [math.hypot(*layer.weight.grad.flatten().tolist()) for layer in linear]


def plot_layers(curves):
    plt.figure()
    for norms in curves.values():
        plt.plot([k + 1 for k in range(len(norms))], norms)
    plt.yscale("log")
    plt.xlabel("layer")
    plt.ylabel("norm")
    plt.legend(list(curves))
    return plt.gcf()
