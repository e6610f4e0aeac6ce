# SPDX-License-Identifier: MIT
"""What is asked of the spread of a sum, derived step by step.

A number counts as right where it follows from a number that was wrong before. So a slip costs the point of its own
step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from grading.exercises.shared.paper import on_paper
from grading.exercises.shared.plain import number_of, text_of
from grading.exercises.shared.probe import Namespace, probe, written

SUM, FACTOR, LEVEL = "day5-derive-sum", "day5-derive-factor", "day5-derive-level"

# The layer of the card.
INPUTS, WEIGHT, INPUT = 16, 0.5, 3.0
PRODUCT = WEIGHT**2 * INPUT**2

LARGEST = 1e9  # nobody gets there by a slip
TWO_DIGITS = 0.02  # the card says that two digits are enough


def _entered(answers: Mapping[str, Any], key: str) -> list[float]:
    """Return the number under a key as a list of one; nothing where there is none that a next step could begin with."""
    number = number_of(answers.get(key))
    return [float(number)] if type(number) in (int, float) and 0 < number < LARGEST else []


def _step(right: float, follows: Callable[[Mapping[str, Any]], list[float]] = lambda answers: []) -> Callable[..., Any]:
    """Return what takes an answer to two digits, and one that follows from those before it, for the right one."""

    def judged(answers: Mapping[str, Any], answer: Any) -> Any:
        number = number_of(answer)
        if type(number) not in (int, float):
            return answer
        may_be = [right, *follows(answers)]
        return right if any(math.isclose(number, one, rel_tol=TWO_DIGITS) for one in may_be) else number

    return judged


on_paper(
    SUM,
    "spread",
    "one product",
    "the variance of one product w · x",
    "it is the mean of w² · x², and both are drawn each on its own",
    judged=_step(PRODUCT),
)


@probe(
    SUM,
    '`spread["mixed"]`',
    "look at the column of products in the table of the coins, and at its mean",
    reveal=False,
    choices=("A", "B", "C", "D"),
)
def mixed(namespace: Namespace) -> Any:
    """Return the letter that was chosen; of what is no text, the form in which Python shows it."""
    letter = text_of(written(written(namespace["spread"])["mixed"]))
    if not isinstance(letter, str):
        return repr(letter)
    return letter.strip().upper() if len(letter.strip()) == 1 else letter.strip()


on_paper(
    SUM,
    "spread",
    "sum",
    "the variance of the sum of 16 such products",
    "the mixed products drop out, so the variances add",
    judged=_step(INPUTS * PRODUCT, lambda answers: [INPUTS * one for one in _entered(answers, "one product")]),
)
on_paper(
    FACTOR,
    "spread",
    "spread of the sum",
    "the standard deviation of the sum",
    "a standard deviation is the root of a variance",
    judged=_step(math.sqrt(INPUTS * PRODUCT), lambda answers: [math.sqrt(one) for one in _entered(answers, "sum")]),
)
on_paper(
    FACTOR,
    "spread",
    "factor",
    "the factor of the layer, from the spread of its inputs to that of its sums",
    "both are standard deviations, and the inputs have 3",
    judged=_step(
        math.sqrt(INPUTS) * WEIGHT, lambda answers: [one / INPUT for one in _entered(answers, "spread of the sum")]
    ),
)
on_paper(
    LEVEL,
    "spread",
    "level",
    "the standard deviation of the weights that makes the factor 1",
    "the factor grows in proportion to it",
    # By the factor that was entered: what 0.5 has to be divided by.
    judged=_step(1 / math.sqrt(INPUTS), lambda answers: [WEIGHT / one for one in _entered(answers, "factor")]),
)
on_paper(
    LEVEL,
    "spread",
    "level with ReLU",
    "the standard deviation of the weights that makes up for ReLU",
    "the mean of the squares is halved, so the variance of the weights has to be twice as large",
    judged=_step(math.sqrt(2 / INPUTS), lambda answers: [math.sqrt(2) * one for one in _entered(answers, "level")]),
)
