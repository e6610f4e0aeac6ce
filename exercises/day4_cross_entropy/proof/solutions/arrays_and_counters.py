# SPDX-License-Identifier: MIT
# ruff: noqa
# Arrays of Values, sums with a start, activations as functions, counters and while loops.


def binary_cross_entropy(logits, targets):
    def log_of_probability(z):
        return -((-z).exp() + 1).log() if z.data > -20 else z - (z.exp() + 1).log()

    total, k = Value(0.0), 0
    while k < len(logits):
        total = total - log_of_probability(logits[k] if targets[k] == 1 else -logits[k])
        k += 1
    return total / k
