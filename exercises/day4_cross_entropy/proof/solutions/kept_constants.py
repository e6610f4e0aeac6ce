# SPDX-License-Identifier: MIT
# ruff: noqa
# Constants are kept: a bias is the weight of a ONE, sums start at a ZERO; parameters() are tuples; sums by functools.reduce.

from functools import reduce


def binary_cross_entropy(logits, targets):
    def one(z, y):
        sign = 1 if z.data > 0 else -1
        rest = (ONE + (-sign * z).exp()).log()
        return rest + ((1 - y) * z if sign > 0 else -y * z)

    losses = [one(z, y) for z, y in zip(logits, targets)]
    return reduce(Value.__add__, losses, ZERO) * (1 / len(losses))
