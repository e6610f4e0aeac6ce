# SPDX-License-Identifier: MIT
# ruff: noqa
# The given class stays as it is, and a subclass of the same name adds what is missing; a local function for every closure.


def tanh_from_exp(x):
    e2x = (x + x).exp()
    numerator = e2x - 1
    denominator = 1 + e2x
    return numerator / denominator


def rest_from_exp(x):
    shrinks = (-(x + x)).exp()
    return 2 * shrinks / (1 + shrinks)


choice = {"wrong at": 1e-300, "because": "B"}
