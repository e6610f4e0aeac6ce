# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.


def binary_cross_entropy(logits, targets):
    def one(z, y):
        sign = 1 if z.data >= 0 else -1
        tail = (1 + (-sign * z).exp()).log()
        return tail + z * ((1 if sign == 1 else 0) - y)

    return sum(map(one, logits, targets)) / len(targets)
