# SPDX-License-Identifier: MIT
"""Whether the saved notebook is what the learner sees: ask the page to save it, and notice what is not in the file.

A kernel sees neither the page nor its unsaved edits. What it can do is send the page a line of JavaScript that presses
the keys of *Save*, which JupyterLab and Notebook run in an output of a cell that was run just now. Where nothing comes
of it (another editor, other keys), what was run and is not in the file is still noticed.
"""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gradtools.text import say

from . import kernel

# A page saves in well under a second; a learner should not wait longer for one that doesn't.
SECONDS_TO_SAVE = 5.0
# An output is kept in the notebook: when that is opened again later, nothing is pressed.
SECONDS_TO_LIVE = 60
# The keys go to the notebook that holds the output, which is in the page a moment later. A notebook in a tab behind
# another is left alone: the keys would save the one in front.
PRESS_SAVE = """
if (Math.abs(Date.now() / 1000 - %d) < %d) setTimeout(() => {
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
# When the page was asked last to save each notebook, in seconds since 1970.
_asked: dict[Path, float] = {}
# Somebody who saves by hand, since the page does not, has run check() again within this time.
SECONDS_TO_RUN_AGAIN = 60


def save(notebook: Path, show: Callable[[dict[str, Any]], None]) -> bool:
    """Have the page save its notebook, and wait until the file is written; where no page shows it, do nothing.

    Return whether the file is as new as the page, as far as a kernel knows: False where a page shows the notebook and
    did not save it, unless it was saved by hand since the page was asked last. ``show`` shows a bundle as an output of
    the cell that runs.
    """
    run = kernel.latest()
    # A page says which cell it runs. A program that runs a notebook does not.
    if run is None or not run.cell:
        return True
    before, now = _written(notebook), time.time()
    asked_before, _asked[notebook] = _asked.get(notebook, now), now
    script = PRESS_SAVE % (now, SECONDS_TO_LIVE)
    show({"application/javascript": script, "text/plain": say("Saving the notebook ...")})
    while time.time() < now + SECONDS_TO_SAVE:
        # While it is written, it can't be read.
        with contextlib.suppress(OSError, ValueError):
            if _written(notebook) != before and kernel.saved_cells(notebook):
                return True
        time.sleep(0.02)
    return max(asked_before, now - SECONDS_TO_RUN_AGAIN) < before / 1e9


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # It is replaced at this moment.
        return -1


def not_saved(notebook: Path, run_at: dict[str, float]) -> list[str]:
    """Return the cells that were run since the file was saved and are not in it.

    A cell that was run before the last save and is not in the file was edited or deleted since, and that is saved. The
    text of each cell that was run is in ``run_at``, with the time of its last run in seconds since 1970.
    """
    saved = {kernel.text_of(cell) for cell in kernel.saved_cells(notebook)}
    when = notebook.stat().st_mtime
    return [source for source, at in run_at.items() if at > when and source.strip() not in {*saved, ""}]


def edited_since(notebook: Path, runs: list[kernel.Run]) -> list[str]:
    """Return the ids of the cells whose saved text is not the one that was run last."""
    saved = {str(cell.get("id")): kernel.text_of(cell) for cell in kernel.saved_cells(notebook)}
    return [run.cell for run in runs if run.cell in saved and saved[run.cell] != run.source.strip()]
