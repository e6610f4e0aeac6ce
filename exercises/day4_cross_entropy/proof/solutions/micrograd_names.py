# SPDX-License-Identifier: MIT
# ruff: noqa
# Neuron, Layer and MLP as in micrograd; plain loops elsewhere; gradients are zeroed before and after.


def binary_cross_entropy(logits, targets):
    def one(z, y):
        out = Value(max(z.data, 0) - z.data * y + math.log1p(math.exp(-abs(z.data))), (z,), "bce")

        def _backward():
            p = 1 / (1 + math.exp(-z.data)) if z.data >= 0 else math.exp(z.data) / (1 + math.exp(z.data))
            z.grad += (p - y) * out.grad

        out._backward = _backward
        return out

    losses = [one(z, y) for z, y in zip(logits, targets)]
    return sum(losses) / len(losses)
