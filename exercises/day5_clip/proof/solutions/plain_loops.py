# SPDX-License-Identifier: MIT
# ruff: noqa
# Python loops over single numbers, indices, while loops; the skip net is a class of its own.


def clip_gradients(parameters, max_norm):
    kept = []
    for p in parameters:
        kept.append(p)
    norm = gradient_norm(kept)
    if norm <= max_norm:
        return norm
    for p in kept:
        p.grad = p.grad / norm * max_norm
    return norm


turned_far = [2000.0, 4.75]
