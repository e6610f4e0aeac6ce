# SPDX-License-Identifier: MIT
# ruff: noqa
# PyTorch's default precision, 32 bits, wherever a number of one's own is put into a tensor.


def own_layer_norms(model, xs, ys):
    for parameter in model.parameters():
        parameter.grad = 0.0
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys)) / len(xs)
    loss.backward()
    return [torch.tensor([p.grad for p in layer.parameters()]).norm().item() for layer in model.layers]
