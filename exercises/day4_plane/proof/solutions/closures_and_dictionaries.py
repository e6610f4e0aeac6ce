# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

from fractions import Fraction

plane = {}
plane["second"] = (-3, 3, -1.5)
plane["floor"] = float(Fraction(1, 8))
