# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

from fractions import Fraction

plane = {}
plane["separable"] = ("A", "C")
plane["floor"] = float(Fraction(1, 8))
