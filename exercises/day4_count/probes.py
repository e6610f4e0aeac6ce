# SPDX-License-Identifier: MIT
"""Questions about parameters and paths that are counted."""

from __future__ import annotations

from exercises.shared.paper import on_paper

PAPER, WIDTH = "day4-count-paper", "day4-count-width"

for _check, _key, _ask, _because in (
    (
        PAPER,
        "parameters",
        "how many weights and biases the network of Figure 4.3 has",
        "each neuron has one weight for each line that ends in it, plus a bias",
    ),
    (
        PAPER,
        "paths from w",
        "how many paths lead from one weight of layer 1 to the output",
        "a weight belongs to one neuron, and all its paths go through that neuron",
    ),
    (
        WIDTH,
        "width",
        "how many neurons the first hidden layer of the other network has",
        "a neuron that goes takes along every number that only it used",
    ),
):
    on_paper(_check, "counted", _key, _ask, _because)
