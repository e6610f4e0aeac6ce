# SPDX-License-Identifier: MIT
"""What a cell shows stays hidden while the prediction that it answers has not been made.

Whoever runs a whole notebook at once has not predicted anything yet, and would find every answer there already. So a
cell with a ``reveal`` whose question has no guess runs, and defines what later cells need, but shows one calm line.
At its next run it shows all: nobody has to predict. Only where the question was asked again in between, as by a second
*Run All*, it stays hidden. An error shows as it always does, and while a program runs the notebook, to grade, test or
build it, nothing is changed.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any

from . import kernel, predictions
from .output import show

__all__ = ["HIDDEN", "install"]

ASKS = re.compile(r"""\bpredict\(\s*["']([\w-]+)["']""")
REVEALS = re.compile(r"""\breveal\(\s*["']([\w-]+)["']""")
HIDDEN = (
    "○ This cell has run. What it shows is hidden, since it answers the prediction above: write your guess there, run "
    "that cell, then this one. To look without a guess, run this cell once more."
)


@dataclass
class _Held:
    """What is kept back while one cell runs."""

    capture: Any
    outputs: Any
    interactivity: str
    names: set[str]


_held: _Held | None = None


def install() -> None:
    """Hide what answers an open question from now on. Does nothing outside IPython.

    Call it before ``waiting.install``: it looks at errors as they came.
    """
    shell = kernel.shell()
    if shell is not None and not getattr(shell, "_autograd_in_five_days_hides", False):
        # The questions whose answer was hidden since they were last asked: the next run shows it.
        shell._autograd_in_five_days_offers = set()
        shell.events.register("pre_run_cell", _hide)
        shell.events.register("post_run_cell", _tell)
        shell._autograd_in_five_days_hides = True


def _hide(info: Any) -> None:
    global _held
    if os.environ.get(kernel.RUNNING) or info.silent or not info.store_history:
        return
    shell = kernel.shell()
    shell._autograd_in_five_days_offers.difference_update(ASKS.findall(info.raw_cell))
    names = {name for name in REVEALS.findall(info.raw_cell) if predictions.unanswered(name)}
    if names <= shell._autograd_in_five_days_offers:
        return
    # Imported here: outside of a notebook nobody needs it.
    from IPython.utils.capture import capture_output

    capture = capture_output()
    _held = _Held(capture, capture.__enter__(), shell.ast_node_interactivity, names)
    # The value of the last line is shown in a way of its own.
    shell.ast_node_interactivity = "none"
    predictions.withheld.update(names)


def _tell(result: Any) -> None:
    global _held
    if _held is None:
        return
    held, _held = _held, None
    held.capture.__exit__(None, None, None)
    shell = kernel.shell()
    shell.ast_node_interactivity = held.interactivity
    predictions.withheld.clear()
    if result.success:
        shell._autograd_in_five_days_offers.update(held.names)
        show([{"text/markdown": HIDDEN, "text/plain": HIDDEN}])
    else:
        held.outputs.show()
