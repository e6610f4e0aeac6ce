# SPDX-License-Identifier: MIT
# ruff: noqa
# Each sample has its own backward pass and the gradients add up; the norm is scaled by the largest size, so that
# no square overflows; the skip net is built from the inside out.


def clip_gradients(parameters, max_norm):
    parameters = list(parameters)
    norm = gradient_norm(parameters)
    too_long = norm > max_norm
    for parameter in parameters if too_long else []:
        parameter.grad = parameter.grad * (max_norm / norm)
    return norm


turned_far = (-5, -10_000)
