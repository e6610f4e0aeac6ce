# SPDX-License-Identifier: MIT
"""The course's helper: draws graphs, checks gradients, shows figures. Works with any engine that keeps the contract.

Nothing heavy is imported here: torch, graphviz, matplotlib and IPython are loaded by the function that needs them.
"""

from .draw import draw_graph
from .environment import environment_report
from .figures import show_figure, show_understanding, use_style
from .palette import COLOURS
from .progress_bar import progress

__all__ = [
    "COLOURS",
    "draw_graph",
    "environment_report",
    "progress",
    "show_figure",
    "show_understanding",
    "use_style",
]
