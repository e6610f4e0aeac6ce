# SPDX-License-Identifier: MIT
"""Formgrader's page of a submission: what strangers wrote is shown there, and runs nothing.

A script in it would run in the instructor's JupyterLab, with all that the instructor may do there.
"""

from __future__ import annotations

from html import escape
from typing import Any

from nbconvert.filters import Highlight2HTML, markdown2html
from nbconvert.preprocessors import Preprocessor

from judge.run.words import say
from judge.verdicts import feedback_page, harmless

# At most this many characters of a text cell are read as Markdown, and of a code cell coloured: both take the square of
# a length. The last is how many are shown at all.
LONGEST_MARKDOWN = 10_000
LONGEST_COLOURED = 6_000
LONGEST_SHOWN = 100_000


def show_harmless(c: Any) -> None:
    """Let formgrader show what strangers wrote so that nothing of it runs.

    nbconvert's own filters take the square of a text's length, too. What a text names lies beside no notebook, so the
    last filter keeps it.

    Args:
        c: nbgrader's configuration, as ``get_config()`` returns it.
    """
    c.HTMLExporter.preprocessors = [EscapeNames]
    c.HTMLExporter.filters = {
        "ansi2html": f"{__name__}.{printed.__name__}",
        "highlight_code": f"{__name__}.{coloured_code.__name__}",
        "markdown2html": f"{__name__}.{harmless_markdown.__name__}",
        "strip_files_prefix": "builtins.format",
    }


class EscapeNames(Preprocessor):
    """Escape the names that formgrader's template writes into its page as they are."""

    def preprocess(self, nb: Any, resources: Any) -> Any:
        """Leave the notebook, and escape what the page says of its student."""
        for name in ("student", "first_name", "last_name", "notebook_path"):
            if resources.get(name):
                resources[name] = escape(resources[name])
        return nb, resources


def harmless_markdown(source: str) -> str:
    """Return a text cell as HTML in which nothing runs: formgrader's template shows HTML as it was written."""
    if len(source) > LONGEST_MARKDOWN:
        return _as_written(source)
    cleaned = harmless.clean(markdown2html(source))
    return _as_written(source) if cleaned is None else cleaned


def coloured_code(source: str, *_: Any, **__: Any) -> str:
    """Return a code cell as HTML, in colours where it is as short as an answer is."""
    if len(source) <= LONGEST_COLOURED:
        coloured = Highlight2HTML(pygments_lexer="python3")(source)
        if not harmless.too_much(coloured):
            return str(coloured)
    return _as_written(source)


def printed(text: str) -> str:
    """Return what a cell printed as HTML, without the signs that a terminal takes for colours."""
    return escape(feedback_page.plain(text))


def _as_written(text: str) -> str:
    """Return a text as HTML that shows its signs, and says how many are left out."""
    shown = f"<pre>{escape(text[:LONGEST_SHOWN])}</pre>"
    left = len(text) - LONGEST_SHOWN
    if left <= 0:
        return shown
    more = escape(say("[{left:,} more characters are left out here]", left=left))
    return f"{shown}<p>{more}</p>"
