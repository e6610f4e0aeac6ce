# SPDX-License-Identifier: MIT
"""Questions about ``binary_cross_entropy``."""

from __future__ import annotations

import math
from typing import Any

from judge.asking.inputs import Drawer, negative, number, one_of, positive, simplified
from judge.asking.probe import Namespace, probe
from judge.run.answers import number_of, show


def _entropy(namespace: Namespace, logits: list[float], targets: list[int]) -> tuple[Any, list[Any]]:
    nodes = [namespace["Value"](logit) for logit in logits]
    return namespace["binary_cross_entropy"](nodes, targets), nodes


def rounded(loss: Any, digits: int) -> Any:
    """Return a loss to some decimals: a probability kept away from 0 and 1 shows where it matters, and not before."""
    return round(loss, digits) + 0.0 if isinstance(loss, float) else loss


# The loss of target 0 and of target 1 at the logit 2.
NEAR = (math.log1p(math.exp(2.0)), math.log1p(math.exp(-2.0)))


def _factor(namespace: Namespace, samples: int = 1) -> float:
    """Return how many times too large every loss near 0 is, where that is one number, and 1 elsewhere.

    A sum in place of a mean, or a sign, is reported where the value is asked, and not in every check once more.
    """
    factors = []
    for logit, target, wanted in ((2.0, 0, NEAR[0]), (2.0, 1, NEAR[1]), (-2.0, 1, NEAR[0]), (-2.0, 0, NEAR[1])):
        loss = number_of(_entropy(namespace, [logit] * samples, [target] * samples)[0].data)
        factors.append(loss / wanted if isinstance(loss, float) else math.nan)
    alike = all(math.isclose(one, factors[0], rel_tol=1e-6) for one in factors)
    return factors[0] if alike and math.isfinite(factors[0]) and factors[0] else 1.0


def _over(number: Any, factor: float) -> Any:
    """Return a number over a factor; the number itself where there is no factor."""
    return number / factor if isinstance(number, float) and abs(factor - 1.0) > 1e-6 else number


def _own(logit: float, target: int) -> float:
    """Return the probability of a sample's own class."""
    return 1 / (1 + math.exp(-logit if target else logit))


def _added(namespace: Namespace, target: int) -> float:
    """Return the small number that is added to a probability before its logarithm, and 0 without one.

    What it does to a loss or to a slope near 0 is taken off there: the check of the large logits reports it.
    """
    try:
        far, near = (number_of(_entropy(namespace, [z if target else -z], [target])[0].data) for z in (-40.0, -4.0))
        added = math.exp(-far)
        alike = math.isclose(near, -math.log(_own(-4.0, 1) + added), abs_tol=1e-7)
    except Exception:  # whatever a learner's code raises: then nothing is known to be added
        return 0.0
    return added if alike and 1e-9 < added < 2e-5 else 0.0


def _mean_loss(namespace: Namespace, logits: list[float], targets: list[int]) -> Any:
    """Return the loss, without what a small number takes off it before each logarithm."""
    loss = _entropy(namespace, logits, targets)[0].data
    taken = [math.log1p(_added(namespace, y) / _own(z, y)) for z, y in zip(logits, targets, strict=True)]
    return _plus(loss, sum(taken) / len(taken))


def _plus(number: Any, added: float) -> Any:
    """Return a number and what is to be added to it; the number itself where that is nothing."""
    return number + added if isinstance(number, float) and added else number


def _slope_added(namespace: Namespace, logit: float, target: int) -> float:
    """Return what a small number before the logarithm takes off the slope of one sample."""
    added, own = _added(namespace, target), _own(logit, target)
    return (1 - 2 * target) * (1 - own) * added / (own + added)


# From 8 on, a probability is 0 or 1 to as many digits as a loss is asked for, and from 10 on for a slope: no reader
# needs exp there. A simple logit may have either sign.
above, below = simplified(positive, (8.0, 9.0, 10.0, -8.0, 2.0)), simplified(negative, (-8.0, -9.0, -10.0, 8.0, -2.0))
far_above, far_below = simplified(positive, (10.0, -10.0)), simplified(negative, (10.0, -10.0))


# A safe loss has a formula for each sign of the logit, and each formula a part for each target. So each
# sign is asked with each target: a fault in one part shows for every draw.
def _one_logit(check: str, name: str, target: int, drawer: Drawer, because: str) -> None:
    def data(namespace: Namespace, z: float) -> Any:
        return rounded(_mean_loss(namespace, [z], [target]), 3)

    data.__name__ = name
    probe(check, f"`binary_cross_entropy([Value({{z}})], [{target}]).data`", because, z=drawer)(data)


