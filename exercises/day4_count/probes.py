# SPDX-License-Identifier: MIT
"""Questions about parameters that are counted."""

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
        "changed",
        "how many parameters can get another gradient of the output when one weight of layer 1 changes",
        "ask it for a weight and for a bias of each layer: the answers may differ",
    ),
    (
        WIDTH,
        "width",
        "how many neurons the first hidden layer of the other network has",
        "write down what goes with one neuron of either layer",
    ),
):
    on_paper(_check, "counted", _key, _ask, _because)
