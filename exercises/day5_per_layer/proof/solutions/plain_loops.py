# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers; a while loop; a name is written beside the end of each line.


def layer_gradient_norms(model):
    result = []
    for module in model.modules():
        if isinstance(module, nn.Linear):
            total = 0.0
            for row in module.weight.grad.tolist():
                for number in row:
                    total = total + number * number
            result.append(total**0.5)
    return result


def plot_layers(curves):
    figure, axes = plt.subplots()
    for name, norms in curves.items():
        places = []
        while len(places) < len(norms):
            places.append(len(places) + 1)
        axes.plot(places, norms)
        axes.text(places[-1], norms[-1], " " + name)
    axes.set_yscale("log")
    axes.set_title("Which layer learns?")
    axes.set_xlabel("layer")
    axes.set_ylabel("norm")
    return figure
