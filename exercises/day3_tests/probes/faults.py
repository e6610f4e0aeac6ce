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
    Fault("product", "listed", "a gradient of `a * b` is wrong"),
    Fault("reuse", "listed", "what a node collects as its gradient is wrong"),
    Fault("minus", "listed", "a gradient of `a - b` is wrong"),
    Fault("quotient", "listed", "a gradient of `a / b` is wrong"),
    Fault("power", "listed", "the gradient of `a ** n` is wrong"),
    Fault("exponential", "listed", "the gradient of `exp` is wrong"),
    Fault("left_sum", "listed", "a value of `+` is wrong"),
    Fault("left_minus", "listed", "a value of `-` is wrong"),
    Fault("negative_base", "inputs", "the gradient of an operator is wrong at some inputs"),
    Fault("relu_below", "inputs", "a function passes on too much at some inputs"),
    Fault("tanh_near_zero", "inputs", "the gradient of a function is wrong at some inputs"),
    Fault("sigmoid_far_out", "inputs", "a function raises an error at some inputs"),
    Fault("no_refusal", "inputs", "an error that is promised is not raised"),
    Fault("every_arrival", "graph", "a node passes on too much in some graphs"),
    Fault("first_arrival", "graph", "a node passes on too little in some graphs"),
    Fault("equal_numbers", "graph", "a node is left out in some graphs"),
    Fault("second_call", "graph", "a gradient is too large in some uses of a graph"),
    Fault("leaves_cleared", "graph", "a gradient is too small in some uses of a graph"),
)


def of_group(group: str) -> list[Fault]:
    """Return the faults of a group, in their order."""
    return [fault for fault in FAULTS if fault.group == group]
