# SPDX-License-Identifier: MIT
"""Questions about parameters and paths that are counted."""

from __future__ import annotations

from grading.exercises.shared.paper import on_paper

PAPER, WIDTH = "day4-count-paper", "day4-count-width"

for _check, _key, _ask, _because in (
    (
        PAPER,
        "parameters",
        "how many weights and biases the network of Figure 4.4 has",
        "each neuron has one weight for each line that ends in it, and a bias",
    ),
    (
        PAPER,
        "paths from w",
        "how many paths lead from one weight of layer 1 to the output",
        "a weight belongs to one neuron, and its paths begin there",
    ),
    (
        WIDTH,
        "width",
        "how wide one hidden layer is that makes the number of parameters the same",
        "each hidden neuron brings two weights, a bias, and a weight of the output's neuron, which has a bias as well",
    ),
):
    on_paper(_check, "counted", _key, _ask, _because)
