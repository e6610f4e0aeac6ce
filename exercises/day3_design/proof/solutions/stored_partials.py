# SPDX-License-Identifier: MIT
# ruff: noqa
# Local derivatives stored beside the parents; every operator is a call of one helper; a sort that calls itself with a raised limit.


def tanh_from_exp(x):
    y = (2.0 * x).exp()
    return (y - 1.0) / (y + 1.0)


def rest_from_exp(x):
    return 2 * ((2.0 * x).exp() + 1.0) ** -1


choice = dict([("because", "B"), ("wrong at", 2**-55)])
