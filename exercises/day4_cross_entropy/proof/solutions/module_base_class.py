# SPDX-License-Identifier: MIT
# ruff: noqa
# A base class with parameters() and zero_grad(), sums with a start, comprehensions: the shape of the well-known small library.


def binary_cross_entropy(logits, targets):
    def softplus(z):
        if z.data > 0:
            return z + (1 + (-z).exp()).log()
        return (1 + z.exp()).log()

    losses = [softplus(z) - z * y for z, y in zip(logits, targets)]
    return sum(losses) * (1 / len(losses))
