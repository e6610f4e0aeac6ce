# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.

nodes = "z1.1 z1.2 z1.3 h1.1 h1.2 h1.3 z2.1 z2.2 z2.3 h2.1 h2.2 h2.3 z3.1 h3.1".split()
counted = {"layer 1": 9, "layer 2": 12, "layer 3": 4}
counted["all"] = sum(counted.values())


def count_parameters(nin, nouts):
    weights = sum(a * b for a, b in zip([nin] + list(nouts), nouts))
    biases = sum(nouts)
    return weights + biases
