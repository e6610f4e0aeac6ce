# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

from contextlib import ExitStack


def arriving_gradient_norms(model, x, target):
    layers = [module for module in model.modules() if isinstance(module, nn.Linear)]
    norms = dict.fromkeys(map(id, layers))

    def watch(layer, inputs, output):
        output.register_hook(lambda gradient, key=id(layer): norms.__setitem__(key, gradient.norm().item()))

    with ExitStack() as stack:
        for layer in layers:
            stack.callback(layer.register_forward_hook(watch).remove)
        nn.functional.mse_loss(model(x), target).backward()
    return list(norms.values())
