# SPDX-License-Identifier: MIT
# ruff: noqa
# Dataclasses; parameters collected once and kept in a cached property; the activation is looked up when the net is made.

cause, lowest_possible = "d", 1.0**2 + 1.5**2 + 1.5**2
repair = {"hidden": [], "activation": "relu", "output_activation": "linear", "steps": 200, "learning_rate": 0.03}
repair = {**repair, "activation": "tanh", "steps": 500}
