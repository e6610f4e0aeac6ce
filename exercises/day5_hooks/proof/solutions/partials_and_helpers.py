# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.

from functools import partial


class Watch:
    def __init__(self, norms, place):
        self.norms, self.place = norms, place

    def __call__(self, module, arriving):
        self.norms[self.place] = arriving[0].pow(2).sum().sqrt().item()


def arriving_gradient_norms(model, x, target):
    layers = [layer for layer in model.modules() if isinstance(layer, nn.Linear)]
    norms, handles = [0.0] * len(layers), []
    try:
        for place, layer in enumerate(layers):
            handles.append(layer.register_full_backward_pre_hook(partial(Watch(norms, place))))
        ((model(x) - target) ** 2).mean().backward()
    finally:
        while handles:
            handles.pop().remove()
    return norms
