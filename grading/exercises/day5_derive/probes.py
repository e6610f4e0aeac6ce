# SPDX-License-Identifier: MIT
"""Questions about the spread of a sum, derived step by step.

A number is right if it follows from an earlier one, even a wrong one. So an error costs the point of its own step.
"""

from __future__ import annotations

from grading.exercises.shared.kept_away import KeptAway
from grading.exercises.shared.paper import chosen, on_paper

right = KeptAway("grading.exercises.day5_derive.right")

SUM, FACTOR, LEVEL = "day5-derive-sum", "day5-derive-factor", "day5-derive-level"

on_paper(
    SUM,
    "spread",
    "one product",
    "the variance of one product w · x",
    "it is the mean of w² · x², and both are drawn each on its own",
    judged=lambda: right.one_product,
)


chosen(
    SUM,
    "spread",
    "mixed",
    "look at the column of products in the table of the coins, and at its mean",
    ("A", "B", "C", "D"),
)
on_paper(
    SUM,
    "spread",
    "sum",
    "the variance of the sum of 16 such products",
    "the mixed products drop out, so the variances add",
    judged=lambda: right.of_sum,
)
on_paper(
    FACTOR,
    "spread",
    "spread of the sum",
    "the standard deviation of the sum",
    "a standard deviation is the root of a variance",
    judged=lambda: right.spread_of_sum,
)
on_paper(
    FACTOR,
    "spread",
    "factor",
    "the factor of the layer, from the spread of its inputs to that of its sums",
    "both are standard deviations, and the inputs have 3",
    judged=lambda: right.factor,
)
on_paper(
    LEVEL,
    "spread",
    "level",
    "the standard deviation of the weights that makes the factor 1",
    "the factor grows in proportion to it",
    judged=lambda: right.level,
)
on_paper(
    LEVEL,
    "spread",
    "level with ReLU",
    "the standard deviation of the weights that makes up for ReLU",
    "the mean of the squares is halved, so the variance of the weights has to be twice as large",
    judged=lambda: right.level_with_relu,
)
