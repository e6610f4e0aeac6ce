# SPDX-License-Identifier: MIT
"""What is asked of this exercise, a file for each group of checks. A check's questions stand in one file."""

from grading.exercises.day4_mlp.probes import layer, network, neuron, parameters

__all__ = ["layer", "network", "neuron", "parameters"]
