# SPDX-License-Identifier: MIT
"""Questions of one line on the ideas of a day, asked anew on later mornings: each with a few answers to choose from.

``predictions`` names those of the course's predictions that ask about the same idea. A mistake whose id no exercise has
in its catalogue brings a sentence of its own.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from judge.asking.fresh import Fresh, Wrong

# What is thought in several questions.
ADDED = "The derivatives along the path are added, not multiplied"
ONE_PATH = "Only one of the two paths is counted"
INSTEAD = "What arrives takes the place of what was there"
SHARE_ALONE = "The gradient is passed on without the local derivative"


def _from(*names: str, least: int, most: int) -> Any:
    """Return what draws a whole number for each name."""

    def draw(source: Random) -> dict[str, Any]:
        return {name: source.randint(least, most) for name in names}

    return draw


def _of(**choices: tuple[Any, ...]) -> Any:
    """Return what draws one of the choices for each name."""

    def draw(source: Random) -> dict[str, Any]:
        return {name: source.choice(among) for name, among in choices.items()}

    return draw


def _question(
    check: str,
    name: str,
    ask: str,
    because: str,
    draw: Any,
    right: Any,
    *wrong: Wrong,
    predictions: str = "",
    is_extra: bool = False,
) -> Fresh:
    return Fresh(
        check=check,
        name=name,
        ask=ask,
        because=because,
        draw=draw,
        right=right,
        wrong=wrong,
        original={},
        example="None",
        predictions=tuple(predictions.split()),
        is_extra=is_extra,
    )


DAY_1 = (
    _question(
        "day1-predict-reuse",
        "recalled-nodes",
        "`y = a + {k}`, and then `y = y * a` runs {rounds} times. How many nodes has the graph of `y`?",
        "`a`, the node of the plain number, the sum, and one product for each round",
        _from("k", "rounds", least=3, most=9),
        lambda k, rounds: rounds + 3,
        Wrong("day1-predict-node-too-few", lambda k, rounds: rounds + 2),
        Wrong("day1-predict-node-for-each-use", lambda k, rounds: 2 * rounds + 3),
        Wrong("day1-recall-one-name", lambda k, rounds: 3, "A node is counted for each name, not for each operation"),
    ),
    _question(
        "day1-predict-reuse",
        "recalled-edges",
        "`y = a * a`, and then `y = y + a` runs {rounds} times. How many edges has the graph of `y`?",
        "each operation has two inputs and so two edges, also where both come from one node",
        _from("rounds", least=2, most=9),
        lambda rounds: 2 * rounds + 2,
        Wrong("day1-predict-double-edge-once", lambda rounds: 2 * rounds + 1),
        Wrong("day1-recall-edge-for-operation", lambda rounds: rounds + 1, "Each operation is counted with one edge"),
        Wrong("day1-predict-arrows-alone", lambda rounds: 3 * rounds + 3),
        predictions="day1-torch-uses",
    ),
    _question(
        "day1-predict-product",
        "recalled-value",
        "`a = {a}`, `b = {b}` and `c = {c}`. Which number does the node `a + b * c` hold?",
        "the product comes first, and its node is an input of the sum",
        _from("a", "b", "c", least=2, most=6),
        lambda a, b, c: a + b * c,
        Wrong("day1-predict-precedence", lambda a, b, c: (a + b) * c),
        Wrong("day1-recall-signs-exchanged", lambda a, b, c: a * b + c, "The two signs are swapped"),
        Wrong("day1-recall-product-as-sum", lambda a, b, c: a + b + c, "`*` is read as a sum"),
        predictions="day1-brackets",
    ),
    _question(
        "day1-trace-edges",
        "recalled-parents",
        "`y = a`, and then `y = y * b` runs {rounds} times. How many parents has the last `y`?",
        "a node keeps only its own parents: the `y` before it, and `b`",
        _from("rounds", least=3, most=9),
        lambda rounds: 2,
        Wrong(
            "day1-recall-ancestors",
            lambda rounds: rounds + 1,
            "Every node that it depends on is counted, not its parents alone",
        ),
        Wrong("day1-recall-one-parent", lambda rounds: 1, "Only the `y` before it is counted, not `b`"),
        Wrong("day1-recall-all-edges", lambda rounds: 2 * rounds, "All edges of the graph are counted"),
        predictions="day1-grandparent",
    ),
    _question(
        "day1-predict-reuse",
        "recalled-rise",
        "`y = a + a + {b} * a`. `a` rises by {rise}. By how much does `y` rise?",
        "each edge from `a` passes the rise on, and the product multiplies it",
        _from("b", "rise", least=2, most=6),
        lambda b, rise: rise * (2 + b),
        Wrong(
            "day1-recall-rise-once", lambda b, rise: rise, "The rise is counted once, although `a` is used three times"
        ),
        Wrong("day1-predict-double-edge-once", lambda b, rise: rise * (1 + b)),
        Wrong("day1-recall-rise-last-use", lambda b, rise: rise * b, "Only the last use of `a` is counted"),
        predictions="day1-raise-shared",
    ),
)

DAY_2 = (
    _question(
        "day2-value-multiply",
        "recalled-product",
        "`L = a * b` at `a = {a}` and `b = {b}`, and `L.grad` is {upstream}. What does `a` receive?",
        "the local derivative of a product is the other input, here `b`, times what arrives",
        _from("a", "b", "upstream", least=2, most=9),
        lambda a, b, upstream: b * upstream,
        Wrong("day2-multiply-own-data", lambda a, b, upstream: a * upstream),
        Wrong("day2-multiply-forgets-upstream", lambda a, b, upstream: b),
        Wrong("day2-multiply-copies", lambda a, b, upstream: upstream),
    ),
    _question(
        "day2-value-add",
        "recalled-sum",
        "`s = a + b` at `a = {a}` and `b = {b}`, and `s.grad` is {upstream}. What does `a` receive?",
        "the local derivative of a sum is 1 for each input, so each gets all that arrives",
        _from("a", "b", "upstream", least=2, most=9),
        lambda a, b, upstream: upstream,
        Wrong("day2-add-ones", lambda a, b, upstream: 1),
        Wrong("day2-add-passes-data", lambda a, b, upstream: a + b),
        Wrong(
            "day2-recall-sum-shared-out",
            lambda a, b, upstream: upstream / 2,
            "The gradient of a sum is shared out between its inputs",
        ),
    ),
    _question(
        "day2-value-accumulate",
        "recalled-shares",
        "`a.grad` holds {held}. Another use of `a` sends it {share}. What does `a.grad` hold then?",
        "the shares of all uses add up",
        _from("held", "share", least=2, most=9),
        lambda held, share: held + share,
        Wrong("day2-both-assign", lambda held, share: share),
        Wrong("day2-recall-share-left-out", lambda held, share: held, "What arrives is left out"),
        Wrong(
            "day2-recall-shares-multiplied",
            lambda held, share: held * share,
            "The shares are multiplied, not added",
        ),
    ),
    _question(
        "day2-chain-w1",
        "recalled-chain",
        "`u = {a} * x`, `v = u + {b}` and `L = {c} * v`. What is the gradient `dL/dx`?",
        "one path leads to `x`, so its local derivatives are multiplied, and that of `+` is 1",
        _from("a", "b", "c", least=2, most=7),
        lambda a, b, c: a * c,
        Wrong("day2-recall-derivatives-added", lambda a, b, c: a + c, ADDED),
        Wrong("day2-recall-stops-early", lambda a, b, c: c, "The step from `u` to `x` is missing"),
        Wrong(
            "day2-recall-sum-as-product",
            lambda a, b, c: a * b * c,
            "The number that is added is taken for a factor",
        ),
    ),
    _question(
        "day2-chain-w2",
        "recalled-paths",
        "`u = {a} * x`, `v = {b} * x` and `L = u + v`. What is the gradient `dL/dx`?",
        "two paths lead to `x`, and what comes back on them is added",
        _from("a", "b", least=2, most=9),
        lambda a, b: a + b,
        Wrong("day2-recall-paths-multiplied", lambda a, b: a * b, "The two paths are multiplied, not added"),
        Wrong("day2-recall-one-path", lambda a, b: b, ONE_PATH),
        Wrong("day2-recall-first-path", lambda a, b: a, ONE_PATH),
        predictions="day2-fan-out",
    ),
    _question(
        "day2-nudge-central",
        "recalled-slope",
        "What is the slope of `x**3 - {k}*x` at `x = {x}`?",
        "the slope of `x³` is `3x²`, and that of the second part is its factor",
        _from("k", "x", least=2, most=5),
        lambda k, x: 3 * x**2 - k,
        Wrong(
            "day2-recall-value-for-slope",
            lambda k, x: x**3 - k * x,
            "The value of the function is given, not its slope",
        ),
        Wrong("day2-recall-second-part", lambda k, x: 3 * x**2, "The slope of the second part is left out"),
        Wrong("day2-recall-factor-left-out", lambda k, x: x**2 - k, "The factor 3 in the slope of `x³` is left out"),
        predictions="day2-cube",
    ),
    _question(
        "day2-nudge-central",
        "recalled-difference",
        "`f(x + h)` is {up} and `f(x - h)` is {down}, with `h = {h}`. Which slope does this give?",
        "the two values are `2h` apart, so their difference is divided by `2h`",
        lambda source: {
            "down": (down := source.randint(2, 9)),
            "up": down + 4 * source.randint(1, 4),
            "h": source.choice((0.25, 0.125, 4)),
        },
        lambda up, down, h: (up - down) / (2 * h),
        Wrong("day2-nudge-divided-by-h", lambda up, down, h: (up - down) / h),
        Wrong("day2-nudge-not-divided", lambda up, down, h: up - down),
        Wrong("day2-nudge-brackets-missing", lambda up, down, h: (up - down) / 2 * h),
        predictions="day2-tiny-step",
    ),
    _question(
        "day2-max-routes",
        "recalled-maximum",
        "`m = maximum(a, b)` at `a = {a}` and `b = {b}`, and `m.grad` is {upstream}. What does `a` receive?",
        "the larger input gets all that arrives, and the smaller one gets nothing",
        lambda source: {"a": source.randint(2, 5), "b": source.randint(6, 9), "upstream": source.randint(2, 9)},
        lambda a, b, upstream: 0,
        Wrong("day2-max-half-each", lambda a, b, upstream: upstream / 2),
        Wrong("day2-max-loser-too", lambda a, b, upstream: upstream),
        Wrong("day2-max-sign", lambda a, b, upstream: -upstream),
        predictions="day2-tie",
        is_extra=True,
    ),
)

DAY_3 = (
    _question(
        "day3-value-backward-graphs",
        "recalled-order",
        "`b = {slope} * a`. `b` receives {first}, then {second}, and is called once, after both. What is `a.grad`?",
        "all of the gradient of `b` has arrived when `b` passes it on",
        _from("slope", "first", "second", least=2, most=6),
        lambda slope, first, second: slope * (first + second),
        Wrong("day3-backward-first-arrival", lambda slope, first, second: slope * first),
        Wrong("day3-backward-every-path", lambda slope, first, second: slope * first + slope * (first + second)),
        Wrong("day3-recall-share-alone", lambda slope, first, second: first + second, SHARE_ALONE),
        predictions="day3-orders",
    ),
    _question(
        "day3-value-backward-large",
        "recalled-calls",
        "A leaf is doubled {rounds} times by `x = x + x`. How often does `backward()` call a `_backward()`, with "
        "one call for each node?",
        "one call for each doubling, and one for the leaf",
        _from("rounds", least=3, most=9),
        lambda rounds: rounds + 1,
        Wrong(
            "day3-recall-call-for-edge", lambda rounds: 2 * rounds, "A call is counted for each edge, not for each node"
        ),
        Wrong(
            "day3-recall-call-for-path", lambda rounds: 2**rounds, "A call is counted for each path, not for each node"
        ),
        Wrong(
            "day3-recall-root-left-out",
            lambda rounds: rounds - 1,
            "Two nodes are left out",
        ),
        predictions="day3-loop-calls",
    ),
    _question(
        "day3-value-backward-large",
        "recalled-ways",
        "A leaf is doubled {rounds} times by `x = x + x`. How many paths lead from the result to the leaf?",
        "each doubling has two edges, so each doubles the number of paths",
        _from("rounds", least=3, most=9),
        lambda rounds: 2**rounds,
        Wrong("day3-recall-edges-for-paths", lambda rounds: 2 * rounds, "The edges are counted, not the paths"),
        Wrong("day3-recall-nodes-for-paths", lambda rounds: rounds + 1, "The nodes are counted, not the paths"),
        Wrong("day3-recall-paths-squared", lambda rounds: rounds**2, "The number of doublings is squared"),
    ),
    _question(
        "day3-topological-order-parents-first",
        "recalled-place",
        "`y = x`, and then `y = y + x` runs {rounds} times. With parents before children, at which place is the "
        "last `y`, from 1?",
        "every other node comes before it: the leaf and the sums below it",
        _from("rounds", least=3, most=9),
        lambda rounds: rounds + 1,
        Wrong("day3-order-children-first", lambda rounds: 1),
        Wrong("day3-order-duplicates", lambda rounds: 2 * rounds + 1),
        Wrong("day3-recall-place-of-leaf", lambda rounds: rounds, "The leaf is not counted"),
    ),
    _question(
        "day3-twice-repeat",
        "recalled-twice",
        "`y = {slope} * a`. Leaves accumulate, other nodes start afresh. What is `a.grad` after {calls} calls of "
        "`y.backward()`?",
        "each call adds the same gradient to the leaf",
        _of(slope=(2, 3, 4, 5, 6), calls=(2, 3, 4)),
        lambda slope, calls: slope * calls,
        Wrong("day3-which-last-call-alone", lambda slope, calls: slope),
        Wrong(
            "day3-recall-calls-multiplied",
            lambda slope, calls: slope**calls,
            "What the calls bring is multiplied, not added",
        ),
        Wrong(
            "day3-recall-interior-kept",
            lambda slope, calls: slope * calls * (calls + 1) // 2,
            "`y` is assumed to keep its gradient between the calls",
        ),
        predictions="day3-third-call",
    ),
    _question(
        "day3-value-operators-times-divide",
        "recalled-power",
        "`y = a ** {n}` at `a = {a}`, and `y.grad` is 1. What does `a` receive?",
        "the power comes down as a factor, and the exponent gets smaller by 1",
        _of(a=(2, 3, 4), n=(3, 4)),
        lambda a, n: n * a ** (n - 1),
        Wrong("day3-power-factor-missing", lambda a, n: a ** (n - 1)),
        Wrong("day3-power-exponent-not-lowered", lambda a, n: n * a**n),
        Wrong("day3-power-is-product", lambda a, n: n),
    ),
)

DAY_4 = (
    _question(
        "day4-count-paper",
        "recalled-layer",
        "A layer has {neurons} neurons with {inputs} inputs each. How many parameters has it?",
        "each neuron has a weight for each input, and a bias",
        _from("neurons", "inputs", least=2, most=9),
        lambda neurons, inputs: neurons * (inputs + 1),
        Wrong("day4-count-weights-only", lambda neurons, inputs: neurons * inputs),
        Wrong(
            "day4-recall-one-bias",
            lambda neurons, inputs: neurons * inputs + 1,
            "One bias is counted for the whole layer",
        ),
        Wrong(
            "day4-recall-numbers-added",
            lambda neurons, inputs: neurons + inputs,
            "Neurons and inputs are added, not multiplied",
        ),
        predictions="day4-twice-as-wide",
        is_extra=True,
    ),
    _question(
        "day4-mlp-neuron",
        "recalled-neuron",
        "A neuron has {inputs} inputs, a bias and `tanh`. How many nodes has its graph, leaves and results together?",
        "a leaf for each input, each weight and the bias; a product and a sum for each input; the activation",
        _from("inputs", least=2, most=9),
        lambda inputs: 4 * inputs + 2,
        Wrong(
            "day4-recall-leaves-alone",
            lambda inputs: 2 * inputs + 1,
            "Only the leaves or only the results are counted",
        ),
        Wrong("day4-no-activation", lambda inputs: 4 * inputs + 1),
        Wrong(
            "day4-recall-one-sum",
            lambda inputs: 3 * inputs + 3,
            "The whole sum is counted as one node",
        ),
        predictions="day4-neuron-nodes",
    ),
    _question(
        "day4-loss-mean",
        "recalled-mean",
        "The predictions are {one} and {other}, the targets 0 and 0. What is the mean of the squared errors?",
        "each error is squared, and the sum is divided by the number of samples",
        _from("one", "other", least=1, most=8),
        lambda one, other: (one**2 + other**2) / 2,
        Wrong("day4-mean-is-sum", lambda one, other: one**2 + other**2),
        Wrong("day4-loss-absolute", lambda one, other: (one + other) / 2),
        Wrong(
            "day4-recall-squared-last",
            lambda one, other: ((one + other) / 2) ** 2,
            "The mean is taken first and then squared",
        ),
        predictions="day4-no-bend",
    ),
    _question(
        "day4-cross-entropy-value",
        "recalled-classes",
        "A net gives each of {classes} classes the same probability. What is its cross-entropy, to two digits?",
        "it is `-log(p)` with one over the number of classes as `p`",
        _from("classes", least=3, most=20),
        lambda classes: round(math.log(classes), 2),
        Wrong(
            "day4-recall-probability",
            lambda classes: round(1 / classes, 2),
            "The probability is given, without the logarithm",
        ),
        Wrong("day4-entropy-sign", lambda classes: round(-math.log(classes), 2)),
        Wrong(
            "day4-recall-no-loss",
            lambda classes: 0,
            "Equal probabilities are assumed to cost nothing",
        ),
        predictions="day4-ten-classes",
        is_extra=True,
    ),
    _question(
        "day4-train-zero",
        "recalled-zeroing",
        "Each backward pass brings a parameter the gradient {gradient}, and nobody resets it. Which `grad` does "
        "step {step} use?",
        "what the earlier passes brought is still there, and the new gradient is added",
        _of(gradient=(2, 3, 4, 5, 6, 7), step=(3, 4, 5)),
        lambda gradient, step: gradient * step,
        Wrong("day4-recall-replaced", lambda gradient, step: gradient, INSTEAD),
        Wrong(
            "day4-recall-one-pass-late",
            lambda gradient, step: gradient * (step - 1),
            "The pass of this step is left out",
        ),
        Wrong(
            "day4-recall-passes-multiplied",
            lambda gradient, step: gradient**step,
            "The gradients are multiplied, not added",
        ),
    ),
    _question(
        "day4-train-step",
        "recalled-step",
        "A parameter holds {held}, its gradient is {gradient}, and the learning rate is {rate}. What does it hold "
        "after one step?",
        "a step goes against the gradient, and is as long as the rate times the gradient",
        _of(held=(3, 4, 5, 6), gradient=(2, 4, 6, 8), rate=(0.5, 0.25)),
        lambda held, gradient, rate: held - rate * gradient,
        Wrong("day4-train-ascent", lambda held, gradient, rate: held + rate * gradient),
        Wrong("day4-train-rate-missing", lambda held, gradient, rate: held - gradient),
        Wrong("day4-train-sign-only", lambda held, gradient, rate: held - rate),
    ),
    _question(
        "day4-train-step",
        "recalled-shrinking",
        "A step leaves {share} of each error. Which share of the mean squared error is left?",
        "each error is squared, and so is its share",
        _of(share=(0.9, 0.8, 0.7, 0.6, 0.4, 0.3, 0.2)),
        lambda share: round(share**2, 2),
        Wrong(
            "day4-recall-share-not-squared",
            lambda share: share,
            "The share is not squared",
        ),
        Wrong(
            "day4-recall-what-is-gone",
            lambda share: round((1 - share) ** 2, 2),
            "What is gone is squared, not what is left",
        ),
        Wrong(
            "day4-recall-twice-gone",
            lambda share: round(1 - 2 * (1 - share), 2),
            "Twice what is gone is subtracted, as if the square were a straight line",
        ),
        predictions="day4-after-the-step",
    ),
    _question(
        "day4-fool-pixel",
        "recalled-pixel",
        "The loss has the gradient {gradient} at a pixel, which gets darker by {change}. By about how much does "
        "the loss change?",
        "it is the gradient times the change",
        _of(gradient=(-6, -4, -2, 2, 4, 6), change=(0.25, 0.5)),
        lambda gradient, change: gradient * change,
        Wrong("day4-fool-rise-is-gradient", lambda gradient, change: gradient),
        Wrong(
            "day4-recall-sign-turned",
            lambda gradient, change: -gradient * change,
            "The sign is turned",
        ),
        Wrong(
            "day4-recall-change-alone",
            lambda gradient, change: change,
            "The change of the pixel is given, without the gradient",
        ),
        predictions="day4-coins",
        is_extra=True,
    ),
)

DAY_5 = (
    _question(
        "day5-per-layer-norms",
        "recalled-factor",
        "Each layer multiplies the gradient by {factor}. By which factor has it changed after {layers} layers?",
        "each layer multiplies once more, so the factor is a power",
        _of(factor=(0.5, 0.1, 3, 0.25), layers=(2, 3, 4)),
        lambda factor, layers: round(factor**layers, 8),
        Wrong(
            "day5-recall-factors-added",
            lambda factor, layers: round(factor * layers, 8),
            "The factors of the layers are added, not multiplied",
        ),
        Wrong("day5-recall-factor-once", lambda factor, layers: factor, "The factor of one layer alone is counted"),
        Wrong(
            "day5-recall-one-more",
            lambda factor, layers: round(factor ** (layers + 1), 8),
            "One layer too many is counted",
        ),
        predictions="day5-three-neurons",
        is_extra=True,
    ),
    _question(
        "day5-forecast-depth",
        "recalled-steps",
        "A gradient goes back from layer {last} to layer {first}. How many times does a step between two layers "
        "multiply it?",
        "there is one step between each two neighbours, so one less than there are layers",
        lambda source: {"first": source.randint(2, 4), "last": source.randint(8, 12)},
        lambda first, last: last - first,
        Wrong(
            "day5-recall-layers-for-steps",
            lambda first, last: last - first + 1,
            "The layers are counted, not the steps between them",
        ),
        Wrong("day5-recall-all-layers", lambda first, last: last, "The layers below are counted, too"),
        Wrong(
            "day5-recall-layers-inside",
            lambda first, last: last - first - 1,
            "Only the layers in between are counted",
        ),
        predictions="day5-powers-between",
    ),
    _question(
        "day5-derive-leak",
        "recalled-sum",
        "A neuron adds up {inputs} independent products, each with the mean 0 and the mean square 1. What is the "
        "mean square of the sum?",
        "with the mean 0 and no connection between the products, their mean squares add up",
        _of(inputs=(4, 9, 16, 25, 36, 64, 100)),
        lambda inputs: inputs,
        Wrong("day5-recall-level-stays", lambda inputs: 1, "The sum is assumed to spread no more than one product"),
        Wrong(
            "day5-recall-level-root", lambda inputs: round(math.sqrt(inputs)), "The root of the mean square is given"
        ),
        Wrong("day5-recall-level-squared", lambda inputs: inputs**2, "The products are treated as if all were equal"),
    ),
    _question(
        "day5-init-spread",
        "recalled-rule",
        "A layer with ReLU has the fan-in {inputs}. Which standard deviation does He's rule give its weights?",
        "it is the square root of 2 divided by the fan-in",
        _of(inputs=(8, 32, 50, 200, 800)),
        lambda inputs: round(math.sqrt(2 / inputs), 4),
        Wrong("day5-he-variance", lambda inputs: round(2 / inputs, 4)),
        Wrong("day5-he-without-two", lambda inputs: round(1 / math.sqrt(inputs), 4)),
        Wrong("day5-he-uniform-limit", lambda inputs: round(math.sqrt(6 / inputs), 4)),
    ),
    _question(
        "day5-skip-block",
        "recalled-skip",
        "A block returns `x + f(x)`, and the slope of `f` is {slope} here. By what does the block multiply a gradient?",
        "the `+ x` adds 1 to the slope of `f`",
        _of(slope=(0.1, 0.2, 0.25, 0.3, 0.4, 0.5)),
        lambda slope: 1 + slope,
        Wrong("day5-skip-missing", lambda slope: slope),
        Wrong("day5-skip-returns-x", lambda slope: 1),
        Wrong("day5-skip-subtracts", lambda slope: round(slope - 1, 4)),
    ),
    _question(
        "day5-hooks-removed",
        "recalled-hook",
        "A hook prints the gradient of the leaf `x`, {gradient}, and is removed after the first of {passes} equal "
        "passes. What is `x.grad` then?",
        "a hook that only looks changes nothing, and each pass adds to the leaf",
        _of(gradient=(3, 4, 5, 6, 7, 8), passes=(3, 4, 5)),
        lambda gradient, passes: gradient * passes,
        Wrong("day5-recall-hooked-pass", lambda gradient, passes: gradient, "The passes without the hook are left out"),
        Wrong(
            "day5-recall-unhooked-passes",
            lambda gradient, passes: gradient * (passes - 1),
            "The pass with the hook is left out",
        ),
        Wrong(
            "day5-recall-gradient-used-up",
            lambda gradient, passes: 0,
            "The hook is assumed to clear the gradient",
        ),
        predictions="day5-hook-gone",
        is_extra=True,
    ),
    _question(
        "day5-clip-scales",
        "recalled-clipping",
        "All gradients together have the norm {norm}, and the limit is {limit}. By what does clipping multiply "
        "each gradient?",
        "limit divided by norm brings the norm down to the limit, and keeps the direction",
        lambda source: {"limit": (limit := source.randint(2, 5)), "norm": limit * source.choice((4, 5, 10))},
        lambda norm, limit: limit / norm,
        Wrong("day5-clip-factor-upside-down", lambda norm, limit: norm / limit),
        Wrong("day5-recall-limit-as-factor", lambda norm, limit: limit, "The limit itself is taken as the factor"),
        Wrong("day5-clip-to-zero", lambda norm, limit: 0),
        predictions="day5-turned",
        is_extra=True,
    ),
)

QUESTIONS = (*DAY_1, *DAY_2, *DAY_3, *DAY_4, *DAY_5)
