# SPDX-License-Identifier: MIT
# ruff: noqa
# Exact numbers, put in one by one.

from fractions import Fraction

prediction = {key: dict(nodes=5 - place, edges=4) for place, key in enumerate(("(a*b)+c", "s*s where s=a+b", "a*a+a"))}
for key, value in zip(prediction, (4, 1, 6)):
    prediction[key]["value"] = Fraction(value)
