# SPDX-License-Identifier: MIT
"""Questions about the verdicts of ``gradcheck``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from exercises.day3_value.engines import probe
from judge.asking.inputs import Draw, number, positive
from judge.asking.kept_away import KeptAway
from judge.asking.probe import Namespace

right = KeptAway("exercises.day3_gradcheck.right_tape")
wrong = KeptAway("exercises.day3_gradcheck.right_engines")

COMPARES = "day3-gradcheck-compares"

ACCIDENTS = (NameError, TypeError, AttributeError, LookupError, RecursionError)


def verdict_of(namespace: Namespace, f: Callable[..., Any], inputs: list[Any], **tolerances: float) -> str:
    """Return whether the learner's check passes or raises; an accident of its own is raised on."""
    try:
        answer = namespace["gradcheck"](f, inputs, **tolerances)
    except (NotImplementedError, *ACCIDENTS):
        raise
    except Exception:
        return "an error"
    return "True" if answer is True else f"the answer {answer}"


def _checking(
    name: str,
    words: str,
    why: str,
    function: Callable[..., Any],
    engine: Callable[[], type],
    *,
    inputs: Callable[..., Sequence[float]] | None = None,
    tolerances: Mapping[str, float] | None = None,
    **drawers: Any,
) -> None:
    """Register a question about the outcome of ``gradcheck``.

    Args:
        name: The name of the question.
        words: For what it is asked, as a learner reads it.
        why: Why the right answer is right.
        function: What ``gradcheck`` checks.
        engine: Returns the class of the inputs; it is called when the question is put.
        inputs: Returns the numbers that the inputs hold, for those that are drawn; those themselves without it.
        tolerances: Those with which it is called; without it, with none.
        **drawers: Draw a number each.
    """

    def question(namespace: Namespace, **drawn: float) -> str:
        held = inputs(**drawn) if inputs else [drawn[one] for one in drawers]
        return verdict_of(namespace, function, [engine()(data) for data in held], **(tolerances or {}))

    question.__name__ = name
    probe(COMPARES, f"the outcome of `gradcheck` for {words}", why, rounds=2, **drawers)(question)


