# SPDX-License-Identifier: MIT
# ruff: noqa
# parameters() as generators, weights drawn by NumPy, functools.reduce for sums, tuples for what holds parts.


def binary_cross_entropy(logits, targets):
    def loss(z, y):
        if y:
            z = -z
        # log(1 + e**z), from the side where e**... is at most 1
        return (z.exp() + 1).log() if z.data <= 0 else ((-z).exp() + 1).log() + z

    return functools.reduce(operator.add, map(loss, logits, targets)) / len(targets)
