# SPDX-License-Identifier: MIT
# ruff: noqa
# A layer holds a table of weights and a list of biases and needs no Neuron; biases are made first, weights column by column.


def binary_cross_entropy(logits, targets):
    total = 0
    for logit, target in zip(logits, targets):
        # the logit turned so that the right side is up: the loss is log(1 + e**-turned)
        turned = logit if target == 1 else -logit
        if turned.data < 0:
            total += (1 + turned.exp()).log() - turned
        else:
            total += (1 + (-turned).exp()).log()
    return total / len(logits)
