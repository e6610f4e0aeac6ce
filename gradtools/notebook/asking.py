# SPDX-License-Identifier: MIT
"""A prediction asked with buttons: where a page can show them, nobody has to write a guess into the cell."""

from collections.abc import Callable
from typing import Any

from ..stepper import still
from ..stepper.widget import LiveFigure


class Asking(LiveFigure):
    """The buttons of one question. What is saved with the notebook are the ``words``, which say how to write a guess.

    ``lock`` takes a guess and how sure the learner is, and returns whether a guess is locked now, and what to say.
    """

    def __init__(
        self, words: str, choices: tuple[str, ...], sure: tuple[str, ...], lock: Callable[[Any, Any], tuple[bool, str]]
    ) -> None:
        super().__init__("ask", words, "", [{"words": list(choices), "sure": list(sure)}])
        self._lock = lock

    def bundle(self) -> dict[str, Any]:
        """Return the words, and the place that the buttons take."""
        return still.sentence(self.key, self.words)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Lock the guess of a request, and return what came of it."""
        locked, sentence = self._lock(request.get("guess"), request.get("sure"))
        return {"locked": locked, "sentence": sentence}
