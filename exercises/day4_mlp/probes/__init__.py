# SPDX-License-Identifier: MIT
"""The questions of this exercise, in one file for each group of checks."""

from exercises.day4_mlp.probes import layer, network, neuron, parameters

__all__ = ["layer", "network", "neuron", "parameters"]
