# SPDX-License-Identifier: MIT
# ruff: noqa
# Everything that can be a tensor is one: norms by torch, comparisons by masks, `nn.init` for the starts.


def clip_gradients(parameters, max_norm):
    parameters = [*parameters]
    norm = gradient_norm(parameters)
    factor = min(1.0, max_norm / norm) if norm else 1.0
    for p in parameters:
        p.grad *= factor
    return norm


turned_far = (700, 5)
