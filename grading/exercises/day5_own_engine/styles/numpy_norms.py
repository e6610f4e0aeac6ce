# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy for the norms, retained gradients gathered by one hook function with a list, `isinstance` on tuples of kinds.


def own_layer_norms(model, xs, ys):
    before = [parameter.grad for parameter in model.parameters()]
    for parameter in model.parameters():
        parameter.grad = 0.0
    total = 0.0
    for x, y in zip(xs, ys):
        total = total + (y - model(x)) ** 2
    (total / len(ys)).backward()
    norms = [np.linalg.norm([parameter.grad for parameter in layer.parameters()]) for layer in model.layers]
    for parameter, grad in zip(model.parameters(), before):
        parameter.grad = grad
    return norms
