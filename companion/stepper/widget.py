# SPDX-License-Identifier: MIT
"""The live figure: a model that JupyterLab's page and the kernel share, and the requests that the page may make.

The saved output is plain HTML, the still figure. The page's part looks for it by its class and takes its place. So a
notebook that is reopened, exported or read on GitHub shows the still figure, and never an empty widget.
"""

import contextlib
import functools
import importlib.util
import json
import os
import uuid
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from gradtools.output import Shown, as_html, shell
from language.text import say, translations

from . import still

# Set while a program runs the notebook, to grade, test or build it: there is nobody to press a key.
SILENCING = ("NBGRADER_EXECUTION", "CI")
_PAGE = Path(__file__).resolve().parent / "page"
# Joined they are one ES module, so that no build step is needed.
_SCRIPTS = (
    "live.js", "layout.js", "board.js", "tables.js", "guess.js", "stepping.js", "training.js", "asking.js",
    "testing.js", "recalling.js", "drawing.js", "place.js",
)  # fmt: skip
_NO_TRANSLATIONS = "const TRANSLATIONS = {};"


class LiveFigure(Shown):
    """A figure that comes to life where somebody looks, and is still elsewhere.

    ``words`` are the text alternative, or the sentence that says why there is no figure. ``boards``, plain data, are
    what the page shows; empty where there is no figure.
    """

    summary = still.FOLD  # the line that unfolds the words

    def __init__(self, kind: str, words: str, caption: str, boards: list[dict[str, Any]]) -> None:
        self.kind, self.words, self.caption, self.boards = kind, words, caption, boards

    @functools.cached_property
    def key(self) -> str:
        """The class by which the figure finds its place in the page.

        Two kernels may show the same figure in one page, so a figure that comes to life has a class of its own. For one
        that stays still the same content gives the same class.
        """
        return still.key_of(self.kind, uuid.uuid4().hex if can_live() else json.dumps([self.caption, self.boards]))

    def drawn(self) -> str:
        """Return the still pictures as HTML."""
        raise NotImplementedError

    def bundle(self) -> dict[str, Any]:
        """Return what the saved notebook holds: the still figure and its words, or why there is none."""
        if self.boards:
            return still.page(self.key, self.drawn(), self.caption, self.words, say(self.summary))
        sentence, _, table = self.words.partition("\n\n")
        below = f"<pre>{escape(table, quote=False)}</pre>" if table else ""
        return {"text/html": f"<p>{as_html(sentence)}</p>{below}", "text/plain": self.words}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return what a request of the page changes in the data, or ``{"sentence": ...}``."""
        return {}

    def show(self) -> None:
        """Show what the saved notebook holds."""
        super()._ipython_display_()

    def _ipython_display_(self) -> None:
        self.show()
        if self.boards and can_live():
            bring_to_life(self.key, {"kind": self.kind, "caption": self.caption, "boards": self.boards}, self.answer)


class Replaceable(LiveFigure):
    """A live figure whose saved output can be replaced, such as by the answers that were given in the page."""

    _handle: Any = None

    def show(self) -> None:
        """Show what the saved notebook holds, in a place that something else can take."""
        if shell() is None:
            super().show()
            return
        from IPython.display import display

        self._handle = display(self.bundle(), raw=True, display_id=True)

    def replace(self, bundle: dict[str, Any]) -> None:
        """Put another bundle in the place of what is shown; nothing where it is not in a notebook."""
        if self._handle is not None:
            self._handle.update(bundle, raw=True)


# The live figures of this kernel by their class, the latest last: model, and what _asked_by returned.
_open: dict[str, tuple[Any, str, str]] = {}
_MOST_OPEN = 30


def can_live() -> bool:
    """Return whether a live figure makes sense here: in a kernel, with anywidget, and with a person who looks."""
    if any(os.environ.get(name) for name in SILENCING):
        return False
    return hasattr(shell(), "kernel") and importlib.util.find_spec("anywidget") is not None


def prepare() -> None:
    """Load what live figures need when the kernel is idle next, so that the first one need not wait for it."""
    if not can_live():
        return
    import asyncio

    # A kernel runs its cells in a loop; after the cell that called this, the loop comes to what was put off.
    with contextlib.suppress(RuntimeError):
        asyncio.get_running_loop().call_soon(_kind)


def bring_to_life(key: str, data: dict[str, Any], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Open a live figure that takes the place of the HTML with class ``key``; return its model.

    The model's ``data`` may be set at any time. What earlier runs of the same cell showed is closed, since it is gone
    from the page. One run may show several.
    """
    cell, run = _asked_by()
    unseen = [place for place, (_, of, by) in _open.items() if place == key or (cell and of == cell and by != run)]
    seen = [place for place in _open if place not in unseen]
    for place in [*unseen, *seen[: max(0, len(seen) - _MOST_OPEN + 1)]]:
        _open.pop(place)[0].close()
    model = _kind()(key=key, data=data)
    model.on_msg(functools.partial(_answered, answer))
    _open[key] = model, cell, run
    return model


def _asked_by() -> tuple[str, str]:
    """Return the id of the cell that runs, and of this run of it; "" for what the page does not say."""
    try:
        asked = shell().kernel.get_parent("shell")
        return str(asked["metadata"].get("cellId", "")), str(asked["header"]["msg_id"])
    except (AttributeError, KeyError, TypeError):
        return "", ""


def _answered(answer: Callable[[dict[str, Any]], dict[str, Any]], model: Any, request: Any, buffers: Any) -> None:
    if isinstance(request, dict):
        model.send({**answer(request), "ticket": request.get("ticket")})


def page() -> str:
    """Return the page's part as one script, with the translations of the reader's language."""
    script = "\n".join((_PAGE / name).read_text("utf-8") for name in _SCRIPTS)
    known = {english: text for english, text in translations().items() if isinstance(english, str)}
    return script.replace(_NO_TRANSLATIONS, f"const TRANSLATIONS = {json.dumps(known)};") if known else script


@functools.cache
def _kind() -> type:
    import anywidget
    import traitlets

    class Live(anywidget.AnyWidget):
        """The model of one live figure."""

        _esm = page()
        _css = (_PAGE / "live.css").read_text("utf-8")
        key = traitlets.Unicode().tag(sync=True)
        # As one text: ipywidgets would walk through all of it, here and in the page, to look for bytes.
        data = traitlets.Dict().tag(sync=True, to_json=lambda data, model: json.dumps(data))

    return Live