_one_logit("day4-cross-entropy-value", "entropy_of_one", 1, above, "it is `-log p`, with `p = sigmoid({z})`")
_one_logit("day4-cross-entropy-value", "entropy_of_zero", 0, below, "it is `-log(1 - p)`, with `p = sigmoid({z})`")


@probe(
    "day4-cross-entropy-value",
    "`binary_cross_entropy([Value({a}), Value({b}), Value({c}), Value({d})], [1, 0, 0, 1]).data`",
    "it is the mean of the losses of the four samples",
    a=above,
    b=below,
    c=above,
    d=below,
)
def entropy_mean(namespace: Namespace, a: float, b: float, c: float, d: float) -> Any:
    """Return the mean loss of four samples: each sign of the logit with each target."""
    return rounded(_mean_loss(namespace, [a, b, c, d], [1, 0, 0, 1]), 3)


@probe(
    "day4-cross-entropy-value",
    "`binary_cross_entropy([Value({a}), Value({a}), Value({b})], [1, 0, 0]).data`",
    "equal logits are still two samples, and each has its own target",
    a=above,
    b=below,
)
def entropy_of_equal_logits(namespace: Namespace, a: float, b: float) -> Any:
    """Return the mean loss of three samples, two of which have one logit and different targets."""
    return rounded(_mean_loss(namespace, [a, a, b], [1, 0, 0]), 3)


# Where a loss has stopped growing, this is the answer, whatever the largest loss is: words of the question's own, and
# no text that a learner has written for a number.
STOPPED = {"no more than for a logit": "that is far more wrong"}


def _extreme(logit: float, target: int, because: str) -> None:
    further = math.copysign(400.0 if abs(logit) < 400 else 900.0, logit)

    def data(namespace: Namespace, z: float) -> Any:
        loss = rounded(_over(_entropy(namespace, [z], [target])[0].data, _factor(namespace)), 2)
        if not isinstance(loss, float) or loss <= 1 or abs(loss - abs(z)) < 0.01:
            return loss
        return STOPPED if rounded(_entropy(namespace, [further], [target])[0].data, 2) == loss else loss

    data.__name__ = f"extreme_{'minus' if logit < 0 else 'plus'}_{abs(logit):g}_{target}"
    probe(
        "day4-cross-entropy-extreme",
        f"`binary_cross_entropy([Value({{z}})], [{target}]).data`",
        because,
        rounds=1,
        # To two digits, the loss of a wrong answer is whole from 6 on.
        z=one_of([logit], simple=[math.copysign(size, logit) for size in (6.0, 7.0, 8.0, 9.0)]),
    )(data)


for _logit in (40.0, 1000.0):
    _extreme(_logit, 0, "the loss of a wrong answer grows with the size of the logit, however close `p` comes to 1")
    _extreme(-_logit, 1, "the loss of a wrong answer grows with the size of the logit, however close `p` comes to 0")
    _extreme(_logit, 1, "a right answer costs almost nothing")
    _extreme(-_logit, 0, "a right answer costs almost nothing")

_extreme(36.0, 0, "it is a little more than 36, but in floats `1 - p` has only its last digit left")


def _slope(namespace: Namespace, logit: float, target: int, digits: int, added: float = 0.0) -> Any:
    loss, nodes = _entropy(namespace, [logit], [target])
    loss.backward()
    return rounded(_plus(_over(nodes[0].grad, _factor(namespace)), added), digits)


def _alike(found: list[Any], wanted: list[float]) -> bool:
    """Return whether the numbers are these; an object that is no number never is."""
    return all(type(one) is float for one in map(number_of, found)) and list(map(number_of, found)) == wanted


def _extreme_slope(logit: float) -> None:
    def slope(namespace: Namespace) -> Any:
        found = [_slope(namespace, logit, target, 3) for target in (0, 1)]
        right = [0.0, -1.0] if logit < 0 else [1.0, 0.0]
        # A gradient that is also wrong for a small logit is reported in its own check.
        near = math.copysign(1.5, logit)
        wanted = [0.182426, -0.817574] if logit < 0 else [0.817574, -0.182426]
        small = _alike([_slope(namespace, near, target, 6) for target in (0, 1)], wanted)
        return "p - y" if _alike(found, right) or not small else f"{show(found[0])} and {show(found[1])}"

    slope.__name__ = f"extreme_slope_{'minus' if logit < 0 else 'plus'}_{abs(logit):g}"
    probe(
        "day4-cross-entropy-extreme",
        f"the gradient of the logit {logit}, with target 0 and with target 1",
        "the loss depends on the logit, however large the logit is",
        phrase=str,
    )(slope)


