# SPDX-License-Identifier: MIT
# ruff: noqa
# The bias is the last weight, of an input that is always 1; generators; training clears the whole graph.


def softplus(z):
    return z + ((z * -1).exp() + 1).log() if z.data > 0 else (z.exp() + 1).log()


def binary_cross_entropy(logits, targets):
    return sum([softplus(-z) if y == 1 else softplus(z) for z, y in zip(logits, targets)]) * (1.0 / len(logits))
