# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.

counted = dict(nodes=14.0, parameters=25.0)
counted["paths from x1"] = 9.0
counted["paths from w"] = counted["paths from x1"] / 3


def count_parameters(nin, nouts):
    weights = sum(a * b for a, b in zip([nin] + list(nouts), nouts))
    biases = sum(nouts)
    return weights + biases
