# SPDX-License-Identifier: MIT
"""The live figure: a model that JupyterLab's page and the kernel share, and the requests that the page may make.

The saved output is plain HTML, the still figure. The page's part looks for it by its class and takes its place. So a
notebook that is reopened, exported or read on GitHub shows the still figure, and never an empty widget.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import json
import os
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import still

__all__ = ["bring_to_life", "can_live", "is_prepared", "place_of", "prepare"]

# Set while a program runs the notebook, to grade, test or build it: nobody is there who could press a key.
SILENCING = ("NBGRADER_EXECUTION", "CI")
_PAGE = Path(__file__).resolve().parent / "page"
# Joined they are one ES module, so that no build step is needed.
_SCRIPTS = ("layout.js", "board.js", "guess.js", "stepping.js", "training.js", "place.js")


@dataclass(frozen=True)
class _Open:
    """A live figure of this kernel, with the cell that showed it and that cell's run; "" where they are unknown."""

    model: Any
    cell: str
    run: str


# By their class, the latest last.
_open: dict[str, _Open] = {}
_MOST_OPEN = 30


def can_live() -> bool:
    """Tell whether a live figure makes sense here: in a kernel, with anywidget, and with somebody who looks."""
    if any(os.environ.get(name) for name in SILENCING):
        return False
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel") and importlib.util.find_spec("anywidget") is not None


def place_of(kind: str, caption: str, data: Any) -> str:
    """Return the class by which a figure finds its place in the page.

    Two kernels may show the same figure in one page, in two notebooks or after a restart, and each answers for its own
    alone. So a figure that comes to life has a class of its own. For one that stays still the same content gives the
    same class.
    """
    return still.key_of(kind, uuid.uuid4().hex) if can_live() else still.key_of(kind, caption, json.dumps(data))


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

    What earlier runs of the same cell showed is closed: nobody sees it any more. One run may show several.

    Args:
        key: The class.
        data: What to show, plain data.
        answer: Called with a request of the page; returns what is changed in the data, or ``{"sentence": ...}``.

    Returns:
        The model; its ``data`` may be set anew at any time.
    """
    cell, run = _asked_by()
    unseen = [place for place, one in _open.items() if place == key or (cell and one.cell == cell and one.run != run)]
    seen = [place for place in _open if place not in unseen]
    for place in [*unseen, *seen[: max(0, len(seen) - _MOST_OPEN + 1)]]:
        _open.pop(place).model.close()
    model = _kind()(key=key, data=data)
    model.on_msg(functools.partial(_answered, answer))
    _open[key] = _Open(model, cell, run)
    return model


def _asked_by() -> tuple[str, str]:
    """Return the id of the cell that runs, and of this run of it; "" for what the page does not tell."""
    from IPython import get_ipython

    try:
        asked = get_ipython().kernel.get_parent("shell")
        return str(asked["metadata"].get("cellId", "")), str(asked["header"]["msg_id"])
    except (AttributeError, KeyError, TypeError):
        return "", ""


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
        # As one text: ipywidgets would walk through all of it, here and in the page, to look for bytes.
        data = traitlets.Dict().tag(sync=True, to_json=lambda data, model: json.dumps(data))

    return Live
