# SPDX-License-Identifier: MIT
"""The judge of the front page, in the worker in which its Python runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from companion import browser
from gradtools import renderer
from website import first_try

# Written by ``make site``: the addresses of sections.
PLACES = Path(__file__).with_name("places.json")


def begin(draw: Callable[[str], str]) -> Callable[..., str]:
    """Let ``draw`` draw what is in the DOT language, and return what judges a class, for the page as JSON.

    It takes the number of a class, and the reader's code; without code it finds out what the first verdict needs.
    """
    places = json.loads(PLACES.read_text("utf-8"))
    renderer.in_page = draw

    def judged(number: int, code: str | None = None) -> str:
        browser.limit_stack()
        if code is None:
            first_try.first_verdict(number)
            return ""
        answer = first_try.answer(number, code, places)
        return json.dumps({"outcome": answer.outcome, "said": answer.said, "figure": first_try.figure(answer.drawing)})

    return judged
