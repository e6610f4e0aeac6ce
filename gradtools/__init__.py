# SPDX-License-Identifier: MIT
"""The course's helper: draws graphs, checks gradients, shows figures. Works with any engine that keeps the contract.

Nothing heavy is imported here: torch, graphviz, matplotlib and IPython are loaded by the function that needs them.
"""

from . import garbage, grader, hiding, kernel, stepper, waiting
from .check import check
from .draw import draw_graph
from .environment import environment_report
from .figures import show_figure, show_understanding, use_style
from .finished import finished_engine
from .gradients import GradientMismatch, check_gradients
from .palette import COLOURS, TINTS
from .predictions import predict, reveal
from .progress_bar import progress
from .step_pictures import backward_steps
from .stepper import compare_orders, step, step_failing, watch
from .steps import record_backward
from .tried import try_tests

__all__ = [
    "COLOURS",
    "TINTS",
    "GradientMismatch",
    "backward_steps",
    "check",
    "check_gradients",
    "compare_orders",
    "draw_graph",
    "environment_report",
    "finished_engine",
    "predict",
    "progress",
    "record_backward",
    "reveal",
    "show_figure",
    "show_understanding",
    "step",
    "step_failing",
    "try_tests",
    "use_style",
    "watch",
]

garbage.collect_less_often()
hiding.install()
kernel.watch()
waiting.install()
grader.install()
stepper.prepare()
