# SPDX-License-Identifier: MIT
"""Step through the backward pass of the learner's own engine, live in the notebook."""

from .failing import step_failing
from .orders import ComparedOrders, compare_orders
from .stepping import Stepper, step
from .training import watch
from .widget import prepare

__all__ = ["ComparedOrders", "Stepper", "compare_orders", "prepare", "step", "step_failing", "watch"]
