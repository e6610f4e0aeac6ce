# SPDX-License-Identifier: MIT
"""The figures in an open notebook: screenshots, missing text alternatives, and parts that are cut off.

Each function takes a playwright page on which JupyterLab or Notebook 7 shows one notebook with all of its cells drawn:
by itself it draws those near the window only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

TALL = 1400

# A picture of an output, with what a screen reader says of it, and whether a part of its width is out of sight. The
# graph of a live figure has a window of its own, which shows all of its height, too.
PICTURES = """() => [...document.querySelectorAll('.jp-OutputArea-output img, .jp-OutputArea-output svg')]
    .filter(one => one.getClientRects().length)
    .map(one => {
        const view = one.closest('.gs-scroll');
        const area = one.closest('.jp-OutputArea-output').getBoundingClientRect(), own = one.getBoundingClientRect();
        return {
            words: one.getAttribute('alt') || one.getAttribute('aria-label') || '',
            source: (one.getAttribute('src') || one.outerHTML).slice(-200),
            cut: own.right > area.right + 1 || own.left < area.left - 1
                || Boolean(view) && (view.scrollWidth > view.clientWidth || view.scrollHeight > view.clientHeight),
        };
    })"""

# A cell of code in sight, by its whole text, and whether a line of it is wider than its box.
CODE = """() => [...document.querySelectorAll('.jp-CodeCell .jp-Cell-inputArea .cm-scroller')]
    .filter(one => one.getClientRects().length)
    .map(one => ({text: one.querySelector('.cm-content').innerText, wide: one.scrollWidth > one.clientWidth + 1}))"""


CARDS = """() => [...document.querySelectorAll(".jp-OutputArea-output dl.card")].flatMap(card => {
    const over = [...card.querySelectorAll("dt")].filter(label => {
        const letters = document.createRange();
        letters.selectNodeContents(label);
        const one = letters.getBoundingClientRect();
        const other = label.nextElementSibling.getBoundingClientRect();
        return one.right > other.left && one.bottom > other.top && one.top < other.bottom;
    });
    const output = card.closest(".jp-OutputArea-output");
    const wide = output.scrollWidth > output.clientWidth ? [card.innerText.slice(0, 40)] : [];
    return [...over.map(label => label.innerText), ...wide];
})"""


def bare_pictures(page: Any) -> tuple[int, list[str]]:
    """Return how many pictures a notebook shows, and the end of the source of those without a text alternative."""
    found = page.evaluate(PICTURES)
    return len(found), [one["source"] for one in found if not one["words"].strip()]


def cut_off(page: Any) -> list[str]:
    """Return the words of the pictures that are wider than their column, or larger than their window."""
    return [one["words"] or "(no words)" for one in page.evaluate(PICTURES) if one["cut"]]


def laid_over(page: Any) -> list[str]:
    """Return the labels of cards that lie over their texts, and the first words of cards that are wider than the page.

    A label is measured by its letters: what holds them may be narrower.
    """
    return [str(one) for one in page.evaluate(CARDS)]


def sideways(page: Any) -> list[str]:
    """Return the text of the cells of unfolded code in which a line is out of sight."""
    return [one["text"] for one in page.evaluate(CODE) if one["wide"]]


def screenshots(page: Any, day: int, theme: str, folder: Path) -> list[Path]:
    """Write a screenshot of each figure of an open notebook, such as ``day2-03-dark.png``, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    page.add_style_tag(content=".Toastify { display: none }")  # JupyterLab's own notes lie over the page
    before = page.viewport_size
    # The tallest figure fits.
    page.set_viewport_size({"width": before["width"], "height": TALL})
    written = []
    for figure in page.locator(".jp-OutputArea-output figure:has(img)").all():
        if figure.is_visible():
            written.append(folder / f"day{day}-{len(written) + 1:02d}-{theme}.png")
            figure.screenshot(path=str(written[-1]))
    page.set_viewport_size(before)
    return written
