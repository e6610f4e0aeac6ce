# SPDX-License-Identifier: MIT
"""What of a day's cells can be shown where no kernel runs, and no answer: in the book and on slides."""

from __future__ import annotations

import re
from typing import Any

from bs4 import BeautifulSoup

from companion.predictions import QUIET_REVEAL
from judge.notebooks.cells import OWN_WORDS, is_solution

# What asks a learner, or looks at the learner's machine.
ASKS = re.compile(r"\b(?:check|predict|environment_report|standing|recall|before|after)\(")
# The line above the checks of an exercise, and the one after them.
OF_BUILDER = re.compile(r"#### [^\n]+")
# What a cell does that waits until an exercise is answered: its output may say what the answer is.
WAITS = "raise NotImplementedError("


def is_left_out(cell: Any) -> bool:
    """Tell whether a cell is only for somebody with a kernel, or waits for an answer."""
    tags = cell.metadata.get("tags", ())
    if cell.cell_type == "markdown":
        return OWN_WORDS in tags or bool(OF_BUILDER.fullmatch(cell.source.strip()))
    return "setup" in tags or (not is_solution(cell) and (WAITS in cell.source or bool(ASKS.search(cell.source))))


def code_of(shown: dict[str, Any]) -> str:
    """Return the code that the site shows of a cell, as plain text."""
    # Outside of <pre>, spaces between two tags would be one space.
    return BeautifulSoup(f"<pre>{shown['code']}</pre>", "html.parser").get_text().rstrip("\n")


def output_of(shown: dict[str, Any]) -> str:
    """Return what a cell puts out, as HTML."""
    html = "\n".join(shown["outputs"]).replace(f"\n{QUIET_REVEAL}", "").replace(QUIET_REVEAL, "")
    return html.replace("<pre></pre>", "").strip()
