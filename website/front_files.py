# SPDX-License-Identifier: MIT
"""Write what the front page loads while one reads: its editor, what draws graphs, and the judge in each language."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import language
from building import editions
from judge.notebooks import course
from judge.notebooks.cells import headings
from judge.run.messages import address
from website import day_cells, first_try, npm, pack

EDITOR = Path(__file__).with_name("editor")


def write(folder: Path) -> None:
    """Write these files into the site's folder. Python itself is that of the lab.

    Raises:
        CourseError: npm can't fetch what they are made of.
    """
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        shutil.copy(npm.bundled(work, EDITOR, "editor.js"), folder / "editor.js")
        shutil.copy(npm.fetched(work, npm.GRAPHVIZ) / "dist" / "viz.js", folder / "viz.js")
    for name in (language.ENGLISH, *editions.offered()):
        with editions.speaking(name):
            home = folder if name == language.ENGLISH else folder / name
            pack.write_archive(home / "first_try.zip", places())


def places() -> dict[str, str]:
    """Return where the site has the sections and exercises of which the front page may speak, from that page."""
    days = [course.assignment(check) for check in dict.fromkeys(one.check for one in first_try.TRIES)]
    return {
        name: f"days/{day.name}.html{address(full)}"
        for day in days
        for name, full in headings(day_cells.released_notebook(day)).items()
    }
