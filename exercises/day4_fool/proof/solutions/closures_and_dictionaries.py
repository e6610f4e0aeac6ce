# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

from fractions import Fraction

fool = {"pixel": "d", "change": Fraction(-9, 20), "rise": Fraction(9, 50)}
fool["seen gradient"] = Fraction(0)
fool["first"] = "c"
fool["from"] = Fraction(2, 5)
