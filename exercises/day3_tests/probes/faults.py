# SPDX-License-Identifier: MIT
"""Faults to put into an engine. ``right_faults.py`` has the code of each."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FAULTS", "Fault", "of_group"]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with an engine.

    Attributes:
        name: A name for the question, which no learner reads.
        group: Whether its operation is ``listed`` on the card, or it hides in the ``inputs`` or in the ``graph``.
        kind: What goes wrong, as a learner reads it after "an engine in which".
    """

    name: str
    group: str
    kind: str


FAULTS = (
    Fault("product", "listed", "the slopes of `a * b` are exchanged"),
    Fault("reuse", "listed", "a node that is used twice keeps the share that came last"),
    Fault("minus", "listed", "`a - b` passes on 1 to `b`"),
    Fault("quotient", "listed", "the square in the slope of `a / b` is missing"),
    Fault("power", "listed", "the slope of `a ** n` keeps the exponent `n`"),
    Fault("exponential", "listed", "the slope of `exp` is that of a power"),
    Fault("left_sum", "listed", "`1 + a` is `a`"),
    Fault("left_minus", "listed", "`10 - a` is computed as `a - 10`"),
    Fault("negative_base", "inputs", "a slope is right for positive numbers and has the wrong sign for negative ones"),
    Fault("relu_below", "inputs", "a gradient passes where none should"),
    Fault("tanh_near_zero", "inputs", "the slope of a function is right at 0 and wrong elsewhere"),
    Fault("sigmoid_far_out", "inputs", "a function overflows for numbers of some size"),
    Fault("no_refusal", "inputs", "what has no value is not refused"),
    Fault("every_arrival", "graph", "a shared node passes on again what it has passed on already"),
    Fault("first_arrival", "graph", "a shared node passes on before all has arrived"),
    Fault("equal_numbers", "graph", "two nodes that hold the same number are taken for one"),
    Fault("second_call", "graph", "a second `backward()` sends on what the first one left inside"),
    Fault("leaves_cleared", "graph", "`backward()` throws away what the leaves have collected"),
)


def of_group(group: str) -> list[Fault]:
    """Return the faults of a group, in their order."""
    return [fault for fault in FAULTS if fault.group == group]
