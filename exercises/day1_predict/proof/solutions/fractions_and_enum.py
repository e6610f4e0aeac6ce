# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers, put in one by one.

from fractions import Fraction

prediction = {key: dict(nodes=4 + 2 * place, edges=4 + 6 * place) for place, key in enumerate(("(a*b)+c", "loop"))}
for key, value in zip(prediction, (42, 320)):
    prediction[key]["value"] = Fraction(value)
prediction["impossible"] = {"E", "B", "D"}
