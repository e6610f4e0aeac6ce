# SPDX-License-Identifier: MIT
"""Whether the saved notebook is what the learner sees: ask the page to save it, and wait until that is in the file.

A kernel sees neither the page nor its unsaved edits, and it hears nothing while a cell runs. So it shows an output with
a mark. The course's part of the page saves the notebook when such an output comes (``course.js``), and the outputs are
saved, too: a file that holds the mark is as new as the page. It does not matter who saved it, the page, its timer or
the learner. Where no file holds the mark in time, nothing is known of the page, and nothing may be graded.
"""

import contextlib
import json
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from language.text import say, template

from . import browser, kernel

# The kind of output that asks the page to save its notebook, and holds the mark.
ASKS = "application/vnd.autograd-in-five-days.save+json"
# A page saves in well under a second: where it hasn't by then, its keys are pressed. Then the learner is asked, and has
# this long for a key.
SECONDS_TO_PRESS = 1.0
SECONDS_TO_SAVE = 5.0
SECONDS_BY_HAND = 30.0
# Between two looks into the file; in a browser each is a question to the page that is to save it.
SECONDS_BETWEEN = 0.2 if browser.IS_HERE else 0.05
# A page without the course's part, such as a JupyterLab of one's own, has keys to press. An output is kept in the
# notebook: when that is opened again later, nothing is pressed. A notebook in a tab behind another is left alone: the
# keys would save the one in front.
PRESS_SAVE = """
if (!document.documentElement.dataset.savesForCheck && Math.abs(Date.now() / 1000 - %d) < 60) setTimeout(() => {
  const mac = navigator.platform.startsWith("Mac");
  const notebook = element?.closest?.(".jp-NotebookPanel")?.querySelector(".jp-Notebook");
  const focused = document.activeElement;
  if (notebook && !notebook.contains(focused)) notebook.focus({preventScroll: true});
  if (!notebook || notebook.contains(document.activeElement)) {
    (notebook ?? document.body).dispatchEvent(new KeyboardEvent("keydown", {
      key: "s", code: "KeyS", keyCode: 83, ctrlKey: !mac, metaKey: mac, bubbles: true, cancelable: true,
    }));
  }
  if (document.activeElement !== focused) focused?.focus?.({preventScroll: true});
});
"""
NOT_YET = template("This page has not saved the notebook yet. Save it (Ctrl+S): the check goes on once it is saved.")


def saved(notebooks: Sequence[Path], show: Callable[[dict[str, Any]], None]) -> Path | None:
    """Have the page save its notebook, and return which of some files that is, as soon as it is as new as the page.

    Return None where none of them is: the page did not save it, and the learner did not within half a minute either.
    ``show`` shows a bundle as an output of the cell that runs, in place of the one before.
    """
    mark, began = secrets.token_hex(8), time.monotonic()
    asks = {ASKS: {"mark": mark}, "text/plain": say("Saving the notebook ...")}
    show(asks)
    is_pressed = is_told = False
    while (waited := time.monotonic() - began) < SECONDS_BY_HAND:
        for notebook in notebooks:
            if _holds(notebook, mark):
                return notebook
        if waited > SECONDS_TO_PRESS and not is_pressed:
            is_pressed = True
            # A page that shows what this does shows nothing else of it.
            show({**asks, "application/javascript": PRESS_SAVE % time.time()})
        if waited > SECONDS_TO_SAVE and not is_told:
            is_told = True
            show({**asks, "text/plain": say(NOT_YET)})
        time.sleep(SECONDS_BETWEEN)
    return None


def _holds(notebook: Path, mark: str) -> bool:
    """Return whether a file holds an output with a mark; one that is being written can't be read, and holds none."""
    with contextlib.suppress(OSError, ValueError):
        return mark.encode() in notebook.read_bytes() and any(
            mark in json.dumps(cell.get("outputs", [])) for cell in kernel.saved_cells(notebook)
        )
    return False


def not_saved(notebook: Path, run_at: dict[str, float]) -> list[str]:
    """Return the texts of cells that were run after the file was saved last, and that it does not hold.

    A cell that was run before that save, and is not in the file, was edited or deleted in between: the file is right.
    ``run_at`` has the time of each cell's last run, in seconds since 1970, by the text of the cell.
    """
    saved = {kernel.text_of(cell) for cell in kernel.saved_cells(notebook)}
    when = notebook.stat().st_mtime
    return [source for source, at in run_at.items() if at > when and source.strip() not in {*saved, ""}]


def edited_since(notebook: Path, runs: list[kernel.Run]) -> list[str]:
    """Return the ids of the cells whose saved text is not the one that was run last."""
    saved = {str(cell.get("id")): kernel.text_of(cell) for cell in kernel.saved_cells(notebook)}
    return [run.cell for run in runs if run.cell in saved and saved[run.cell] != run.source.strip()]
