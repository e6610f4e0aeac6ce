# SPDX-License-Identifier: MIT
"""The site in the machine's own Firefox, unpatched: an exercise of the front page, a day to read, one of the lab."""

import json

import bidi
import pytest
from looking import CELLS, KERNEL
from support import answers_of, points_of
from test_first_try import mended
from test_site import SITE, served

pytestmark = [
    pytest.mark.skipif(not (SITE / "first_try.zip").is_file(), reason="run `make site` first"),
    pytest.mark.skipif(not bidi.is_here("firefox"), reason=bidi.MISSING),
]
SHOWN = ".try:not([hidden])"
FOCUSED = "document.activeElement.classList.contains('cm-content')"
# Run cells one after the other, each to its end; and what a cell has put out, as text.
RUN = """(async (places) => {
  const {content, context} = window.jupyterapp.shell.currentWidget;
  for (const place of places) {
    content.activeCellIndex = place;
    await window.jupyterapp.commands.execute("notebook:run-cell");
  }
  return JSON.stringify(content.widgets[places.at(-1)].model.outputs.toJSON());
})(%s)"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """Return a function that opens a page of the site in Firefox."""
    with served(tmp_path_factory.mktemp("served")) as (address, _), bidi.running("firefox") as browser:
        yield lambda path, **size: browser.open(address + path, **size)


@pytest.mark.parametrize(("home", "width"), [("", 1400), ("es/", 360)])
def test_the_exercise_of_the_front_page_is_mended_by_keyboard(firefox, pictures, home, width):
    page = firefox(f"{home}index.html", width=width)
    page.wait("document.querySelector('#first-try[data-editor=ready][data-python=ready]')?.dataset.python")
    page.evaluate(f"document.querySelector('{SHOWN} .cm-content').focus()")
    page.wait(FOCUSED)
    page.press("Control", "a")
    page.press("Delete")
    # The editor indents by itself: what is pasted is taken as it is.
    page.evaluate(f"document.execCommand('insertText', false, {json.dumps(mended(0))})")
    page.press("Control", "Enter")
    assert page.wait(f"document.querySelector('{SHOWN}').dataset.outcome") == "right"
    said = page.evaluate(f"document.querySelector('{SHOWN} .said').innerText")
    assert said.strip() == ("Correcto." if home else "Correct.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.shoot(pictures / f"firefox-front-{width}.png")
    page.close()


def test_a_day_is_read(firefox, pictures):
    page = firefox("days/day1.html")
    page.wait("document.readyState === 'complete'")
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    page.shoot(pictures / "firefox-day.png")
    page.close()


@pytest.mark.parametrize("times", [1, 2])
def test_the_first_exercise_is_done_in_the_lab(firefox, pictures, times):
    """At the first visit, and once more, when Python begins from what is kept."""
    page = firefox("lab/lab/index.html?path=day1/day1_value_class.ipynb")
    page.wait(f"window.jupyterapp && ({KERNEL})?.status === 'idle'")
    sources = page.evaluate(f"({CELLS}).map(cell => cell.model.sharedModel.source)")
    first, answer, check = (
        next(place for place, source in enumerate(sources) if text in source)
        for text in ("import COLOURS, TINTS, draw_graph", "class Value", 'import check\n\ncheck("1.1")')
    )
    text = json.dumps(answers_of(1)["day1-value"])
    page.evaluate(f"({CELLS})[{answer}].model.sharedModel.setSource({text})")
    said = page.evaluate(RUN % [first, answer, check])
    assert f"Exercise 1.1: {points_of('day1-value'):g} of {points_of('day1-value'):g}" in said
    page.shoot(pictures / f"firefox-lab-{times}.png")
    if times == 1:
        page.wait("['whole', 'renewed'].includes(document.documentElement.dataset.kept)")
    page.close()
