# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


def arriving_gradient_norms(model, x, target):
    arrived = []
    handles = [
        module.register_full_backward_hook(lambda module, into, out: arrived.insert(0, out[0].pow(2).sum().sqrt()))
        for module in model.modules()
        if isinstance(module, nn.Linear)
    ]
    model.zero_grad()
    nn.MSELoss()(model(x), target).backward()
    [handle.remove() for handle in handles]
    return [float(norm) for norm in arrived]
