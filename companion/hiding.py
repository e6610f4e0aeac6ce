# SPDX-License-Identifier: MIT
"""What a cell shows stays hidden while the prediction that it answers has not been made.

A learner who runs all cells at once has not predicted anything yet, and would find every answer there already. So a
cell with a ``reveal`` whose question has no guess runs, and defines what later cells need, but shows one calm line.
At its next run it shows all, since nobody has to predict. If the question was asked again in between, as by a second
*Run All*, it stays hidden. An error shows as it always does, and while a program runs the notebook, to grade, test or
build it, nothing is changed.
"""

import os
import re
from collections.abc import Callable
from typing import Any

from gradtools.output import show
from language.text import say, template

from . import kernel, predictions

ASKS = re.compile(r"""\bpredict\(\s*["']([\w-]+)["']""")
REVEALS = re.compile(r"""\breveal\(\s*["']([\w-]+)["']""")
HIDDEN = template(
    "○ This cell has run. What it shows is hidden, since it answers the prediction above: lock a guess there, then "
    "run this cell. To look without a guess, run this cell once more."
)


# While a cell runs whose outputs are kept back: the function that releases them.
_held: Callable[[Any], None] | None = None
# The questions whose answer was hidden since they were last asked: the next run shows it.
_offers: set[str] = set()


def install(shell: Any) -> None:
    """Hide from now on what answers an open question. Goes before ``waiting.install``: it sees errors as raised."""
    _offers.clear()
    shell.events.register("pre_run_cell", _hide)
    shell.events.register("post_run_cell", _end)


def _hide(info: Any) -> None:
    global _held
    if os.environ.get(kernel.RUNNING) or info.silent or not info.store_history:
        return
    _offers.difference_update(ASKS.findall(info.raw_cell))
    names = {name for name in REVEALS.findall(info.raw_cell) if predictions.unanswered(name)}
    if names <= _offers:
        return
    # Imported here: it is needed in a notebook alone.
    from IPython.utils.capture import capture_output

    capture, shell = capture_output(), kernel.shell()
    outputs, interactivity = capture.__enter__(), shell.ast_node_interactivity
    # The value of the last line is shown in a way of its own.
    shell.ast_node_interactivity = "none"
    predictions.withheld.update(names)

    def release(result: Any) -> None:
        capture.__exit__(None, None, None)
        shell.ast_node_interactivity = interactivity
        predictions.withheld.clear()
        if result.success:
            _offers.update(names)
            show(dict.fromkeys(("text/markdown", "text/plain"), say(HIDDEN)))
        else:
            outputs.show()

    _held = release


def _end(result: Any) -> None:
    global _held
    release, _held = _held, None
    if release is not None:
        release(result)
