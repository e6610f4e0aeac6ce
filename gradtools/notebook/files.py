# SPDX-License-Identifier: MIT
"""The learner's files beside the folders of the days, where a day that is reset or handed in does not touch them."""

import os
import re
import tempfile
from pathlib import Path

from . import kernel


def folder(notebook: Path | None = None) -> Path:
    """Return the folder that holds the days' folders, or that of the notebook where it is in no folder of a day.

    Without a notebook it is the one of this kernel.
    """
    found = [notebook] if notebook else kernel.notebooks()
    here = (found[0].parent if len(found) == 1 else Path.cwd()).absolute()
    return here.parent if re.fullmatch(r"day\d+", here.name) else here


def replace(path: Path, text: str) -> None:
    """Write a file by way of a second one that takes its place: a reader never finds half of it."""
    handle, partial = tempfile.mkstemp(prefix=path.name, suffix=".partial", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(partial, path)
    except OSError:
        Path(partial).unlink(missing_ok=True)
        raise
