# SPDX-License-Identifier: MIT
"""The course's helper: draws graphs, checks gradients, shows figures. Works with any engine that keeps the contract.

Nothing heavy is imported here: torch, graphviz, matplotlib and IPython are loaded by the function that needs them.
Outside a notebook the import changes nothing in the process; inside, it calls :func:`companion.start`.
"""

from . import notebook
from .draw import draw_graph
from .environment import environment_report
from .figures import show_figure, show_understanding, use_style
from .gradients import GradientMismatch, check_gradients
from companion.check import check
from companion.finished import finished_engine
from companion.predictions import predict, reveal
from companion.sheet import sheet
from companion.so_far import so_far
from companion.standing import progress, standing
from companion.tried import try_tests
from .output import shell
from .palette import COLOURS, TINTS
from companion.stepper.drawing import draw_digit
from companion.stepper.orders import compare_orders
from companion.stepper.recording import record_backward
from companion.stepper.stepping import step, step_failing
from companion.stepper.tables import step_product, step_repeated
from companion.stepper.training import watch

__all__ = [
    "COLOURS", "TINTS", "GradientMismatch", "check", "check_gradients", "compare_orders", "draw_digit", "draw_graph",
    "environment_report", "finished_engine", "predict", "progress", "record_backward", "reveal", "sheet",
    "show_figure", "show_understanding", "so_far", "standing", "step", "step_failing", "step_product",
    "step_repeated", "try_tests", "use_style", "watch",
]  # fmt: skip

if shell() is not None:
    notebook.start()
