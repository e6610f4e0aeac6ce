# SPDX-License-Identifier: MIT
# ruff: noqa
# Helpers shared by exercises, functools.partial, classes that are called, numbers drawn by the random module.

from functools import reduce


def gradient_norm(parameters):
    def longer(length, entry):
        position, parameter = entry
        if parameter.grad in (math.inf, -math.inf) or parameter.grad != parameter.grad:
            raise ValueError("no finite gradient", position, parameter.grad)
        return math.hypot(length, parameter.grad)

    return reduce(longer, enumerate(parameters), 0.0)
