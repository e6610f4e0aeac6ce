# SPDX-License-Identifier: MIT
"""The page of rules to print: docs/rules.md as one HTML file that loads nothing, and as a PDF of one sheet of A4.

``make rules`` writes both, with LANGUAGE=es from docs/rules.es.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

import language
from grading.spoken import chosen
from judge.notebooks.course import CourseError, refusal
from judge.notebooks.writing import replace_file
from judge.run.words import LANGUAGE, announce, speak, template
from judge.verdicts.pages import rendered

SOURCE = Path(__file__).resolve().parent / "rules.md"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
NO_BROWSER = template("No Chromium was found, so no PDF was made: open the HTML page in your browser and print it.")
SECONDS = 60


def html(source: str) -> str:
    """Return the page as HTML, from its source in Markdown."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse(source)
    for token in tokens:
        if token.type == "th_open":
            token.attrSet("scope", "col")
    title = next(tokens[place + 1].content for place, token in enumerate(tokens) if token.tag == "h1")
    # On a narrow screen a table scrolls sideways. To scroll by keyboard it needs the focus, and so a label.
    heading = ""
    for place, token in enumerate(tokens):
        heading = tokens[place + 1].content if token.type == "heading_open" else heading
        if token.type == "table_open":
            token.meta["heading"] = heading
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", lambda *_arguments: "</table></div>\n")
    body = markdown.renderer.render(tokens, markdown.options, {})
    return rendered(
        "rules.html.jinja", Path(__file__).parent, title=f"{title}: Autograd in Five Days", body=Markup(body)
    )


def _table_open(_renderer: Any, tokens: Sequence[Token], place: int, *_rest: Any) -> str:
    name = escape(tokens[place].meta["heading"])
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0"><table>\n'


def write_html() -> Path:
    """Write the page beside its source, and return its path."""
    spoken = SOURCE.with_suffix(f".{LANGUAGE.get()}.md")
    source = spoken if spoken.exists() else SOURCE
    page = source.with_suffix(".html")
    replace_file(page, html(source.read_text("utf-8")).encode())
    return page


def print_pdf(page: Path) -> Path | None:
    """Print the page to a PDF beside it with Chromium, and return its path; None where there is no Chromium.

    Raises:
        CourseError: Chromium is there and did not print.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        return None
    pdf = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        # No sandbox, which root and containers can't have; the page is our own and loads nothing.
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}"]
        options += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        made = Path(folder) / "rules.pdf"
        printing = [f"--print-to-pdf={made}", "--no-pdf-header-footer", page.absolute().as_uri()]
        try:
            subprocess.run([browser, *options, *printing], capture_output=True, timeout=SECONDS, check=True)
            replace_file(pdf, made.read_bytes())
        except (OSError, subprocess.SubprocessError) as error:
            text = template("{browser} did not print the page ({error}): open {page} and print it yourself.")
            raise CourseError(text, browser=browser, error=type(error).__name__, page=page.name) from error
    return pdf


def main(arguments: list[str] | None = None) -> int:
    """Write the page, print it, and return the exit code: 0 done, 2 failed."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    if unknown := speak(os.environ.get(language.NAMED) or chosen()):
        print(unknown, file=sys.stderr)
    try:
        page = write_html()
        announce("{path} written", path=page.relative_to(SOURCE.parents[1]).as_posix())
        if pdf := print_pdf(page):
            announce("{path} written: one sheet of A4", path=pdf.relative_to(SOURCE.parents[1]).as_posix())
        else:
            announce(NO_BROWSER)
    except (CourseError, OSError) as error:
        print(f"rules: {refusal(error) if isinstance(error, OSError) else error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
