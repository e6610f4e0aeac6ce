# SPDX-License-Identifier: MIT
"""Submissions whose grading was cut short, by a power cut or a kill: they are graded again.

nbgrader takes a submission for graded as soon as its folder is there, and leaves it out from then on. So a notebook is
marked until it has its points, and a folder with such a notebook, or without one that was handed in, is taken away.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import rmtree
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from judge.notebooks.safe_text import line
from judge.run.words import say, template

# In the metadata of a notebook: it was not graded to its end.
MARK = "not_graded_yet"
AGAIN = template("{path} was not graded to its end, so it is graded again.")


def marked(text: str) -> str:
    """Return the text of a notebook's file with the mark."""
    notebook = json.loads(text)
    notebook["metadata"][MARK] = True
    return json.dumps(notebook, indent=1, ensure_ascii=False)


def take_away(step: Any) -> None:
    """Take away what an earlier run began and did not finish.

    Args:
        step: nbgrader's Autograde, before it looks at its first submission.
    """
    graded = _names(step.coursedir)
    for source, notebooks in step.assignments.items():
        found = re.match(step._format_source("(?P<assignment_id>.*)", "(?P<student_id>.*)", escape=True), source)
        if found is None:
            continue  # nbgrader will say so.
        folder = Path(step.coursedir.root, step._format_dest(found["assignment_id"], found["student_id"]))
        names = [Path(path).name for path in notebooks if Path(path).stem in graded]
        if folder.is_dir() and not all(_is_finished(folder / name) for name in names):
            step.log.warning(line(say(AGAIN, path=folder)))
            rmtree(folder)


def _names(coursedir: Any) -> set[str]:
    try:
        with Gradebook(coursedir.db_url, coursedir.course_id) as gradebook:
            return {notebook.name for notebook in gradebook.find_assignment(coursedir.assignment_id).notebooks}
    except MissingEntry:
        return set()


def _is_finished(path: Path) -> bool:
    try:
        return MARK not in json.loads(path.read_bytes())["metadata"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
