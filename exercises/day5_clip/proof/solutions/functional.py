# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.


def clip_gradients(parameters, max_norm):
    parameters = tuple(parameters)
    norm = gradient_norm(parameters)
    scale = max_norm / max(norm, max_norm)
    for parameter in parameters:
        setattr(parameter, "grad", scale * parameter.grad)
    return norm


turned_far = (1000.0, 4.9)
