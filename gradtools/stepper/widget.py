# SPDX-License-Identifier: MIT
"""The live figure: a model that JupyterLab's page and the kernel share, and the requests that the page may make.

The saved output is plain HTML, the still figure. The page's part looks for it by its class and takes its place. So a
notebook that is reopened, exported or read on GitHub shows the still figure, and never an empty widget.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import still

__all__ = ["bring_to_life", "can_live", "is_prepared", "place_of", "prepare"]

# Set while a program runs the notebook, to grade, test or build it: nobody is there who could press a key.
SILENCING = ("NBGRADER_EXECUTION", "CI")
_PAGE = Path(__file__).resolve().parent / "page"
# Joined they are one ES module, so that no build step is needed.
_SCRIPTS = ("layout.js", "board.js", "guess.js", "stepping.js", "training.js", "place.js")
# The live figures of this kernel by their class, the latest last. A cell that is run again leaves its older ones, which
# nobody sees any more, until newer ones push them out.
_open: dict[str, Any] = {}
_MOST_OPEN = 30


def can_live() -> bool:
    """Tell whether a live figure makes sense here: in a kernel, with anywidget, and with somebody who looks."""
    if any(os.environ.get(name) for name in SILENCING):
        return False
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel") and importlib.util.find_spec("anywidget") is not None


def place_of(*parts: str) -> str:
    """Return the class by which a figure finds its place in the page.

    Two kernels may show the same figure in one page, in two notebooks or after a restart, and each answers for its own
    alone. So a figure that comes to life has a class of its own. For one that stays still the same content gives the
    same class.
    """
    return still.key_of(*parts, uuid.uuid4().hex) if can_live() else still.key_of(*parts)


def prepare() -> None:
    """Load what live figures need when the kernel is idle next, so that the first one need not wait for it."""
    if not can_live():
        return
    import asyncio

    # A kernel runs its cells in a loop; after the cell that called this, the loop comes to what was put off.
    with contextlib.suppress(RuntimeError):
        asyncio.get_running_loop().call_soon(_kind)


def is_prepared() -> bool:
    """Tell whether a live figure could open at once."""
    return "anywidget" in sys.modules


def bring_to_life(key: str, data: dict[str, Any], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Open a live figure that takes the place of the HTML with class ``key``.

    Args:
        key: The class.
        data: What to show, plain data.
        answer: Called with a request of the page; returns what is changed in the data, or ``{"sentence": ...}``.

    Returns:
        The model; its ``data`` may be set anew at any time.
    """
    older = _open.pop(key, None)
    if older is not None:
        older.close()
    while len(_open) >= _MOST_OPEN:
        _open.pop(next(iter(_open))).close()
    model = _kind()(key=key, data=data)
    model.on_msg(functools.partial(_answered, answer))
    _open[key] = model
    return model


def _answered(answer: Callable[[dict[str, Any]], dict[str, Any]], model: Any, request: Any, buffers: Any) -> None:
    if not isinstance(request, dict):
        return
    reply = answer(request)
    model.send({**reply, "ticket": request.get("ticket")})


@functools.cache
def _kind() -> type:
    import anywidget
    import traitlets

    class Live(anywidget.AnyWidget):
        """The model of one live figure."""

        _esm = "\n".join((_PAGE / name).read_text("utf-8") for name in _SCRIPTS)
        _css = (_PAGE / "live.css").read_text("utf-8")
        key = traitlets.Unicode().tag(sync=True)
        data = traitlets.Dict().tag(sync=True)

    return Live
