# SPDX-License-Identifier: MIT
# ruff: noqa
# NumPy's norm; hooks that append, turned round; uniform starts; ratios of root mean squares.


def clip_gradients(parameters, max_norm):
    parameters = tuple(parameters)
    norm = sum(p.grad * p.grad for p in parameters) ** 0.5
    if norm <= max_norm:
        return norm
    for p in parameters:
        p.grad /= norm / max_norm
    return norm


turned_far = (-4.5, 900)
