# SPDX-License-Identifier: MIT
"""Step through the backward pass of the learner's own engine, live in the notebook."""

from .orders import compare_orders
from .recording import record_backward
from .stepping import step, step_failing
from .training import watch

__all__ = ["compare_orders", "record_backward", "step", "step_failing", "watch"]
