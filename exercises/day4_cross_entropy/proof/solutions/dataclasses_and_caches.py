# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.


def binary_cross_entropy(logits, targets):
    losses = []
    for z, y in zip(logits, targets):
        shift = max(z.data, 0.0)  # a plain number: subtracting it inside and adding it outside changes nothing
        log_of_sum = ((z - shift).exp() + math.exp(-shift)).log() + shift
        losses.append(log_of_sum - y * z)
    return sum(losses) / len(losses)
