# SPDX-License-Identifier: MIT
"""Questions about ``relu``, ``exp``, ``log``, ``tanh`` and ``sigmoid``."""

from __future__ import annotations

from typing import Any

from exercises.day3_value.engines import go_back, probe
from exercises.day3_value.probes.local_rules import remembers, rule_questions
from judge.asking.inputs import Draw, fraction, negative, positive, small
from judge.asking.probe import Namespace

EXP_LOG, TANH_SIGMOID = "day3-value-functions-exp-log", "day3-value-functions-tanh-sigmoid"

rule_questions(
    EXP_LOG,
    "above",
    "x.relu()",
    "{x} is above zero; the slope there is 1",
    lambda x: x.relu(),
    of="x",
    inside="*",
    x=positive,
)
rule_questions(
    EXP_LOG,
    "just_above",
    "x.relu()",
    "{x} is above zero; the slope there is 1",
    lambda x: x.relu(),
    of="x",
    x=fraction,
)
rule_questions(
    EXP_LOG, "below", "x.relu()", "{x} is below zero; the slope there is 0", lambda x: x.relu(), of="x", x=negative
)
rule_questions(
    EXP_LOG,
    "just_below",
    "x.relu()",
    "{x} is below zero; the slope there is 0",
    lambda x: x.relu(),
    of="x",
    x=lambda draw: -fraction(draw),
)
rule_questions(
    EXP_LOG,
    "corner",
    "x.relu()",
    "zero stays zero; at 0 the slope is taken as 0",
    lambda x: x.relu(),
    of="x",
    x=lambda draw: 0.0,
)
rule_questions(
    EXP_LOG,
    "exp",
    "x.exp()",
    "it is `e` to the power {x}; the slope of exp is exp itself",
    lambda x: x.exp(),
    of="x",
    inside="*",
    x=small,
)
rule_questions(
    EXP_LOG,
    "log",
    "x.log()",
    "it is the natural logarithm of {x}; the slope is `1/x`",
    lambda x: x.log(),
    of="x",
    inside="*",
    x=positive,
)
rule_questions(
    EXP_LOG,
    "log_of_fraction",
    "x.log()",
    "it is the natural logarithm of {x}; the slope is `1/x`",
    lambda x: x.log(),
    of="x",
    x=fraction,
)
rule_questions(
    TANH_SIGMOID,
    "tanh",
    "x.tanh()",
    "it is tanh of {x}; the slope is `1 - y**2`, with `y` the output",
    lambda x: x.tanh(),
    of="x",
    inside="*",
    x=small,
)
rule_questions(
    TANH_SIGMOID,
    "sigmoid",
    "x.sigmoid()",
    "it is 1 over `1 + e**-x`; the slope is `y * (1 - y)`, with `y` the output",
    lambda x: x.sigmoid(),
    of="x",
    inside="*",
    x=small,
)


for _check, _function in (
    (EXP_LOG, "relu"),
    (EXP_LOG, "exp"),
    (EXP_LOG, "log"),
    (TANH_SIGMOID, "tanh"),
    (TANH_SIGMOID, "sigmoid"),
):
    remembers(
        _check,
        _function,
        f"x.{_function}()",
        lambda x, _, name=_function: getattr(x, name)(),
        x=(lambda draw: -fraction(draw)) if _function == "relu" else fraction,
    )


def far(draw: Draw) -> float:
    """Return a number beyond the range in which ``exp`` of it is a float."""
    return draw.fresh(lambda: draw.random.choice((750.0, 800.0, 900.0, 1000.0)))


def _far_out(side: str, sign: float) -> None:
    """Register the questions far from zero on one side: every seed asks for both."""
    where = f"`x = Value({'-' if sign < 0 else ''}{{a}})`"

    def value_far_out(namespace: Namespace, a: float) -> Any:
        return namespace["Value"](sign * a).sigmoid().data

    def slope_far_out(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](sign * a)
        go_back(namespace["Value"], (x.sigmoid(), 1.0))
        return x.grad

    def tanh_slope_far_out(namespace: Namespace, a: float) -> Any:
        x = namespace["Value"](sign * a)
        try:
            out = x.tanh()
        except OverflowError:  # A design with exp overflows there; which designs do is the question of 3.5.
            return 0.0
        if out.data != out.data:  # NaN, with an exp that returns infinity
            return 0.0
        go_back(namespace["Value"], (out, 1.0))
        return x.grad

    value_far_out.__name__, slope_far_out.__name__ = f"sigmoid_far_{side}", f"sigmoid_flat_{side}"
    tanh_slope_far_out.__name__ = f"tanh_flat_{side}"
    probe(
        TANH_SIGMOID,
        f"`(x.sigmoid()).data` for {where}",
        "`e` to the power of so large a number is no float, and sigmoid is always between 0 and 1",
        rounds=1,
        a=far,
    )(value_far_out)
    for name, question in (("sigmoid", slope_far_out), ("tanh", tanh_slope_far_out)):
        probe(
            TANH_SIGMOID,
            f"`x.grad` for `out = x.{name}()`, {where}, when the upstream gradient `out.grad` is 1.0",
            "the curve is flat there: the slope is too small for a float, and 0.0 is nearest",
            rounds=1,
            a=far,
        )(question)


_far_out("above", 1.0)
_far_out("below", -1.0)


@probe(
    TANH_SIGMOID,
    "`(x.sigmoid()).data` and `(y.sigmoid()).data` for `x = Value({a})`, `y = Value(-{a})`",
    "the two add up to 1, and the one above zero is the larger",
    rounds=1,
    a=fraction,
)
def sigmoid_both_signs(namespace: Namespace, a: float) -> Any:
    """Return the sigmoid of a number above zero and of one below: some formulas hold on one side alone."""
    return [namespace["Value"](x).sigmoid().data for x in (a, -a)]
