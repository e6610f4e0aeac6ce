# SPDX-License-Identifier: MIT
# ruff: noqa
# Hooks before the backward pass of a layer.


def arriving_gradient_norms(model, x, target):
    norms, linear = {}, [m for m in model.modules() if isinstance(m, nn.Linear)]

    def record(module, grad_output):
        norms[id(module)] = grad_output[0].norm().item()

    handles = [m.register_full_backward_pre_hook(record) for m in linear]
    nn.functional.mse_loss(model(x), target).backward()
    for handle in handles:
        handle.remove()
    return [norms[id(m)] for m in linear]
