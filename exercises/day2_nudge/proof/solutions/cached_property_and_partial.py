# SPDX-License-Identifier: MIT
# ruff: noqa
# Slopes as a cached property that is computed when it is asked for; functools.partial instead of closures.

from functools import partial


def numerical_derivative(f, inputs, index, h=1e-5):
    def along(f, inputs, index, t):
        return f([*inputs[:index], inputs[index] + t, *inputs[index + 1 :]])

    g = partial(along, f, inputs, index)
    return 0.5 * (g(h) / h - g(-h) / h)