_checking(
    "right_product",
    "`a*b` at {a}, {b}, in an engine that is right",
    "engine and nudge agree, and then it returns True",
    lambda x, y: x * y,
    lambda: right.Tape,
    a=number,
    b=number,
)
_checking(
    "right_shared",
    "`(a*b + a) * a` at {a}, {b}, in an engine that is right",
    "engine and nudge agree, and then it returns True",
    lambda x, y: (x * y + x) * x,
    lambda: right.Tape,
    a=number,
    b=number,
)
_checking(
    "right_of_equal_numbers",
    "`a*a*b` where both inputs hold {a}, in an engine that is right",
    "two inputs that hold the same number are two inputs, and each is nudged by itself",
    lambda x, y: x * x * y,
    lambda: right.Tape,
    inputs=lambda a: [a, a],
    a=positive,
)
_checking(
    "right_cube",
    "`a*a*a` at {a}, in an engine that is right, called without a step and without tolerances",
    "the step is 1e-6 unless another is given: with a large one the nudge is wrong, not the engine",
    lambda x: x * x * x,
    lambda: right.Tape,
    a=number,
)
_checking(
    "wrong_last",
    "`a*b` at {a}, {b}, in an engine where the gradient of `b` is half of what it should be",
    "the second input disagrees",
    lambda x, y: x * y,
    lambda: wrong.crooked(0.5),
    a=number,
    b=number,
)
_checking(
    "wrong_first",
    "`b*a` at {a}, {b}, in an engine where the gradient of `a`, the first input, is half of what it should be",
    "the first input disagrees",
    lambda x, y: y * x,
    lambda: wrong.crooked(0.5),
    a=number,
    b=number,
)
_checking(
    "wrong_above",
    "`a*b` at {a}, {b}, in an engine where the gradient of `b` is twice what it should be",
    "a gradient that is too large disagrees like one that is too small",
    lambda x, y: x * y,
    lambda: wrong.crooked(2.0),
    a=positive,
    b=positive,
)
_checking(
    "wrong_small",
    "`a*b` at {a} / 100,000 and {b} / 100,000, in an engine where the gradient of `b` is half of what it should be, "
    "called without tolerances",
    "the difference is small, and it is half of the gradient: `atol` is 1e-6 unless another is given",
    lambda x, y: x * y,
    lambda: wrong.crooked(0.5),
    inputs=lambda a, b: [a / 100_000, b / 100_000],
    a=number,
    b=number,
)
_checking(
    "wrong_of_equal_numbers",
    "`a*b` where both inputs hold {a}, in an engine where the gradient of `b` is half of what it should be",
    "the second input disagrees, although the first, which holds the same number, does not",
    lambda x, y: x * y,
    lambda: wrong.crooked(0.5),
    inputs=lambda a: [a, a],
    a=positive,
)
_checking(
    "wrong_sign",
    "`a**2` at {a}, in an engine where the gradient has the wrong sign",
    "sizes that agree are not enough",
    lambda x: x**2,
    lambda: wrong.crooked(power_slope=-1.0),
    a=number,
)
_checking(
    "wrong_by_two",
    "`a**2` at {a}, in an engine where the gradient is twice what it should be",
    "it is as far from the central difference as the gradient that would be right is from 0",
    lambda x: x**2,
    lambda: wrong.crooked(power_slope=2.0),
    a=number,
)
_checking(
    "nan_gradient",
    "`a**2` at {a}, in an engine where the gradient is NaN",
    "NaN agrees with nothing",
    lambda x: x**2,
    lambda: wrong.crooked(power_slope=math.nan),
    a=number,
)
_checking(
    "infinite_gradient",
    "`a**2` at {a}, in an engine where the gradient is infinite",
    "the tolerance grows with the central difference, and with nothing else",
    lambda x: x**2,
    lambda: wrong.crooked(power_slope=math.inf),
    a=positive,
)
_checking(
    "exchanged_gradients",
    "`a*b` at {a}, {b}, in an engine where `a` has the gradient of `b`, and `b` that of `a`",
    "each input is compared by itself; here their sum is right, and so are their sizes",
    lambda x, y: x * y,
    lambda: wrong.exchanged(),
    a=number,
    b=number,
)
_checking(
    "unused_input",
    "`a*a` at {a}, {b}, where `b` is not used, in an engine that is right",
    "both numbers for `b` are 0.0, and they agree",
    lambda x, y: x * x,
    lambda: right.Tape,
    a=number,
    b=number,
)


