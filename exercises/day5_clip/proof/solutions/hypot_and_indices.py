# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot; an index bound early; PyTorch's own starts; a sum the other way round.


def clip_gradients(parameters, max_norm):
    parameters = [p for p in parameters]
    norm = gradient_norm(parameters)
    scale = min(1.0, max_norm / norm) if norm else 1.0
    for p in parameters:
        p.grad = p.grad * scale
    return norm


turned_far = [5, 10**6]
