# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.


def arriving_gradient_norms(model, x, target):
    layers = [m for m in model.modules() if isinstance(m, nn.Linear)]
    found, handles = [None] * len(layers), []
    for index, layer in enumerate(layers):

        def hook(module, grad_in, grad_out, index=index):
            found[index] = float(grad_out[0].pow(2).sum() ** 0.5)

        handles.append(layer.register_full_backward_hook(hook))
    try:
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
    finally:
        [handle.remove() for handle in handles]
    return found