@probe(
    COMPARES,
    "the outcome of `gradcheck`, twice, for `a*b` and the same two leaves of an engine that is right",
    "gradients that the leaves hold from before don't count",
    a=number,
    b=number,
)
def asked_twice(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdicts of two calls on the same leaves, which hold a gradient already."""
    leaves = [right.Tape(a), right.Tape(b)]
    leaves[0].grad = leaves[1].grad = 7.0
    return [verdict_of(namespace, lambda x, y: x * y, leaves) for _ in range(2)]


@probe(
    COMPARES,
    "the data of the inputs after `gradcheck` of `a*b` at {a}, {b}",
    "the inputs are left as they are",
    a=number,
    b=number,
)
def inputs_kept(namespace: Namespace, a: float, b: float) -> Any:
    """Return the data of the leaves afterwards."""
    leaves = [right.Tape(a), right.Tape(b)]
    verdict_of(namespace, lambda x, y: x * y, leaves)
    return [leaf.data for leaf in leaves]


@probe(
    COMPARES,
    "the data of the inputs after `gradcheck` of `a*b` at {a}, {b}, in an engine where the gradient of `b` is wrong",
    "the inputs are left as they are, whatever comes out",
    rounds=1,
    a=number,
    b=number,
)
def inputs_kept_after_an_error(namespace: Namespace, a: float, b: float) -> Any:
    """Return the data of the leaves after a disagreement."""
    leaves = [wrong.crooked(0.5)(a), wrong.crooked(0.5)(b)]
    verdict_of(namespace, lambda x, y: x * y, leaves)
    return [leaf.data for leaf in leaves]


# Numbers that change after a step of 1e-6 up, two down and one up, and in the opposite order: a digit is lost.
ROUNDED = (1.01, 1.11, 1.21, 1.32, 1.42, 1.52, 1.62, 1.72)


def rounded(draw: Draw) -> float:
    """Return a number to which nudging and nudging back does not lead back exactly."""
    return draw.fresh(lambda: draw.random.choice(ROUNDED))


@probe(
    COMPARES,
    "whether the inputs hold the same number to the last digit, before and after `gradcheck` of `a*b` at {a}, {b}",
    "steps up and down that cancel on paper may lose a digit: the number itself is put back, or never moved",
    rounds=1,
    a=rounded,
    b=rounded,
)
def inputs_kept_exactly(namespace: Namespace, a: float, b: float) -> Any:
    """Tell whether the leaves hold exactly what they held; plain numbers are compared with a tolerance."""
    leaves = [right.Tape(a), right.Tape(b)]
    verdict_of(namespace, lambda x, y: x * y, leaves)
    return all(
        abs(leaf.data - before) > 1e-9 or leaf.data == before for leaf, before in zip(leaves, (a, b), strict=True)
    )


@probe(
    COMPARES,
    "the outcome of `gradcheck` for `a**3` at {a}, `eps = 0.01`, `atol = 0.001`, `rtol = 0.0`",
    "the central difference is off by eps**2 = 0.0001, less than atol; nudging to one side is off by far more",
    a=positive,
)
def central(namespace: Namespace, a: float) -> Any:
    """Return the verdict where a one-sided difference would be too far off."""
    return verdict_of(namespace, lambda x: x**3, [right.Tape(a)], eps=0.01, atol=0.001, rtol=0.0)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for `a**3` at {a}, `eps = 0.5`, `atol = 0.1`, `rtol = 0.0`",
    "with that eps the central difference is off by eps**2 = 0.25, which is more than atol",
    a=positive,
)
def eps_counts(namespace: Namespace, a: float) -> Any:
    """Return the verdict where eps is far too large."""
    return verdict_of(namespace, lambda x: x**3, [right.Tape(a)], eps=0.5, atol=0.1, rtol=0.0)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for `a*b` at {a}, {b}, in an engine whose gradient of `b` is 1% too large, "
    "`rtol = 0.05`",
    "rtol allows 5% of the central difference",
    a=positive,
    b=positive,
)
def rtol_counts(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdict where the relative tolerance is wide."""
    engine = wrong.crooked(1.01)
    return verdict_of(namespace, lambda x, y: x * y, [engine(a), engine(b)], rtol=0.05)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for `a*b` at {a}, {b}, in an engine whose gradient of `b` is 1% too large, "
    "`atol = 0.5`",
    "atol allows a difference of 0.5, and there it is less than 0.06",
    a=positive,
    b=positive,
)
def atol_counts(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdict where the absolute tolerance is wide."""
    engine = wrong.crooked(1.01)
    return verdict_of(namespace, lambda x, y: x * y, [engine(a), engine(b)], atol=0.5)


@probe(
    COMPARES,
    "the outcome of `gradcheck` for `a*b` at 10 + {a}, {b}, where the gradient of `b` is 1% too large, `rtol = 0.05`",
    "rtol allows 5% of the central difference, which is more than 10 here",
    rounds=1,
    a=positive,
    b=positive,
)
def rtol_grows(namespace: Namespace, a: float, b: float) -> Any:
    """Return the verdict where the tolerance is wide enough only if rtol counts for each unit of the gradient."""
    engine = wrong.crooked(1.01)
    return verdict_of(namespace, lambda x, y: x * y, [engine(10 + a), engine(b)], rtol=0.05)


def _tolerance(name: str, words: str, why: str, factor: float, atol: float) -> None:
    """Register a question about an engine whose gradient of ``b`` is off by a factor."""
    _checking(
        name,
        f"`a*b` at 2 and {{b}}, {words}, `rtol = 0.05`, `atol = {atol:g}`",
        why,
        lambda x, y: x * y,
        lambda: wrong.crooked(factor),
        inputs=lambda b: [2.0, b],
        tolerances={"atol": atol, "rtol": 0.05},
        b=positive,
    )


_tolerance(
    "tolerances_added",
    "in an engine whose gradient of `b` is 2.14 where it should be 2",
    "the difference is 0.14, and 0.08 + 0.05 * 2 is allowed: the two tolerances are added",
    1.07,
    0.08,
)
_tolerance(
    "rtol_of_the_difference",
    "in an engine whose gradient of `b` is 2.102 where it should be 2",
    "the difference is 0.102, and 0.05 * 2 is allowed: rtol is multiplied by the central difference",
    1.051,
    0.0,
)
