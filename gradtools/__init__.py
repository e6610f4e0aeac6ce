# SPDX-License-Identifier: MIT
"""The course's helper: draws graphs, checks gradients, shows figures. Works with any engine that keeps the contract.

Nothing heavy is imported here: torch, graphviz, matplotlib and IPython are loaded by the function that needs them.
Outside a notebook the import changes nothing in the process; inside, it calls :func:`companion.background.start`.
"""

import importlib
from typing import Any

from .draw import draw_graph
from .environment import environment_report
from .figures import show_figure, show_understanding, use_style
from .gradients import GradientMismatch, check_gradients
from .output import shell
from .palette import COLOURS, TINTS

# What makes a notebook answer is a package of its own, which imports this one. A notebook gets it through here: each
# name with the module that has it.
FROM_COMPANION = {
    "after": "before_after.asked",
    "again": "practice",
    "before": "before_after.asked",
    "check": "check",
    "compare_orders": "stepper.orders",
    "draw_digit": "stepper.drawing",
    "finished_engine": "finished",
    "hint": "hints",
    "predict": "predictions",
    "progress": "standing",
    "record_backward": "stepper.recording",
    "reveal": "predictions",
    "sheet": "sheet",
    "so_far": "so_far",
    "standing": "standing",
    "step": "stepper.stepping",
    "step_failing": "stepper.stepping",
    "step_product": "stepper.tables",
    "step_repeated": "stepper.tables",
    "try_tests": "tried",
    "watch": "stepper.training",
}

__all__ = [
    "COLOURS", "TINTS", "GradientMismatch", "after", "again", "before", "check", "check_gradients", "compare_orders",
    "draw_digit", "draw_graph", "environment_report", "finished_engine",
    "hint", "predict", "progress", "record_backward", "reveal", "sheet",
    "show_figure", "show_understanding", "so_far", "standing", "step", "step_failing", "step_product",
    "step_repeated", "try_tests", "use_style", "watch",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in FROM_COMPANION:
        raise AttributeError(f"module 'gradtools' has no attribute {name!r}")
    return getattr(importlib.import_module(f"companion.{FROM_COMPANION[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if shell() is not None:
    importlib.import_module("companion.background").start()
