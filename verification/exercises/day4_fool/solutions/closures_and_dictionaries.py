# SPDX-License-Identifier: MIT
# ruff: noqa
# Neurons keep their numbers in a dictionary; the layer sizes are paired with a while loop; momentum-free optimiser as a closure.

from fractions import Fraction

fool = {"pixel": "d", "change": Fraction(-1, 4), "rise": Fraction(1, 10)}
fool["all rise"] = Fraction(28, 100)
fool["coins"] = Fraction(0)
fool["fine step"] = Fraction(1, 2500)
