# SPDX-License-Identifier: MIT
# ruff: noqa
# A tensor of 32 bits; retain_grad in a forward hook; starts drawn by hand.


def arriving_gradient_norms(model, x, target):
    kept = []

    def keep(module, inputs, output):
        output.retain_grad()
        kept.append(output)

    handles = [m.register_forward_hook(keep) for m in model.modules() if isinstance(m, nn.Linear)]
    nn.functional.mse_loss(model(x), target).backward()
    for handle in handles:
        handle.remove()
    return [output.grad.norm().item() for output in kept]
