# SPDX-License-Identifier: MIT
# ruff: noqa
# math.hypot and fsum, reduce and map, ExitStack for the hooks, tensors' own hooks set from forward hooks.

from functools import reduce


def gradient_norm(parameters):
    def add(total, numbered):
        position, parameter = numbered
        if not abs(parameter.grad) < math.inf:
            raise ValueError(f"{parameter.grad} at {position}")
        return math.hypot(total, parameter.grad)

    return reduce(add, enumerate(parameters), 0.0)
