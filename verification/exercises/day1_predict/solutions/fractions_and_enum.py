# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers, put in one by one.

from fractions import Fraction

prediction = {key: dict(nodes=5 - 2 * place, edges=4) for place, key in enumerate(("(a*b)+c", "a*a+a"))}
for key, value in zip(prediction, (4, 6)):
    prediction[key]["value"] = Fraction(value)
prediction["impossible"] = {"E", "B", "D"}
