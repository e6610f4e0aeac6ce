# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


def own_layer_norms(model, xs, ys):
    for p in model.parameters():
        p.grad = 0.0
    errors = [model(x) - y for x, y in zip(xs, ys)]
    (sum(e * e for e in errors) * (1 / len(errors))).backward()
    return [torch.tensor([p.grad for p in layer.parameters()], dtype=torch.float64).norm() for layer in model.layers]
