# SPDX-License-Identifier: MIT
"""The course's helper: draws graphs, checks gradients, shows figures. Works with any engine that keeps the contract.

Nothing heavy is imported here: torch, graphviz, matplotlib and IPython are loaded by the function that needs them.
Outside a notebook the import changes nothing in the process; inside, it calls :func:`gradtools.notebook.start`.
"""

from . import notebook
from .draw import draw_graph
from .environment import environment_report
from .figures import show_figure, show_understanding, use_style
from .gradients import GradientMismatch, check_gradients
from .notebook.check import check
from .notebook.finished import finished_engine
from .notebook.predictions import predict, reveal
from .notebook.sheet import sheet
from .notebook.so_far import so_far
from .notebook.standing import progress, standing
from .notebook.tried import try_tests
from .output import shell
from .palette import COLOURS, TINTS
from .stepper.drawing import draw_digit
from .stepper.orders import compare_orders
from .stepper.recording import record_backward
from .stepper.stepping import step, step_failing
from .stepper.tables import step_product, step_repeated
from .stepper.training import watch

__all__ = [
    "COLOURS", "TINTS", "GradientMismatch", "check", "check_gradients", "compare_orders", "draw_digit", "draw_graph",
    "environment_report", "finished_engine", "predict", "progress", "record_backward", "reveal", "sheet",
    "show_figure", "show_understanding", "so_far", "standing", "step", "step_failing", "step_product",
    "step_repeated", "try_tests", "use_style", "watch",
]  # fmt: skip

if shell() is not None:
    notebook.start()