for _logit in (40.0, -40.0, 1000.0, -1000.0):
    _extreme_slope(_logit)


@probe(
    "day4-cross-entropy-gradient",
    "the gradient of the logit {z}, with target 0 and with target 1",
    "it is `p - y`, with `p = sigmoid({z})`",
    # There `p` is 1 or 0 to four digits.
    z=simplified(number, (10.0, -10.0)),
)
def gradient_of_one_logit(namespace: Namespace, z: float) -> Any:
    """Return the gradient of one logit, as the logit of either class."""
    return [_slope(namespace, z, target, 4, _slope_added(namespace, z, target)) for target in (0, 1)]


@probe(
    "day4-cross-entropy-gradient",
    "twice the gradient of the logit 0, with target 0 and with target 1",
    "it is `2 * (p - y)`, and `p` is one half there",
)
def gradient_at_0(namespace: Namespace) -> Any:
    """Return the gradients where the formulas for either sign of the logit meet, doubled: so they are whole."""
    slopes = [_slope(namespace, 0.0, target, 6, _slope_added(namespace, 0.0, target)) for target in (0, 1)]
    return [2 * one if isinstance(one, float) else one for one in slopes]


@probe(
    "day4-cross-entropy-gradient",
    "the gradients of the logits {a}, {b}, {c} and {d} with targets 1, 0, 0 and 1",
    "each is `(p - y)/4`, with four samples",
    a=far_above,
    b=far_below,
    c=far_above,
    d=far_below,
    effort=2,
)
def entropy_gradients(namespace: Namespace, a: float, b: float, c: float, d: float) -> Any:
    """Return the gradients of four logits."""
    loss, nodes = _entropy(namespace, [a, b, c, d], [1, 0, 0, 1])
    loss.backward()
    factor, samples = _factor(namespace, 4), zip((a, b, c, d), (1, 0, 0, 1), strict=True)
    added = [_slope_added(namespace, *sample) / 4 for sample in samples]
    return [rounded(_plus(_over(node.grad, factor), more), 4) for node, more in zip(nodes, added, strict=True)]


@probe(
    "day4-cross-entropy-gradient",
    "the gradient of `a` for the logits `a * 0.2` and `a * -0.1`, where `a = {a}`, with targets 1 and 0",
    "the way back goes on through the logits, so the loss has to be connected with them",
    a=positive,
)
def gradient_behind_logits(namespace: Namespace, a: float) -> Any:
    """Return the gradient of what two logits were made from."""
    node = namespace["Value"](a)
    namespace["binary_cross_entropy"]([node * 0.2, node * -0.1], [1, 0]).backward()
    added = 0.1 * _slope_added(namespace, a * 0.2, 1) - 0.05 * _slope_added(namespace, a * -0.1, 0)
    return rounded(_plus(_over(node.grad, _factor(namespace, 2)), added), 4)


@probe(
    "day4-cross-entropy-gradient",
    "the gradients of the logits {a}, {a} and {b} with targets 1, 0 and 0",
    "each is `(p - y)/3`, with three samples, and equal logits are still two",
    a=far_above,
    b=far_below,
    effort=2,
)
def gradients_of_equal_logits(namespace: Namespace, a: float, b: float) -> Any:
    """Return the gradients of three logits, two of which hold one number."""
    logits, targets = (a, a, b), (1, 0, 0)
    loss, nodes = _entropy(namespace, list(logits), list(targets))
    loss.backward()
    factor, samples = _factor(namespace, 3), zip(logits, targets, strict=True)
    added = [_slope_added(namespace, *sample) / 3 for sample in samples]
    return [rounded(_plus(_over(node.grad, factor), more), 4) for node, more in zip(nodes, added, strict=True)]


def _gradient_at(logit: float, target: int, because: str) -> None:
    def gradient(namespace: Namespace) -> Any:
        return _slope(namespace, logit, target, 6, _slope_added(namespace, logit, target))

    gradient.__name__ = f"gradient_{'minus' if logit < 0 else 'plus'}_{abs(logit):g}_{target}"
    probe("day4-cross-entropy-gradient", f"the gradient of the logit {logit} with target {target}", because)(gradient)


for _near, _target in ((0.5, 0), (0.5, 1), (-0.5, 0), (-0.5, 1)):
    _gradient_at(_near, _target, "it is `p - y`, on either side of 0 and however close to it")
